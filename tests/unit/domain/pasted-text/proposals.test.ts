import { expect, test } from 'vitest'
import { findInText } from '#shared/domain/pasted-text/find-in-text.ts'
import { markedAtFirst } from '#shared/domain/pasted-text/marks.ts'
import { isSameValue, MAX_CANDIDATES, proposalsFor } from '#shared/domain/pasted-text/proposals.ts'
import { excerptAround, sourceParts } from '#shared/domain/pasted-text/source-parts.ts'
import { type DraftKind, emptyForm, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import { PASSAGES_NOW as NOW } from '#tests/fixtures/pasted-passages/measure.ts'

const offered = (text: string, kind: DraftKind = 'transfer', written: FieldChanges = {}) => {
  const proposals = proposalsFor(kind, findInText(text, NOW))
  const marks = markedAtFirst(proposals, { kind, fields: withFields(emptyForm().fields, written) }, NOW)
  return Object.fromEntries(
    proposals.map(({ field, candidates }) => [
      field,
      `${candidates.map(({ value }) => value).join(' | ')}${marks.has(field) ? ' ✓' : ''}`,
    ]),
  )
}

test('each field is offered what the text says is of it, and what it says clearly is marked', () => {
  expect(
    offered(
      'Matrícula: 4821 KLM\nVendedor: Autos Lozano, S.L., CIF B12345674\nComprador: Nuria Ferrer Castell, DNI 12345678Z\n' +
        'Factura F-26/1 del 03/11/2026. Base imponible: 8.000 €, IVA 1.680 €, total 9.680 €. Gestión: 120 €.\n' +
        'Fecha del contrato: 02/11/2026. Correo: ana@correo.example',
    ),
  ).toEqual({
    vrm: '4821 KLM ✓',
    // Neither the tax nor the fees are a base, and the total is offered after it.
    taxableBase: '8.000,00 | 9.680,00 ✓',
    invoiceNumber: 'F-26/1 ✓',
    contractDate: '02/11/2026 | 03/11/2026 ✓',
    // The service would write to it: that is always a decision.
    userEmail: 'ana@correo.example',
    client: 'Autos Lozano, S.L.',
    sellerName: 'Autos Lozano, S.L. ✓',
    sellerTaxId: 'B12345674 ✓',
    buyerName: 'Nuria Ferrer Castell ✓',
    buyerTaxId: '12345678Z ✓',
  })
})

test('what could be of either, of two or of the past is offered and not marked', () => {
  expect(offered('4821 KLM y 0456 LTR. DNI 12345678Z.')).toEqual({
    vrm: '4821 KLM | 0456 LTR',
    sellerTaxId: '12345678Z',
    buyerTaxId: '12345678Z',
  })
  expect(offered('Vendedores: Ana Gil Ros, DNI 12345678Z, y Eva Pi Mas, DNI 98765432M')).toMatchObject({
    sellerTaxId: '12345678Z | 98765432M',
  })
  // A contract of tomorrow is a mistake, and a wrong letter too.
  expect(offered('Fecha del contrato: 12/11/2031. Comprador: DNI 12345678A')).toEqual({
    contractDate: '12/11/2031',
    buyerTaxId: '12345678A',
  })
})

test('what is written is not marked over, and each procedure has its own fields', () => {
  expect(offered('Matrícula 4821 KLM', 'transfer', { vrm: '0456 LTR' })).toEqual({ vrm: '4821 KLM' })
  expect(offered('Bastidor WVWZZZ1JZXW000001, matrícula 4821 KLM, 300 €', 'registration')).toEqual({
    vin: 'WVWZZZ1JZXW000001 ✓',
  })
})

test('two parties of one role are offered and neither is marked, however sure one of them is', () => {
  const text = 'Vendedor: D. Andrés Lozano Gil, DNI 98765432M\nVendedora: Eva Pi Mas\nComprador: Ana Gil Ros'
  expect(offered(text)).toMatchObject({
    sellerName: 'Andrés Lozano Gil | Eva Pi Mas',
    // Of which of the two it is, the form does not say.
    sellerTaxId: '98765432M',
    buyerName: 'Ana Gil Ros ✓',
  })
  // Twice the same one, written in two ways, is one.
  expect(
    offered('Vendedor: Autos Lozano, S.L., CIF B12345674\nTransmitente: AUTOS LOZANO SL').sellerTaxId,
  ).toBe('B12345674 ✓')
})

test('an amount that nothing says is the price is not marked', () => {
  expect(offered('El 4821 KLM, 8.250 €').taxableBase).toBe('8.250,00')
  expect(offered('El 4821 KLM, precio 8.250 €').taxableBase).toBe('8.250,00 ✓')
})

test('a text about another vehicle or another party than those of the form marks nothing of them', () => {
  const text = 'Matrícula: 4821 KLM. Precio: 8.000 €.\nVendedor: Andrés Lozano Gil, DNI 98765432M'
  expect(offered(text, 'transfer', { vrm: '0456 LTR' })).toEqual({
    vrm: '4821 KLM',
    taxableBase: '8.000,00',
    sellerName: 'Andrés Lozano Gil',
    sellerTaxId: '98765432M',
  })
  expect(offered(text, 'transfer', { vrm: '4821klm', sellerTaxId: '12345678Z' })).toEqual({
    vrm: '4821 KLM',
    taxableBase: '8.000,00 ✓',
    sellerName: 'Andrés Lozano Gil',
    sellerTaxId: '98765432M',
  })
  expect(offered(text, 'transfer', { sellerName: 'ANDRES LOZANO GIL' })).toMatchObject({
    sellerTaxId: '98765432M ✓',
  })
})

test('the same datum written in two ways is the same', () => {
  const isSame = (one: string, other: string, field: 'taxableBase' | 'vrm' | 'buyerName') =>
    isSameValue('transfer', field, one, other, NOW)
  expect(isSame('8.250', '8.250,00', 'taxableBase')).toBe(true)
  expect(isSame('3308kdr', '3308 KDR', 'vrm')).toBe(true)
  expect(isSame('Ana Gil', 'Ana Gil Ros', 'buyerName')).toBe(false)
})

test('a list offers a few values, each once, the first of the text first', () => {
  const plates = Array.from({ length: 20 }, (_, at) => `${1001 + at} BCD`)
  const [proposal] = proposalsFor('transfer', findInText([...plates, ...plates].join('\n'), NOW))
  expect(proposal?.candidates.map(({ value }) => value)).toEqual(plates.slice(0, MAX_CANDIDATES))
})

test('what is shown of a text is the text, and of a long one the lines with data', () => {
  const mail = 'Hola\n\nMatrícula: 4821 KLM\n\nGracias'
  const parts = sourceParts(mail, findInText(mail, NOW))
  expect(parts.map((part) => (part.kind === 'gap' ? '' : part.text)).join('')).toBe(mail)
  expect(parts.filter(({ kind }) => kind === 'finding')).toHaveLength(1)

  const long = `${'Nada por aquí.\n'.repeat(2_000)}${mail}\n${'Nada por aquí.\n'.repeat(2_000)}`
  const short = sourceParts(long, findInText(long, NOW))
  expect(short.map(({ kind }) => kind)).toEqual(['gap', 'text', 'finding', 'gap'])
  const shown = short.reduce(
    (sum, part) => sum + (part.kind === 'gap' ? part.characters : part.text.length),
    0,
  )
  expect(shown).toBe(long.length)
  expect(sourceParts('x'.repeat(50_000), []).map(({ kind }) => kind)).toEqual(['text', 'gap'])
})

test('a value is shown with the words around it', () => {
  const text = 'Buenos días. El comprador es\nNuria Ferrer Castell, que vive en Madrid'
  const [name] = findInText(text, NOW)
  expect(name && excerptAround(text, name)).toEqual(['…días. El comprador es ', ', que vive en'])
})
