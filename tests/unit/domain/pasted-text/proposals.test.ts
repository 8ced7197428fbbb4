import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInText } from '#shared/domain/pasted-text/find-in-text.ts'
import {
  markedAtFirst,
  isSameValue,
  MAX_CANDIDATES,
  proposalsFor,
} from '#shared/domain/pasted-text/proposals.ts'
import { emptyForm, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
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

test('a number with strokes is a reference or a date in a text, and an identifier in a field alone', () => {
  expect(offered('Expediente 12345678/Z, ref. B/12345674, lote 12_345_678_Z.')).toEqual({})
})

const OLD_BUYER = 'Juan Pérez Mas 12345678Z'
const NEW_BUYER = 'Ana Ruiz Gil 00000000T'
test.each([
  `Comprador anulado: ${OLD_BUYER}. Nuevo comprador: ${NEW_BUYER}.`,
  `Comprador: ${OLD_BUYER}\n\nCambio de comprador. Nuevo comprador: ${NEW_BUYER}`,
  `Comprador (anulado): ${OLD_BUYER}\nNuevo comprador: ${NEW_BUYER}`,
  `Nuevo comprador: ${NEW_BUYER} (antes era ${OLD_BUYER})`,
  `NUEVO COMPRADOR\nNombre: Ana Ruiz Gil\nDNI: 00000000T\n\nCOMPRADOR ANTERIOR\nNombre: Juan Pérez Mas\nDNI: 12345678Z`,
  `Comprador: ${OLD_BUYER}.\n\nCorrijo: el comprador nuevo: ${NEW_BUYER}.`,
])('the new buyer is marked, and the one before is not: %s', (text) => {
  for (const before of ['', 'Vendedor: Luis Gil Ros, DNI 98765432M.\n']) {
    const { buyerName = '', buyerTaxId = '' } = offered(before + text)
    expect([buyerName, buyerTaxId]).toEqual([
      expect.stringMatching(/^Ana Ruiz Gil .*✓$/),
      expect.stringMatching(/^00000000T .*✓$/),
    ])
    if (before)
      expect(offered(before + text)).toMatchObject({ sellerTaxId: expect.stringMatching(/^98765432M .*✓$/) })
  }
})

test.each([
  `Comprador: ${OLD_BUYER}. Al final no compra.`,
  `Comprador: ${OLD_BUYER}\n\nJuan ya no compra, os paso otro mañana`,
  `Comprador: ${OLD_BUYER}. Ya no lo compra él.`,
  `El comprador ya no es Juan Pérez Mas, DNI 12345678Z`,
  `El comprador no es ${OLD_BUYER}, es ${NEW_BUYER}`,
  `Comprador: ${OLD_BUYER} (anulado)`,
  `Comprador: ${OLD_BUYER}. Queda anulado, se ha echado atrás`,
  `Compra Ana Ruiz Gil en vez de ${OLD_BUYER}`,
  `Comprador: Ana Ruiz Gil en lugar de Juan Pérez Mas, DNI 12345678Z`,
  `Comprador: Ana Ruiz Gil, sustituye a Juan Pérez Mas (12345678Z)`,
  `Ana Ruiz Gil sustituye a Juan Pérez Mas, DNI 12345678Z, como comprador`,
  `Cambio de comprador: Juan Pérez Mas, DNI 12345678Z, por Ana Ruiz Gil`,
  `Antes era el comprador Juan Pérez Mas, DNI 12345678Z`,
  `Comprador inicial: ${OLD_BUYER}`,
  `Comprador: ${OLD_BUYER}. No, perdona: es ${NEW_BUYER}`,
  `Donde pone comprador ${OLD_BUYER} debe poner ${NEW_BUYER}`,
  `Comprador: ~${OLD_BUYER}~ ${NEW_BUYER}`,
  `Comprador: ${OLD_BUYER} → ${NEW_BUYER}`,
  `Anula a ${OLD_BUYER} como comprador`,
  `El comprador deja de ser ${OLD_BUYER}`,
  `No es ${OLD_BUYER} quien compra, es ${NEW_BUYER}`,
  `Comprador: ${OLD_BUYER}\n\nBuenas, nos han cambiado: ahora lo compra su mujer en vez de Juan`,
])('a buyer who is replaced is never marked: %s', (text) => {
  const { buyerName = '', buyerTaxId = '' } = offered(text)
  expect([buyerName.startsWith('Juan') && buyerName.endsWith('✓'), buyerTaxId.endsWith('✓')]).toEqual([
    false,
    false,
  ])
})

test('a seller is corrected as a buyer, and the other party stays', () => {
  expect(
    offered(
      'Vendedor anulado: Juan Pérez Mas, DNI 12345678Z.\nNuevo vendedor: Ana Ruiz Gil, DNI 00000000T.\nComprador: Luis Gil Ros, DNI 98765432M.',
    ),
  ).toMatchObject({
    sellerTaxId: '00000000T | 12345678Z ✓',
    buyerTaxId: expect.stringMatching(/^98765432M .*✓$/),
  })
})

test.each([
  'El pago es por transferencia en vez de en efectivo. ',
  'La factura anulada es la 12. ',
  'Antes era azul. ',
  'No comprende el seguro. ',
  'Hay un cambio de titularidad. ',
  'Si usted no es el Destinatario, o por error… Tiene derecho de acceso, rectificación y supresión. ',
])('a correction of something else leaves the parties: %s', (text) => {
  expect(offered(`${text}\nComprador: ${OLD_BUYER}`)).toMatchObject({ buyerTaxId: '12345678Z ✓' })
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

const JUAN = { name: 'Juan Pérez López', id: '12345678Z' }
const ANA = { name: 'Ana Ruiz Gil', id: 'X1234567L' }
const AUTOS = { name: 'Autos Ribera, S.L.', id: 'B12345674' }
type Person = typeof JUAN
/** A sentence with its parties: `S` and `s` are the seller and its number, `B` and `b` the buyer. */
const written = (form: string, seller: Person, buyer: Person) =>
  form.replaceAll(/\{([SsBb])\}/g, (_, key: string) => {
    const { name, id } = key.toUpperCase() === 'S' ? seller : buyer
    return key === key.toUpperCase() ? name : id
  })
/** First proposal for each field of a party, with its sureness. */
function parties(text: string) {
  const proposals = proposalsFor('transfer', findInText(text, NOW))
  const first = (field: string) => proposals.find((one) => one.field === field)?.candidates[0]
  return {
    sellerName: first('sellerName'),
    sellerTaxId: first('sellerTaxId'),
    buyerName: first('buyerName'),
    buyerTaxId: first('buyerTaxId'),
  }
}
const CLEAR = [
  '{S}, {s}, vende a {B}, {b}, el 1234BCD',
  '{S} ({s}) le vende el coche 1234BCD a {B} ({b})',
  '{S} ({s}) vende su Seat León a {B} ({b}) por 3.000 €',
  '{S} ({s}) ha vendido el 1234BCD a {B} ({b})',
  '{S}, con DNI {s}, vendió ayer el coche a {B}, con NIE {b}',
  '{B} ({b}) compra a {S} ({s}) el 1234BCD',
  '{B} ({b}) le compra el coche a {S} ({s})',
  '{B}, {b}, le ha comprado a {S}, {s}, el 1234BCD',
  '{B} ({b}) compró el coche a {S} ({s})',
  '{B} ({b}) compra el coche de {S} ({s}).',
  'El 1234BCD es de {S}, DNI {s}, y se lo vende a {B}, NIE {b}',
  'El 1234BCD era de {S} ({s}), que se lo ha vendido a {B} ({b})',
  'Lo vende {S}, {s}, a {B}, {b}.',
  'Lo vende {S}, {s}, y lo compra {B}, {b}.',
  'Lo compra {B} ({b}) y lo vende {S} ({s}).',
  'Vende {S} ({s}) y compra {B} ({b}).',
  'Compra {B} ({b}), vende {S} ({s}).',
  'Vende: {S}, {s}. Compra: {B}, {b}.',
  'Vende: {S}, {s}\nCompra: {B}, {b}',
  '{S} ({s}) vende el coche y {B} ({b}) lo compra.',
  'A {B} ({b}) le vende el coche {S} ({s}).',
  'A {S} ({s}) le compra el coche {B} ({b}).',
  'Coche vendido por {S} ({s}) a {B} ({b}).',
  'Vehículo 1234BCD comprado por {B} ({b}) a {S} ({s}).',
  '{S} ({s}) va a vender el 1234BCD a {B} ({b}).',
  '{S} ({s}) quiere venderle el coche a {B} ({b}).',
  '{B} ({b}) quiere comprarle el coche a {S} ({s}).',
  '{S} ({s}) vende a su hermana {B} ({b}) la moto 1234BCD.',
  '{S} ({s}) transmite a {B} ({b}) el vehículo 1234BCD',
  '{B} ({b}) adquiere de {S} ({s}) el vehículo',
  '{S} ({s}) ha venut el cotxe a {B} ({b}).',
  '{B} ({b}) ha comprat el cotxe a {S} ({s}).',
  '{S} ({s}) sold the car to {B} ({b}).',
  '{B} ({b}) bought the car from {S} ({s}).',
  'Se lo queda {B} ({b}), se lo vende {S} ({s}).',
  'El vendedor {S} ({s}) vende al comprador {B} ({b}) el coche.',
  '{S} ({s}), en adelante el vendedor, vende a {B} ({b}), en adelante el comprador, el 1234BCD.',
  'Don {S}, con DNI {s}, vende y transmite a doña {B}, con NIE {b}, que compra y acepta, el 1234BCD',
  '{S} ({s}) vende el coche. El comprador es {B} ({b}).',
  '{S} ({s}) vende el coche a nombre de {B} ({b}).',
  'Hola: {S}, DNI {s}, le vende a {B}, NIE {b}, el 1234BCD por 3.000 € a fecha 12/11/2026.',
  '{S}, amb DNI {s}, ven el cotxe 1234BCD a {B}, amb NIE {b}.',
  '{S} ({s}) vendeulle o coche a {B} ({b}).',
  '{B} ({b}) mercoulle o coche a {S} ({s}).',
  'Saltzailea: {S} (NAN {s})\nEroslea: {B} (NAN {b})',
  '{S}, con DNI {s}, declara haber vendido el 1234BCD a {B}, con NIE {b}.',
  'El que vende es {S} ({s}), la que compra es {B} ({b})',
  'Propietario actual {S} {s}, propietario nuevo {B} {b}',
  'El coche está a nombre de {S}, {s}, y hay que ponerlo a nombre de {B}, {b}.',
  'Cedente: {S} ({s}). Cesionario: {B} ({b}).',
  '{S}, {s}, vendedor del coche 1234BCD, y {B}, {b}, compradora del mismo',
  '{s} {S} vendedor\n{b} {B} compradora',
  '{S} (vendedor) - {s}\n{B} (compradora) - {b}',
]
/** The words leave more than one reading, or a line parts them: offered, and for nobody sure. */
const UNCLEAR = [
  '{S} ({s}) le dice a {B} ({b}) que vende el coche.',
  'El coche lo tenía {S} ({s}) y se lo compró {B} ({b}).',
  '{S} ({s})\nvende a\n{B} ({b})',
  'Venta de {S} ({s}) a {B} ({b}).',
  'Compraventa entre {S} ({s}) y {B} ({b}).',
  'Transferencia de {S} ({s}) a {B} ({b}).',
  '{B}, {b}, a quien {S}, {s}, vende el 1234BCD',
  '{S}, {s}, y {B}, {b}, en adelante vendedor y compradora respectivamente',
  'EL VENDEDOR      LA COMPRADORA\n{S}      {B}\n{s}      {b}',
  '{S}\n{s}\nVENDEDOR\n\n{B}\n{b}\nCOMPRADORA',
  'Nombre\tNIF\tParte\n{S}\t{s}\tVendedor\n{B}\t{b}\tCompradora',
]
const LUIS = { name: 'Luis Mora Sanz', id: '00000001R' }
/** Someone else stands beside a party: only the party is sure. */
const BESIDE = [
  'Comprador: {B}, {b}. Lo trae su hijo {S}, {s}.',
  'Comprador: {B} ({b}), hijo de {S} ({s})',
  'Comprador: {B}, {b}\nResponsable del tratamiento: {S}, NIF {s}.',
  'Comprador: {B} {b}\n\n{S} · NIF {s} · Tel. 93 111 22 33',
  'Comprador: {B} {b}, conductor habitual {S} {s}',
  'Comprador: {B}, {b}. Testigo: {S}, {s}.',
  'Comprador: {B}, {b}. Financiera: {S}, {s}.',
  'Hay que pasarlo a nombre de {B} ({b}); el titular es {S} ({s})',
  'El comprador ha venido con su padre, {S} ({s}). El comprador es {B} ({b}).',
]

test.each(BESIDE)('who stands beside a party in «%s» is not taken for it', (form) => {
  for (const other of [LUIS, AUTOS]) {
    const text = written(form, other, ANA)
    const candidates = proposalsFor('transfer', findInText(text, NOW)).flatMap((one) => one.candidates)
    const sure = candidates.filter(({ sureness }) => sureness !== 'doubtful').map(({ value }) => value)
    expect(sure).toContain(ANA.id)
    expect(sure).not.toContain(other.id)
    expect(sure).not.toContain(other.name)
  }
})

test('co-owners that are joined are both of their side, and a label in the plural is of all', () => {
  for (const text of [
    `Comprador: ${JUAN.name} (${JUAN.id}) y ${ANA.name} (${ANA.id})`,
    `Compradores: ${JUAN.name} (${JUAN.id})\n${ANA.name} (${ANA.id})`,
    `Venden ${LUIS.name} (${LUIS.id}), compran ${JUAN.name} (${JUAN.id}) y ${ANA.name} (${ANA.id})`,
  ]) {
    const buyers = proposalsFor('transfer', findInText(text, NOW)).find(({ field }) => field === 'buyerTaxId')
    expect(
      buyers?.candidates.filter(({ sureness }) => sureness === 'sure').map(({ value }) => value),
    ).toEqual([JUAN.id, ANA.id])
  }
})

test('of two sales in a row neither says who the parties are', () => {
  for (const form of [
    '{S} ({s}), que compró el coche a {B} ({b}), se lo vende a Luis Mora Sanz (00000001R)',
    'Luis Mora Sanz (00000001R) ha comprado el coche a {S} ({s}), que se lo compró a {B} ({b})',
    'Compré el coche a {S} ({s}) y ahora lo vendo a {B} ({b})',
  ]) {
    const found = Object.values(parties(written(form, JUAN, ANA)))
    expect(found.every((one) => one === undefined || one.sureness === 'doubtful')).toBe(true)
  }
})

test('the point of an initial or a shortened name ends no sentence', () => {
  const text = 'Vendedora: M.ª Ángeles Pons, NIF 12345678Z; compradora: J. Luis Oller Sala, NIF X1234567L.'
  expect(offered(text)).toMatchObject({ sellerTaxId: '12345678Z ✓', buyerTaxId: 'X1234567L ✓' })
  expect(offered('Comprador: de la Fuente Ruiz, Mª José. DNI 12345678Z')).toMatchObject({
    buyerName: 'de la Fuente Ruiz, Mª José ✓',
  })
})

test.each(CLEAR)('each party of «%s» has its side, whoever it is', (form) => {
  for (const [seller, buyer] of [
    [JUAN, ANA],
    [ANA, JUAN],
    [AUTOS, ANA],
    [JUAN, AUTOS],
  ] as const) {
    const found = parties(written(form, seller, buyer))
    expect(Object.fromEntries(Object.entries(found).map(([field, one]) => [field, one?.value]))).toEqual({
      sellerName: seller.name,
      sellerTaxId: seller.id,
      buyerName: buyer.name,
      buyerTaxId: buyer.id,
    })
    expect(Object.values(found).map((one) => one?.sureness)).not.toContain('doubtful')
  }
})

test('nobody is sure to be of the wrong side, however a sentence about a sale goes on', () => {
  const isRight = (text: string, seller: Person, buyer: Person) => {
    const { sellerName, sellerTaxId, buyerName, buyerTaxId } = parties(text)
    const wrong = [
      [sellerName, buyer.name],
      [sellerTaxId, buyer.id],
      [buyerName, seller.name],
      [buyerTaxId, seller.id],
    ] as const
    for (const [one, other] of wrong)
      expect(one?.value === other && one.sureness !== 'doubtful', `${other} in «${text}»`).toBe(false)
  }
  const before = fc.constantFrom('', 'Hola. ', 'Buenas tardes, ', 'Os cuento: ', 'Marta, ', '> ')
  const after = fc.constantFrom(
    '',
    '.',
    ' Gracias.',
    '. Un saludo, Pedro',
    ', el viernes',
    ' y ya está pagado.',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...CLEAR, ...UNCLEAR),
      before,
      after,
      fc.boolean(),
      fc.boolean(),
      (form, head, tail, swaps, wraps) => {
        const [seller, buyer] = swaps ? [ANA, JUAN] : [JUAN, ANA]
        const text = `${head}${written(form, seller, buyer)}${tail}`
        // A mail is wrapped where a line is full.
        isRight(wraps ? text.replaceAll(/(.{60,72}) /g, '$1\n') : text, seller, buyer)
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  ['Nombre: Juan\nApellidos: Pérez López', 'Juan Pérez López'],
  ['Apellidos: Pérez López\nNombre: Juan', 'Juan Pérez López'],
  ['Nombre: Juan Apellidos: Pérez López', 'Juan Pérez López'],
  ['Nombre:\nJuan\nApellidos:\nPérez López', 'Juan Pérez López'],
  ['Primer apellido: Pérez\nSegundo apellido: López\nNombre: Juan', 'Juan Pérez López'],
  [
    '1er apellido: PÉREZ\n2º apellido: DE LA FUENTE\nNombre: Mª DEL CARMEN',
    'Mª DEL CARMEN PÉREZ DE LA FUENTE',
  ],
  ['Nombre y apellidos: Juan Pérez López', 'Juan Pérez López'],
  ['Apellidos y nombre: Pérez López, Juan', 'Pérez López, Juan'],
  ['Nombre: RAMÓN Y CAJAL, SANTIAGO', 'RAMÓN Y CAJAL, SANTIAGO'],
  ['Nombre: de la Cruz Pérez, Juan', 'de la Cruz Pérez, Juan'],
  ['Nombre: BEN ALI, SAID', 'BEN ALI, SAID'],
  ['Nombre: Mohamed EL AMRANI', 'Mohamed EL AMRANI'],
  ['Nombre: Josep Puig i Cadafalch', 'Josep Puig i Cadafalch'],
  ['Nombre: María del Mar de los Ríos y Sanz', 'María del Mar de los Ríos y Sanz'],
  ['Nombre: JUAN PÉREZ DE LA FUENTE Y GÓMEZ', 'JUAN PÉREZ DE LA FUENTE Y GÓMEZ'],
  ['Nombre: M.ª Carmen Gil Ros', 'M.ª Carmen Gil Ros'],
  ['Nombre: Fco. Javier Gil Ros', 'Fco. Javier Gil Ros'],
  ['Nombre: J. A. Gil Ros', 'J. A. Gil Ros'],
  ['Nombre: J.A. Gil Ros', 'J.A. Gil Ros'],
  ['Nombre: Antonio Fdez. Glez.', 'Antonio Fdez. Glez.'],
])('a name in boxes, with particles or abbreviated is one name: %j', (form, name) => {
  expect(offered(`Vendedor\n${form}\nDNI: 12345678Z`)).toMatchObject({
    sellerName: `${name} ✓`,
    sellerTaxId: '12345678Z ✓',
  })
})

test('the boxes of two parties are two names, and a table has a name for each row', () => {
  const boxes = 'Vendedor\nNombre: Juan\nApellidos: Pérez López\nComprador\nNombre: Ana\nApellidos: Ruiz Gil'
  expect(offered(boxes)).toMatchObject({ sellerName: 'Juan Pérez López ✓', buyerName: 'Ana Ruiz Gil ✓' })
  expect(offered('Vendedor\nNombre: Juan\nComprador\nApellidos: Ruiz Gil')).toMatchObject({
    buyerName: 'Ruiz Gil ✓',
  })
  expect(offered('Nombre;Apellidos;DNI\nJuan;Pérez López;12345678Z\nAna;Ruiz Gil;X1234567L')).toMatchObject({
    sellerName: 'Juan Pérez López | Ana Ruiz Gil',
  })
})

test('an amount has its cents after an apostrophe, or a dash in their place', () => {
  const amounts = (text: string) =>
    findInText(text, NOW).flatMap(({ kind, value }) => (kind === 'amount' ? [value] : []))
  expect(amounts("Importe 8.250'50 €. Señal 300,- €. Resto 7.950.- euros. Gastos 60 €uros")).toEqual([
    '8.250,50',
    '300,00',
    '7.950,00',
    '60,00',
  ])
})

test('telephones are found however their prefix and their spaces are written', () => {
  const text =
    'Tel. (+34) 612 34 56 78\nMóvil: (0034) 612 34 56 79\n\u202A+34\u00A0612\u00A034\u00A056\u00A080\u202C\nTel. +34(0)612345681\nTel. 612\u2012345\u2012682'
  expect(findInText(text, NOW).flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []))).toEqual([
    '+34612345678',
    '+34612345679',
    '+34612345680',
    '+34612345681',
    '+34612345682',
  ])
})

test('days are found with a month’s name between hyphens, and in the form of programs', () => {
  const dates = (text: string) =>
    findInText(text, NOW).flatMap(({ kind, value }) => (kind === 'date' ? [value] : []))
  expect(dates('Bilbao, 2024ko azaroaren 12a')).toEqual(['12/11/2024'])
  expect(dates('Fecha: 12-nov-24.\nFirma: 03/oct/2024\nContrato: 1-sept.-2024')).toEqual([
    '12/11/2024',
    '03/10/2024',
    '01/09/2024',
  ])
  expect(dates('Fecha: 2024-11-12T10:30:00')).toEqual(['12/11/2024'])
})
