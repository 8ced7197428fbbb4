import { MAX_SAVED_FIELDS } from '#shared/domain/transfer-batch.ts'
import { startProcedures } from '#tests/integration/procedures/core-fixture.ts'
import { startProcedureService } from '#tests/fakes/procedure-service.ts'
import { beginBatch, listOf } from '#tests/fakes/transfer-batch-fixture.ts'
import { clipboardCells, clipboardText, pasteCells } from '#shared/domain/transfer-batch-paste.ts'
import { figure, type Figure } from './statistics.ts'

const ROWS = 200
const ROUNDS = 5

/**
 * Transfers begun together: a block of 200 rows put in the grid, written down, checked, and made drafts. Without the
 * rate limit, so that our own time is measured.
 */
export async function transferBatchFigures(): Promise<Figure[]> {
  const service = await startProcedureService()
  const core = await startProcedures(service.url)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  const plates = Array.from({ length: ROWS }, (_, at) => `${String(1000 + at)}BCD`)
  async function* body() {
    yield Buffer.from(JSON.stringify(listOf(plates)))
  }
  const still = new AbortController().signal
  await core.core.router.receive('plate-lists.create', { id: 'list', name: 'Autos Vega' }, body(), still)

  const block = plates.map((vrm, at) => [vrm, '12345678Z', 'Lucía Ribera Soler', `${at + 1}.250,50`])
  const copied = clipboardText(block)
  const taken: Record<'pasted' | 'saved' | 'checked' | 'made', number[]> = {
    pasted: [],
    saved: [],
    checked: [],
    made: [],
  }
  const timed = async <T>(what: keyof typeof taken, run: () => T | Promise<T>): Promise<T> => {
    const started = performance.now()
    const value = await run()
    taken[what].push(performance.now() - started)
    return value
  }
  for (let round = 0; round < ROUNDS; round++) {
    const id = `b${round}`
    await beginBatch(core, 'list', id)
    const { rows, fields, version } = await core.value('transfer-batches.get', { id })
    const places = rows.map(({ ord, vrm, number }) => ({ ord, vrm, number, isMade: false }))
    const { values } = await timed('pasted', () =>
      pasteCells(clipboardCells(copied), { rows: places, values: fields, at: { row: 0, column: 'vrm' } }),
    )
    const entries = Object.entries(values) as [string, string][]
    const last = await timed('saved', async () => {
      let next = version
      for (let at = 0; at < entries.length; at += MAX_SAVED_FIELDS) {
        const part = Object.fromEntries(entries.slice(at, at + MAX_SAVED_FIELDS))
        next = (await core.value('transfer-batches.save', { id, version: next, fields: part })).version
      }
      return next
    })
    await timed('checked', () => core.value('transfer-batches.checks', { id }))
    const { made } = await timed('made', () => core.value('transfer-batches.make', { id, version: last }))
    if (made !== ROWS) throw new Error(`${made} drafts were made`)
    // Of the same plates, the next ones would be duplicates.
    const done = await core.value('transfer-batches.get', { id })
    for (const { draftId } of done.rows) await core.value('procedures.draft-discard', { id: draftId })
  }
  await core.stop()
  await service.close()
  return [
    figure(`batch: a block of ${ROWS} rows put in its cells`, 'ms', taken.pasted),
    figure('batch: those cells written down', 'ms', taken.saved),
    figure(`batch: ${ROWS} rows checked against what there is`, 'ms', taken.checked),
    figure(`batch: ${ROWS} drafts made`, 'ms', taken.made),
  ]
}
