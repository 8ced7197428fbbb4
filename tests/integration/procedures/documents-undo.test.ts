import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { attach, filled, pdf, send } from '#tests/fakes/procedure-fixture.ts'
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

const listed = async () => (await desk.value('procedures.draft-get', { id })).documents
const swap = (out: string[], back: string[], order: string[] = []) =>
  desk.call('procedures.document-swap', { draftId: id, out, back, order })
const failsWith = (code: string) => ({ ok: false, error: { code } })

test('two papers that were joined come back each in its place, as they were, with their ids and bytes', async () => {
  const names = ['dni cara.pdf', 'contrato.pdf', 'dni cruz.pdf']
  for (const name of names) await attach(desk, id, name)
  const before = await listed()
  const [front = '', contract = '', back = ''] = before.map((one) => one.id)
  await desk.value('procedures.document-type', { documentId: back, type: 'passport' })
  const { id: joined } = await attach(desk, id, 'dni.pdf')
  expect(await swap([front, back], [], [joined, front, contract, back])).toMatchObject({ ok: true })
  expect((await listed()).map((one) => one.id)).toEqual([joined, contract])
  // Somebody adds another one before it is undone.
  const { id: later } = await attach(desk, id, 'ficha.pdf')
  expect(await swap([joined], [front, back], [front, contract, back])).toMatchObject({ ok: true })
  const after = await listed()
  expect(after.slice(0, 3)).toEqual([
    before[0],
    before[1],
    { ...before[2], type: 'passport', guessed: false },
  ])
  expect(after[3]?.id).toBe(later)
  expect(await desk.read(front)).toEqual(pdf('dni cara.pdf'))
  // Undone twice it changes nothing.
  expect(await swap([joined], [front, back])).toMatchObject(failsWith('not-found'))
  expect((await listed()).map((one) => one.id)).toEqual([front, contract, back, later])
})

test('a link comes back too; what is being sent takes nothing back, and another draft nothing that is not its own', async () => {
  const link = await desk.value('procedures.document-link', {
    draftId: id,
    url: 'https://drive.es/ficha.pdf',
  })
  await desk.value('procedures.document-remove', { documentId: link.id })
  const other = (await filled(desk)).id
  expect(
    await desk.call('procedures.document-swap', { draftId: other, out: [], back: [link.id], order: [] }),
  ).toMatchObject(failsWith('not-found'))
  await desk.value('settings.update', { undoSeconds: 30 })
  await attach(desk, id, 'dni.pdf')
  await send(desk, id)
  expect(await swap([], [link.id])).toMatchObject(failsWith('draft-busy'))
  await desk.value('procedures.undo', { id })
  expect(await swap([], [link.id])).toMatchObject({ ok: true })
  expect((await listed()).at(-1)).toEqual(link)
})

test('its file goes with the end of the run, and nothing but this run could open it', async () => {
  const document = await attach(desk, id, 'dni.pdf')
  await desk.value('procedures.document-remove', { documentId: document.id })
  const files = () => readdir(join(desk.dataDir, 'demo', 'documents'))
  expect(await files()).toHaveLength(1)
  await desk.stop()
  desk = await startProcedures(service.url, { dataDir: desk.dataDir })
  expect(await swap([], [document.id])).toMatchObject(failsWith('not-found'))
  expect(await files()).toEqual([])
})

test('one that takes the place of another needs no room of its own', async () => {
  await desk.value('accounts.change', { id: 'demo', assumptions: { maxDocuments: 2 } })
  for (let at = 0; at < 2; at += 1)
    await desk.value('procedures.document-link', { draftId: id, url: `https://drive.es/${at}.pdf` })
  const [first] = await listed()
  const bytes = pdf('girada')
  const add = (instead?: string[]) =>
    desk.receive({ draftId: id, name: 'a.pdf', size: bytes.length, ...(instead && { instead }) }, bytes)
  expect(await add()).toMatchObject(failsWith('too-many-documents'))
  expect(await add([first?.id ?? ''])).toMatchObject({ ok: true })
})
