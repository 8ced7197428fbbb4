import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createNamer,
  fileNameAs,
  SERVICE_DOCUMENT_NAME_FIELDS,
  serviceDocumentName,
  safeFileName,
  safeName,
  fileNameSlug,
  unknownNameFields,
} from '#shared/domain/service-document-name.ts'

const VALUES = {
  matricula: '1234BCD',
  documento: 'permiso-de-circulacion-provisional',
  fecha: '2026-11-20',
}

test('a template becomes a name', () => {
  expect(serviceDocumentName('{matricula}_{documento}_{fecha}', VALUES)).toBe(
    '1234BCD_permiso-de-circulacion-provisional_2026-11-20',
  )
  expect(serviceDocumentName('{ Matricula } ({FECHA})', VALUES)).toBe('1234BCD (2026-11-20)')
})

test.each([
  ['{cliente}_{matricula}', '1234BCD'],
  ['{matricula}_{cliente}_{fecha}', '1234BCD_2026-11-20'],
  ['{matricula}_{cliente}', '1234BCD'],
  ['{matricula} - {cliente} - {factura} - {fecha}', '1234BCD - 2026-11-20'],
  ['{cliente}{factura}', 'documento'],
])('what has no value leaves no gap: %s', (template, name) => {
  expect(serviceDocumentName(template, VALUES)).toBe(name)
})

test('a field that says nothing is told, and leaves no gap either', () => {
  expect(unknownNameFields('{matricula}_{matrícula}_{}_{constructor}_{fecha}')).toEqual([
    'matrícula',
    '',
    'constructor',
  ])
  expect(serviceDocumentName('{matricula}_{constructor}_{toString}', VALUES)).toBe('1234BCD')
})

test.each([
  ['../../etc/passwd', '-..-etc-passwd'],
  ['C:\\Users\\ana', 'C--Users-ana'],
  ['con', '_con'],
  ['LPT1.txt', '_LPT1.txt'],
  ['COM¹', '_COM¹'],
  ['factura.', 'factura'],
  ['  .oculto ', 'oculto'],
  ['a\u202Efdp.exe', 'afdp.exe'],
  ['línea\r\nnueva', 'líneanueva'],
  ['\uD800suelto', 'suelto'],
  ['nul .pdf', '_nul .pdf'],
  ['CONOUT$', '_CONOUT$'],
  ['a\u200B\uFE0F\u00ADb\u2066', 'ab'],
  ['x.pdf:oculto', 'x.pdf-oculto'],
])('%j is safe as %j', (text, name) => {
  expect(safeName(text)).toBe(name)
})

test('whatever the template and the values are, every system takes the name and it leads nowhere', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const values = fc.record(Object.fromEntries(SERVICE_DOCUMENT_NAME_FIELDS.map((field) => [field, text])))
  const template = fc.oneof(
    text,
    fc.constantFrom(...SERVICE_DOCUMENT_NAME_FIELDS.map((field) => `{${field}}_x{${field}}`)),
  )
  fc.assert(
    fc.property(template, values, (pattern, given) => {
      const name = serviceDocumentName(pattern, given)
      expect(name).not.toBe('')
      expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cs}]/u)
      expect(name).not.toMatch(/^[. ]|[. ]$/)
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
      expect(Buffer.from(name).toString()).toBe(name)
    }),
    { numRuns: 500 },
  )
})

const UNSAFE =
  /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]|^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)|^[. ]|[. ]$/iu
const SECOND_ENDING = /\.(?=[^.\s]*\p{L})[\p{L}\p{N}][^.\s]+$/u
const PDF = ['pdf'] as const
const JPEG = ['jpg', 'jpeg'] as const

test.each([
  ['poliglota.html', PDF, 'poliglota.pdf'],
  ['factura.hta', PDF, 'factura.pdf'],
  ['factura.pdf.exe', PDF, 'factura.pdf'],
  ['factura.exe.pdf', PDF, 'factura-exe.pdf'],
  ['factura.pdf          .exe', PDF, 'factura.pdf'],
  ['factura\u202Efdp.exe', PDF, 'facturafdp.pdf'],
  ['DNI.PDF', PDF, 'DNI.PDF'],
  ['foto.JPEG', JPEG, 'foto.JPEG'],
  ['foto.png', JPEG, 'foto.jpg'],
  ['foto', JPEG, 'foto.jpg'],
  ['Talleres Gómez S.L.', PDF, 'Talleres Gómez S.L.pdf'],
  ['permiso 3.5.2024', PDF, 'permiso 3.5.2024.pdf'],
  ['permiso.circulacion', PDF, 'permiso-circulacion.pdf'],
  ['C:\\Users\\ana\\dni.pdf', PDF, 'dni.pdf'],
  ['aux.html', PDF, '_aux.pdf'],
  ['.pdf', PDF, 'pdf.pdf'],
  ['\u0000\r\n', PDF, 'documento.pdf'],
])('%j of a %j file is saved as %j', (given, endings, name) => {
  expect(fileNameAs(given, endings)).toBe(name)
})

test('whatever name a file was given, it is safe and its one ending is true', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      '.pdf',
      '.exe',
      '.PDF',
      '.html',
      'con',
      ' ',
      '.',
      '\u202E',
      '\u200B',
      'S.L',
      '/',
      '\u00E9'.repeat(200),
    ),
  )
  const given = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(given, fc.constantFrom(PDF, JPEG), (text, endings) => {
      const name = fileNameAs(text, endings)
      const ending = name.slice(name.lastIndexOf('.') + 1)
      const stem = name.slice(0, -ending.length - 1)
      expect(endings).toContain(ending.toLowerCase())
      expect(stem).not.toBe('')
      expect(stem).not.toMatch(UNSAFE)
      expect(stem).not.toMatch(SECOND_ENDING)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
      expect(fileNameAs(name, endings)).toBe(name)
      // The final check leaves it unchanged.
      expect(safeFileName(name)).toBe(name)
      expect(safeFileName(text)).not.toMatch(UNSAFE)
    }),
    { numRuns: 500 },
  )
})

test('no two names of one folder are the same, also where A and a are one', () => {
  const name = fc.constantFrom('a', 'A', 'a (2)', 'á', 'a\u0301', 'b')
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (names) => {
      const unique = createNamer()
      const given = names.map((one) => unique(one, '.pdf').normalize('NFC').toLowerCase())
      expect(new Set(given).size).toBe(names.length)
    }),
  )
  const unique = createNamer()
  expect([unique('x', '.pdf'), unique('X', '.pdf'), unique('x', '.jpg')]).toEqual([
    'x.pdf',
    'X (2).pdf',
    'x.jpg',
  ])
})

test('the words of a document as part of a name', () => {
  expect(fileNameSlug('Permiso de circulación provisional')).toBe('permiso-de-circulacion-provisional')
  expect(fileNameSlug('Modelo 576 (IEDMT)')).toBe('modelo-576-iedmt')
})

test('a name of any length is made safe at once, and keeps its ending', () => {
  for (const run of [' ', '. ', '.', 'a.', '<', '\u200b'])
    expect(safeFileName(`x${run.repeat(300_000)}x.pdf`)).toMatch(/\.pdf$/)
})
