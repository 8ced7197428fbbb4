import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { attach, filled, pdf, PDF, sentOrNot } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startProcedures, type ProcedureFixture } from './core-fixture.ts'

let service: ProcedureService
let desk: ProcedureFixture
let id: string

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startProcedures(service.url)
  id = (await filled(desk)).id
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const directory = () => join(desk.dataDir, 'demo', 'documents')
const files = () => readdir(directory()).catch(() => [])
const add = (name: string, bytes: Uint8Array, size = bytes.byteLength, type?: string) =>
  desk.receive({ draftId: id, name, size, ...(type !== undefined && { type }) }, bytes)
const failsWith = (code: string) => ({ ok: false, error: { code } })
const draft = () => desk.value('procedures.draft-get', { id })

describe('a file is what it is by its content', () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 1)])
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2_000, 1)])
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(2_000, 1)])
  test.each([
    ['scan.pdf', PDF, 'application/pdf'],
    ['IMG_2041.jpg', jpeg, 'image/jpeg'],
    ['captura.png', png, 'image/png'],
    ['IMG_0001.HEIC', heic, 'image/heic'],
    ['a picture that says it is a pdf.pdf', jpeg, 'image/jpeg'],
    ['no ending', png, 'image/png'],
  ])('%s', async (name, bytes, mime) => {
    const added = await add(name, bytes)
    if (!added.ok) throw new Error(added.error.code)
    expect(added.value.document).toMatchObject({ mime, size: bytes.byteLength, state: 'kept', preview: true })
    expect(await desk.read(added.value.document.id)).toEqual(bytes)
  })

  test.each([
    [
      'a program that says it is a PDF',
      'factura.pdf',
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5_000)]),
    ],
    ['a text', 'dni.pdf', Buffer.from('esto no es un pdf')],
    ['a short one of zeros', 'dni.jpg', Buffer.alloc(20)],
  ])('%s is refused, and nothing of it stays', async (_, name, bytes) => {
    expect(await add(name, bytes)).toMatchObject(failsWith('document-not-accepted'))
    expect(await files()).toEqual([])
    expect((await draft()).documents).toEqual([])
  })
})

test('an empty file, one larger than the account takes, half a file', async () => {
  expect(await add('vacio.pdf', Buffer.alloc(0))).toMatchObject(failsWith('document-empty'))
  const most = (await desk.value('procedures.abilities', {})).maxDocumentBytes
  expect(await add('enorme.pdf', PDF, 600 * 1024 * 1024)).toMatchObject(failsWith('document-too-large'))
  const lying = Buffer.concat([PDF, Buffer.alloc(most)])
  expect(await add('mayor-de-lo-que-dice.pdf', lying, 1_000)).toMatchObject(failsWith('document-too-large'))
  expect(await add('cortado.pdf', PDF, PDF.length + 10)).toMatchObject(failsWith('document-changed'))
  expect(await files()).toEqual([])
})

test('a window that goes away in the middle leaves nothing', async () => {
  const gone = new AbortController()
  async function* broken() {
    yield PDF
    gone.abort()
    throw new Error('the window cancelled the transfer')
  }
  const args = { draftId: id, name: 'a.pdf', size: 1_000_000 }
  const added = await desk.core.router.receive('procedures.document-add', args, broken(), gone.signal)
  expect(added).toMatchObject(failsWith('cancelled'))
  async function* unreadable() {
    yield PDF
    throw new Error('the file was deleted')
  }
  const still = new AbortController().signal
  expect(await desk.core.router.receive('procedures.document-add', args, unreadable(), still)).toMatchObject(
    failsWith('document-changed'),
  )
  expect(await files()).toEqual([])
})

test('the same content again is the same document: a try whose answer was lost can be made again', async () => {
  const first = await attach(desk, id, 'dni.pdf')
  const again = await add('otro nombre.pdf', pdf('dni.pdf'))
  expect(again).toMatchObject({ ok: true, value: { repeated: true, document: { id: first.id } } })
  expect((await draft()).documents).toHaveLength(1)
  expect(await files()).toHaveLength(1)
})

test('its type is guessed from its name, and the person says another', async () => {
  const { id: documentId, type, guessed } = await attach(desk, id, 'Contrato compraventa 1234BCD.pdf')
  expect({ type, guessed }).toEqual({ type: 'sales_agreement', guessed: true })
  const changed = await desk.value('procedures.document-type', {
    documentId,
    type: 'un tipo que no conocemos',
  })
  expect(changed).toMatchObject({ type: 'un tipo que no conocemos', guessed: false })
  await sentOrNot(desk, id)
  expect(service.procedures()[0]?.documents[0]?.type).toBe('un tipo que no conocemos')
})

test('a document is named after what it is, also when it is saved', async () => {
  const evil = await attach(desk, id, '../../etc/\u202Efdp.exe.pdf')
  expect(evil.name).toBe('fdp-exe.pdf')
  const good = await attach(desk, id, 'Ñandú 1.2.2024 (copia).PDF')
  expect(good.name).toBe('Ñandú 1.2.2024 (copia).PDF')
  const polyglot = await add('factura.pdf.hta', Buffer.concat([Buffer.from('<script>1</script>'), PDF]))
  if (!polyglot.ok) throw new Error(polyglot.error.code)
  expect(polyglot.value.document).toMatchObject({ name: 'factura.pdf', mime: 'application/pdf' })
  const saved = await desk.core.router.send(
    'procedures.document',
    { documentId: polyglot.value.document.id },
    new AbortController().signal,
  )
  expect(saved.ok && saved.value.filename).toBe('factura.pdf')
})

test('links: kept with their name, refused when they are none', async () => {
  for (const url of [
    '',
    'dni.pdf',
    'file:///etc/passwd',
    'https://user:pass@a.example/x.pdf',
    'javascript:1',
  ])
    expect(await desk.call('procedures.document-link', { draftId: id, url })).toMatchObject(
      failsWith('bad-link'),
    )
  const link = await desk.value('procedures.document-link', {
    draftId: id,
    url: ' https://a.example/d/ficha%20t%C3%A9cnica.pdf?x=1 ',
  })
  expect(link).toMatchObject({
    source: 'link',
    name: 'ficha técnica.pdf',
    type: 'technical_sheet',
    preview: false,
  })
  const evil = await desk.value('procedures.document-link', {
    draftId: id,
    url: 'https://a.example/d/ficha%E2%80%AE%00%0A%E2%80%8Bfdp.exe',
  })
  expect(evil.name).toBe('fichafdp.exe')
})

test('no more than the account takes', async () => {
  await desk.value('accounts.change', { id: 'demo', assumptions: { maxDocuments: 2 } })
  await attach(desk, id, 'uno.pdf')
  await attach(desk, id, 'dos.pdf')
  expect(await add('tres.pdf', pdf('tres'))).toMatchObject(failsWith('too-many-documents'))
  expect(await files()).toHaveLength(2)
})

test('what is on the disk is sealed, and what was changed there is not taken for the document', async () => {
  const document = await attach(desk, id, 'dni.pdf', pdf('SECRETO', 200_000))
  const [name = ''] = await files()
  const path = join(directory(), name)
  const { readFile } = await import('node:fs/promises')
  const sealed = await readFile(path)
  expect(sealed.includes('SECRETO')).toBe(false)
  sealed.writeUInt8(sealed.readUInt8(70_000) ^ 1, 70_000)
  await writeFile(path, sealed)
  await expect(desk.read(document.id)).rejects.toThrow('authenticate')
})

test.each([
  ['deleted', (path: string) => rm(path)],
  ['changed', (path: string) => writeFile(path, 'x'.repeat(500))],
])(
  'a copy that was %s under our feet: the sending stops, says which, and goes on once it is given again',
  async (_, harm) => {
    const lost = await attach(desk, id, 'dni.pdf')
    await harm(join(directory(), `${lost.id}.sealed`))
    await attach(desk, id, 'contrato.pdf')
    const stopped = await sentOrNot(desk, id)
    expect(stopped).toMatchObject({ state: 'stopped', problem: 'document-refused' })
    expect(stopped.documents.map(({ state, error }) => [state, error?.code])).toEqual([
      ['refused', 'document-lost'],
      ['uploaded', undefined],
    ])
    expect(service.procedures().every(({ status }) => status === 'DRAFT')).toBe(true)
    const { version } = stopped
    expect(await desk.call('procedures.send', { id, version, duplicates: true })).toMatchObject(
      failsWith('procedure-incomplete'),
    )
    await desk.value('procedures.document-remove', { documentId: lost.id })
    await attach(desk, id, 'dni.pdf')
    expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', orphans: 0 })
    expect(service.procedures().at(-1)?.documents).toHaveLength(2)
  },
)

test.each([413, 415, 400] as const)('a document that the service refuses with %s', async (status) => {
  let times = 0
  service.meddle((what) => (what.endsWith('/documents') && times++ === 0 ? status : 'pass'))
  const refused = await attach(desk, id, 'dni.pdf')
  await attach(desk, id, 'contrato.pdf')
  const stopped = await sentOrNot(desk, id)
  expect(stopped).toMatchObject({ state: 'stopped', problem: 'document-refused' })
  expect(stopped.documents[0]?.error).toMatchObject({
    code: 'document-rejected',
    detail: `meddled: ${status}`,
  })
  // Setting a type, even the same one, makes it try again.
  await desk.value('procedures.document-type', { documentId: refused.id, type: 'passport' })
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent' })
  expect(service.procedures().find(({ status: now }) => now === 'PENDING')?.documents).toHaveLength(2)
})

test('one that was uploaded and is not wanted any more: the draft at the service is left behind, not sent with it', async () => {
  const unwanted = await attach(desk, id, 'dni.pdf')
  await attach(desk, id, 'contrato.pdf')
  service.meddle((what) => (what.endsWith('/confirm') ? 403 : 'pass'))
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'stopped', problem: 'refused' })
  service.meddle(() => 'pass')
  await desk.value('procedures.document-remove', { documentId: unwanted.id })
  const stopped = await sentOrNot(desk, id)
  // A confirmation of it may have been delivered: the user must decide before another draft.
  expect(stopped).toMatchObject({ state: 'stopped', problem: 'documents-differ' })
  await desk.value('procedures.resolve', { id, how: 'again' })
  expect(await sentOrNot(desk, id)).toMatchObject({ state: 'sent', orphans: 1 })
  const confirmed = service.procedures().filter(({ status }) => status !== 'DRAFT')
  expect(confirmed).toHaveLength(1)
  expect(confirmed[0]?.documents.map(({ name }) => name)).toEqual(['contrato.pdf'])
})

test('what a crash left is swept at the start, and what is needed is not', async () => {
  const kept = await attach(desk, id, 'dni.pdf')
  await writeFile(join(directory(), 'half.incoming'), 'x')
  await writeFile(join(directory(), 'of-nobody.sealed'), 'x')
  await desk.stop()
  desk = await startProcedures(service.url, { dataDir: desk.dataDir })
  expect(await files()).toEqual([`${kept.id}.sealed`])
  expect(await desk.read(kept.id)).toEqual(pdf('dni.pdf'))
})
