import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { attach, filled, pdf, sentOrNot, type ProcedureCommands } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { copyOf, restore } from '#tests/integration/office/copies.ts'
import { startProcedures } from '#tests/integration/procedures/core-fixture.ts'
import { startServiceDocumentFixture, type ServiceDocumentFixture } from './desk.ts'

const LUCIA = '12345678Z'

let service: ProcedureService
let desk: ServiceDocumentFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startServiceDocumentFixture(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const procedure = async (): Promise<string> => {
  const { id } = await service.direct.create('1234BCD')
  await desk.value('changes.add', { text: id })
  await desk.value('changes.refresh', { kind: 'procedure', id })
  return id
}
const give = (procedureId: string, name: string, id: string = randomUUID()) =>
  desk.give({ id, procedureId, name, type: 'national_id' }, pdf(name))
const namesOf = async (procedureId: string) =>
  (await desk.serviceDocuments(procedureId)).flatMap(({ sentName = [] }) => sentName)
const documentsOf = (id: string) => service.procedures().find((one) => one.id === id)?.documents ?? []

test('several attachments are one item each, and their names stay in the list of the file', async () => {
  const id = await procedure()
  const names = ['dni marta.pdf', 'dni raul.pdf', 'contrato firmado.pdf']
  const given = await Promise.all(names.map((name) => give(id, name)))
  for (const one of given) {
    if (!one.ok) throw new Error(one.error.code)
    expect(await desk.settled(id, one.value.id)).toMatchObject({ state: 'done' })
  }
  expect(documentsOf(id)).toHaveLength(3)
  await waitUntil(
    () => namesOf(id),
    (known) => known.length === 3,
  )
  expect((await namesOf(id)).toSorted()).toEqual(names.toSorted())
})

test('an attachment that the window sends again after a lost answer is the same one, sent once', async () => {
  const id = await procedure()
  const own = randomUUID()
  const first = await give(id, 'dni.pdf', own)
  const second = await give(id, 'dni.pdf', own)
  expect([first, second]).toMatchObject([
    { ok: true, value: { id: own } },
    { ok: true, value: { id: own } },
  ])
  await desk.settled(id, own)
  await give(id, 'dni.pdf', own)
  expect(documentsOf(id)).toHaveLength(1)
  // The id of another file is refused.
  const other = await procedure()
  expect(await give(other, 'dni.pdf', own)).toMatchObject({ ok: false, error: { code: 'attachment-open' } })
})

test('two sendings of one attachment at the same time are one', async () => {
  const id = await procedure()
  const own = randomUUID()
  const both = await Promise.all([give(id, 'dni.pdf', own), give(id, 'dni.pdf', own)])
  expect(both.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1)
  await desk.settled(id, own)
  expect(documentsOf(id)).toHaveLength(1)
})

test('names of a sent draft stay, come with a copy, and go with the person or the procedure', async () => {
  const core = await startProcedures(service.url)
  try {
    const draft = await filled(core, 'transfer')
    await attach(core, draft.id, `DNI ${LUCIA}.pdf`)
    await attach(core, draft.id, 'papeles de ella.pdf')
    const { procedureId = '' } = await sentOrNot(core, draft.id)
    const list = async (of: ProcedureCommands) =>
      (await of.value('service-documents.list', { procedureId })).serviceDocuments.flatMap(
        ({ sentName = [] }) => sentName,
      )
    await waitUntil(
      () => list(core),
      (names) => names.length === 2,
    )
    const copy = await copyOf(core)

    const pc = await startProcedures(service.url)
    try {
      await restore(pc, copy)
      expect((await list(pc)).toSorted()).toEqual([`DNI ${LUCIA}.pdf`, 'papeles de ella.pdf'])
    } finally {
      await pc.stop()
    }
    // Only a name mentions her.
    expect(await core.value('data-subjects.held', { taxId: LUCIA })).toMatchObject({ procedures: 1 })
    await core.value('data-subjects.erase', { taxId: LUCIA, confirmed: true })
    expect(await list(core)).toEqual([])
    expect(await core.value('data-subjects.held', { taxId: LUCIA })).toMatchObject({ procedures: 0 })
  } finally {
    await core.stop()
  }
})

test('a guess keeps its reason and what reading the file found, until it is confirmed', async () => {
  const core = await startProcedures(service.url)
  try {
    const { id: draftId } = await filled(core, 'transfer')
    const bytes = pdf('Escaneo0001.pdf')
    const added = await core.receive(
      {
        draftId,
        name: 'Escaneo0001.pdf',
        size: bytes.byteLength,
        guess: { type: 'invoice', reason: 'text', reading: 'long' },
      },
      bytes,
    )
    const expected = { type: 'invoice', guessed: true, reason: 'text', reading: 'long' }
    expect(added).toMatchObject({ ok: true, value: { document: expected } })
    const byName = await attach(core, draftId, 'contrato.pdf')
    expect(byName).toMatchObject({ type: 'sales_agreement', guessed: true, reason: 'name' })
    const same = await core.value('procedures.document-type', { documentId: byName.id, type: byName.type })
    expect(same).toMatchObject({ type: 'sales_agreement', guessed: false })
  } finally {
    await core.stop()
  }
})
