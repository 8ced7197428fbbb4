import { expect, test } from 'vitest'
import {
  isWholeServiceDocument,
  getMime,
  detectKind,
  buildFileName,
  listServiceDocuments,
} from '#electron/core/features/service-documents/service-documents.rules.ts'

const NOW = new Date('2026-11-21T12:00:00').getTime()
const KNOWN = { status: 'DONE', since: 0, vrm: '1234BCD', vin: null, client: 'Talleres "Gómez"', rows: [] }
const list = (
  body: object,
  template = '{matricula}_{documento}',
  rows: Parameters<typeof listServiceDocuments>[1]['rows'] = [],
) =>
  listServiceDocuments(
    'p',
    { ...KNOWN, rows, sentNames: {}, parties: {}, body: { id: 'p', status: 'DONE', ...body } },
    { serviceDocuments: 'open', serviceDocumentName: template },
    NOW,
  )
const names = (body: object, template?: string) => list(body, template).map(({ fileName }) => fileName)

test('of the client and of the operator, each with a name of its own', () => {
  const twice = { type: 'procedure_invoice', mimeType: 'application/pdf', createdAt: '2026-11-20T10:00:00Z' }
  const serviceDocuments = list({
    documents: [{ id: 'c', type: 'national_id', name: 'DNI', mimeType: 'image/jpeg' }],
    generatedDocuments: [
      { id: 'a', ...twice },
      { id: 'b', ...twice },
    ],
  })
  expect(serviceDocuments.map(({ documentId, which, fileName }) => [documentId, which, fileName])).toEqual([
    ['c', 'client', '1234BCD_dni.jpg'],
    ['a', 'generated', '1234BCD_factura-del-tramite.pdf'],
    ['b', 'generated', '1234BCD_factura-del-tramite (2).pdf'],
  ])
  expect(serviceDocuments[1]?.createdAt).toBe(Date.parse('2026-11-20T10:00:00Z'))
})

test('of a shape that nobody knows, what can be read is shown', () => {
  expect(list({ documents: null, generatedDocuments: 'x' })).toEqual([])
  expect(
    names({
      generatedDocuments: [null, { id: 'a' }, { id: 'b', type: 'new_doc', mimeType: 7 }, { type: 'x' }],
    }),
  ).toEqual(['1234BCD_documento.pdf', '1234BCD_documento (2).pdf'])
  expect(list({ id: 7 })).toEqual([])
})

test('a name made of what somebody else wrote leads nowhere', () => {
  const body = {
    invoiceNumber: '../../F/1',
    generatedDocuments: [{ id: 'a', type: 'es_01_doc', mimeType: 'application/exe' }],
  }
  expect(names(body, '{cliente}/{factura}')).toEqual(['Talleres -Gómez--..-..-F-1.bin'])
  expect(names({ generatedDocuments: [{ id: 'a', mimeType: 'a/../../x' }] }, '{bastidor}')).toEqual([
    'documento.bin',
  ])
})

test('what is kept says so, and is what it turned out to be', () => {
  const kept = {
    documentId: 'a',
    state: 'kept' as const,
    asked: false,
    file: 'f',
    key: new Uint8Array(32),
    kind: 'png' as const,
    size: 7,
    sha256: 'ff',
    error: null,
  }
  const body = { generatedDocuments: [{ id: 'a', mimeType: 'application/pdf' }], documents: [{ id: 'a' }] }
  const [client, generated] = list(body, '{matricula}', [kept])
  expect(generated).toMatchObject({ kept: true, mime: 'image/png', size: 7, fileName: '1234BCD.png' })
  // The client's documents are never stored, whatever their id.
  expect(client).toMatchObject({ which: 'client', kept: false })
})

test('what was read is named after what it is, whatever was said of it', () => {
  const [serviceDocument, program] = list({
    generatedDocuments: [
      { id: 'a', mimeType: 'image/png' },
      { id: 'b', mimeType: 'text/plain', name: 'x.exe' },
    ],
  })
  if (!serviceDocument || !program) throw new Error('not listed')
  expect(serviceDocument.fileName).toBe('1234BCD_documento.png')
  expect(buildFileName(serviceDocument, 'pdf')).toBe('1234BCD_documento.pdf')
  expect(buildFileName(serviceDocument, 'other')).toBe('1234BCD_documento.bin')
  expect(program.fileName).toBe('1234BCD_x-exe.txt')
  expect(buildFileName(program, 'other')).toBe('1234BCD_x-exe.txt')
})

test('what was kept as an unknown file is not called a PDF', () => {
  const kept = {
    documentId: 'a',
    state: 'kept' as const,
    asked: false,
    file: 'f',
    key: new Uint8Array(32),
    kind: 'other' as const,
    size: 7,
    sha256: 'ff',
    error: null,
  }
  const body = { generatedDocuments: [{ id: 'a', mimeType: 'application/pdf' }] }
  expect(list(body, '{matricula}', [kept])[0]?.fileName).toBe('1234BCD.bin')
})

test.each([
  ['<!doctype html><title>Inicia sesión</title>', null],
  ['\uFEFF\n  {"statusCode":403}', null],
  ['[]', null],
  ['<?xml version="1.0"?><Error/>', null],
  ['', null],
  ['   ', null],
  ['%PDF-1.7', 'pdf'],
  ['PK\u0003\u0004', 'other'],
])('%j is %s', (text, kind) => {
  expect(detectKind(new TextEncoder().encode(text))).toBe(kind)
})

test('a PDF without its end was cut off, and what nobody knows is only saved', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(isWholeServiceDocument('pdf', bytes('%PDF-1.7 ... '))).toBe(false)
  expect(isWholeServiceDocument('pdf', bytes('%PDF-1.7 ... %%EOF\n'))).toBe(true)
  expect(isWholeServiceDocument('other', bytes('x'))).toBe(true)
  expect(getMime('other')).toBe('application/octet-stream')
})
