import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import {
  withSent,
  type ContactFields,
  type ContactProposal,
} from '#electron/core/features/signature-requests/signature-requests.rules.ts'

const { extra: _extra, notes: _notes, ...empty } = emptySignatureRequestFields()
const fields = (some: Partial<ContactFields>): ContactFields => ({ ...empty, ...some })
const ANA = fields({ idNumber: '12345678Z', fullname: 'Ana Ribera', email: 'ana@ribera.es' })

const value = fc.constantFrom('', ' ', 'Ana', 'ana', 'Ana  Ribera', 'otra@ribera.es')
const anyFields = fc
  .record({ fullname: value, email: value, phone: value, street: value, representativeIdNumber: value })
  .map((some) => fields({ idNumber: '12345678Z', ...some }))

test('whatever is sent, nothing that is written is overwritten, and what was sent is filled in or proposed', () => {
  fc.assert(
    fc.property(anyFields, fc.array(anyFields, { minLength: 1, maxLength: 4 }), (written, sendings) => {
      let entry = written
      let proposal: ContactProposal | null = null
      for (const sent of sendings) ({ fields: entry, proposal } = withSent(entry, proposal, sent))
      const last = sendings.at(-1)!
      for (const name of Object.keys(written) as (keyof ContactFields)[]) {
        if (written[name].trim() !== '') expect(entry[name]).toBe(written[name])
        if (last[name].trim() === '') continue
        const known = [entry[name], proposal?.fields[name] ?? ''].map(plain)
        expect(known).toContain(plain(last[name]))
      }
    }),
  )
})
const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

test('what was left is not proposed again, until something else is sent', () => {
  const sent = { ...ANA, fullname: 'Persona 2' }
  const { proposal } = withSent(ANA, null, sent)
  expect(proposal).toEqual({ fields: { fullname: 'Persona 2' }, dismissed: false })
  const left = { ...proposal!, dismissed: true }
  expect(withSent(ANA, left, sent).proposal).toEqual(left)
  expect(withSent(ANA, left, { ...sent, fullname: 'Ana R.' }).proposal).toEqual({
    fields: { fullname: 'Ana R.' },
    dismissed: false,
  })
})

test.each([
  ['spaces', { fullname: ' Ana  Ribera ' }],
  ['the capitals of an address', { email: 'ANA@ribera.es' }],
  ['how the identifier is written', { idNumber: '12.345.678-z' }],
])('%s are nothing to ask about', (_what, other) => {
  expect(withSent(ANA, null, { ...ANA, ...other }).proposal).toBeNull()
})
