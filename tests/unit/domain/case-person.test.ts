import { describe, expect, test } from 'vitest'
import { casePeople, personKey } from '#shared/domain/parties.ts'

const nobody = { client: '', sellerName: '', sellerTaxId: '', buyerName: '', buyerTaxId: '' }

describe('who is who among the cases', () => {
  test('the identifier decides, whichever way it is typed; then the name, whatever its accents', () => {
    const id = personKey({ name: 'Ana', taxId: '12345678Z' })
    for (const taxId of ['12.345.678-z', '12345678 Z', 'ES12345678Z'])
      expect(personKey({ name: 'Otra', taxId })).toBe(id)
    expect(personKey({ name: 'Ana', taxId: '' })).not.toBe(id)
    expect(personKey({ name: ' JOSÉ  Peña', taxId: '' })).toBe(personKey({ name: 'jose pena', taxId: '' }))
    expect(personKey({ name: ' - ', taxId: '' })).toBe('')
  })

  test('a client that is a party is that party; nobody is left out, and nobody is twice', () => {
    expect(
      casePeople({ ...nobody, client: 'Núñez, S.L.', sellerName: 'NUÑEZ S.L.', sellerTaxId: 'b-12345674' }),
    ).toEqual([{ name: 'NUÑEZ S.L.', taxId: 'B12345674' }])
    expect(
      casePeople({ ...nobody, client: 'Autos Lozano', buyerName: 'Ana', buyerTaxId: '12345678Z' }),
    ).toEqual([
      { name: 'Ana', taxId: '12345678Z' },
      { name: 'Autos Lozano', taxId: '' },
    ])
    expect(casePeople(nobody)).toEqual([])
  })
})
