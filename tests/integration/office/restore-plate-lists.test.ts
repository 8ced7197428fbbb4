import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createList, newListOfText } from '#tests/fakes/plate-list-fixture.ts'
import { copyOf, restore } from './copies.ts'

const PLATES = ['1234BCD', '2345BCD', '3456BCD', '4567BCD', '5678BCD', '6789BCD']

let service: FaultService
const cores: CoreFixture[] = []

beforeEach(async () => {
  service = await startFaultService(reducedReports())
})
afterEach(async () => {
  await Promise.all(cores.splice(0).map((core) => core.stop()))
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function newPc(): Promise<CoreFixture> {
  const core = await startCore(service.url)
  cores.push(core)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  return core
}
const asked = () => service.seen.filter(({ method }) => method === 'POST').length
const rowsOf = async (core: CoreFixture, id: string) =>
  (await core.value('plate-lists.rows', { id, order: 'line', offset: 0, limit: 200 })).rows

test('lists come back with their rows, notes, marks and order, and ask for nothing until they are resumed', async () => {
  const pc = await newPc()
  await createList(
    pc,
    { id: 'done', name: 'Autos Vega' },
    newListOfText(PLATES.slice(0, 2).join(' Audi A3\n')),
  )
  await waitUntil(
    () => pc.value('plate-lists.get', { id: 'done' }),
    ({ state }) => state === 'done',
  )
  // The rest waits for a service that does not answer.
  service.answer(() => undefined)
  const running = { ...newListOfText([...PLATES, 'Total'].join('\n')) }
  await createList(
    pc,
    { id: 'running', name: 'Lozano' },
    {
      ...running,
      table: { headings: ['Matrícula'], plate: 0, alsoPlates: [], note: [] },
    },
  )
  await pc.value('plate-lists.annotate', { id: 'running', ord: 3, note: 'Llamar', marked: true })
  await pc.value('plate-lists.rows-first', { id: 'running', ords: [5] })
  await waitUntil(
    () => rowsOf(pc, 'running'),
    (rows) => rows.some(({ state }) => state === 'asked'),
  )
  const copy = await copyOf(pc)
  await pc.stop()
  cores.length = 0

  service.answer(reducedReports())
  const other = await newPc()
  const before = asked()
  await restore(other, copy)
  expect(await other.value('plate-lists.list', {})).toMatchObject({
    rows: [
      { id: 'running', name: 'Lozano', state: 'stopped', total: 6, open: 4, counts: { marked: 1 } },
      { id: 'done', name: 'Autos Vega', state: 'done', open: 0, counts: { transferable: 2 } },
    ],
  })
  expect(await other.value('plate-lists.get', { id: 'running' })).toMatchObject({
    leftOut: { unread: [{ text: 'Total' }] },
  })
  // The copy has no report. The warning comes back all the same.
  expect((await rowsOf(other, 'done')).map(({ otherVehicle }) => otherVehicle)).toEqual([
    { listed: 'Audi A3', registry: 'SEAT León 1.5 TSI FR' },
    null,
  ])
  expect((await rowsOf(other, 'running'))[3]).toMatchObject({ note: 'Llamar', marked: true })
  expect(await other.value('plate-lists.columns', { headings: ['matricula'], name: '' })).toMatchObject({
    known: { of: { id: 'running' } },
  })
  // Shown by a lookup that would come after theirs: nothing of the lists is asked, also after a start.
  await other.value('lookup.start', { vrm: '9999FGH' })
  await waitUntil(
    () => other.value('lookup.queue', {}),
    ({ rows }) => rows.length === 0,
  )
  expect(asked() - before).toBe(1)

  await other.value('plate-lists.resume', { id: 'running' })
  const done = await waitUntil(
    () => other.value('plate-lists.get', { id: 'running' }),
    ({ state }) => state === 'done',
  )
  expect(done).toMatchObject({ counts: { transferable: 6 } })
  // Those that the copy has answers of are not asked again.
  expect(asked() - before).toBe(1 + 4)
})

test('a list that is here stays as it is, and a copy restored twice makes none twice', async () => {
  const pc = await newPc()
  await createList(pc, { id: 'a', name: 'Autos Vega' }, newListOfText(PLATES.join('\n')))
  await waitUntil(
    () => pc.value('plate-lists.get', { id: 'a' }),
    ({ state }) => state === 'done',
  )
  const copy = await copyOf(pc)
  await pc.value('plate-lists.annotate', { id: 'a', ord: 0, note: 'Después de la copia' })
  await pc.value('plate-lists.rename', { id: 'a', name: 'Otro nombre' })
  await restore(pc, copy)
  await restore(pc, copy)
  expect(await pc.value('plate-lists.list', {})).toMatchObject({ rows: [{ id: 'a', name: 'Otro nombre' }] })
  expect((await rowsOf(pc, 'a'))[0]).toMatchObject({ note: 'Después de la copia' })
})
