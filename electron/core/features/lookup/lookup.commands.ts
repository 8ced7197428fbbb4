import { ok, appError, fail, type Result } from '#shared/bridge/result.ts'
import { historyCsvText } from '#shared/text/lookup-lists.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { CSV_TYPE, csvBytes, pagesOf } from '../../runtime/spreadsheets.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { plateListSteps } from '#shared/domain/plates/list.ts'
import { readText } from '../../runtime/streams.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { reportTypeLabels } from '#shared/text/labels-reports.ts'
import { reportWords } from '#shared/text/lookup.ts'

const PAGE = 200

/** History as a CSV file for a Spanish spreadsheet. */
async function* writeHistoryCsv(
  page: (cursor: number | null, limit: number) => Promise<{ rows: PlateReport[]; next: number | null }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pages = pagesOf((cursor: number | null) => page(cursor, PAGE), signal)
  yield* csvBytes(historyCsvText.header, pages, toCells)
}

function toCells(report: PlateReport): string[] {
  const { vrm, kind, checkedAt, vehicle } = report
  return [
    historyCsvText.dateTime(checkedAt),
    displayPlate(vrm),
    reportWords(report).title,
    vehicle?.brand ?? '',
    vehicle?.model ?? '',
    vehicle?.vin ?? '',
    vehicle?.firstRegistrationDate ?? '',
    reportTypeLabels[kind],
  ]
}

export function createLookupCommands({
  ask,
  clock,
}: AccountQuestions & { clock: Clock }): CommandsOf<'lookup'> {
  return {
    'lookup.start': ({ vrm }) => ask(({ lookup }) => lookup.start(vrm)),
    'lookup.get': ({ vrm }) => ask(({ lookup }) => lookup.get(vrm)),
    'lookup.cancel': ({ vrm }) => ask(({ lookup }) => lookup.cancel(vrm)),
    'lookup.recent': ({ limit }) =>
      ask(async ({ store }) => ok(await store.call('recentLookups', limit, startOfDay(clock.now())))),
    'lookup.queue': () => ask(async ({ lookup }) => ok({ rows: await lookup.listQueue() })),
    'lookup.history': ({ query, vrm, scope, before, limit }) =>
      ask(async ({ store }) =>
        ok(await store.call('history', query, vrm ?? null, before ?? null, limit, scope ?? null)),
      ),
    'lookup.suggest': ({ query, limit }) =>
      ask(async ({ store }) => ok({ rows: await store.call('suggestPlates', compactPlate(query), limit) })),
  }
}

export function createLookupTransfers(workspace: () => Workspace): TransfersOf<'lookup'> {
  return {
    'lookup.history-csv': async ({ query, scope }, signal) => {
      const { store, audit } = workspace()
      const { call } = store
      await audit.record({ what: 'export', kind: 'history', identifier: '', result: 'ok' })
      return ok({
        filename: historyCsvText.filename,
        contentType: CSV_TYPE,
        bytes: writeHistoryCsv(
          (cursor, limit) => call('history', query, null, cursor, limit, scope ?? null),
          signal,
        ),
      })
    },
    'lookup.plates-in-file': (_args, body, signal) => readPlatesFile(body, signal),
  }
}

/** Midnight in the time zone of this PC: "hoy" is the day of the office. */
function startOfDay(now: number): number {
  const day = new Date(now)
  return day.setHours(0, 0, 0, 0)
}

/** Removes every character that no plate has, so no typed character works as a wildcard. */
const compactPlate = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * Maximum number of plates, more than one morning's list. The core reports the excess plates and never drops them
 * silently.
 */
const MAX_PLATES = 200

/**
 * Plates in a text, CSV or message file, in order and deduplicated. The file is read in steps. The core answers other
 * requests between two steps.
 */
export async function readPlatesFile(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Result<{ plates: { vrm: string; repaired: boolean }[]; unread: string[]; more: boolean }>> {
  const text = await readText(body)
  if (signal.aborted) return fail(appError('cancelled'))
  if (text === null) return fail(appError('file-unreadable'))
  const steps = plateListSteps(text, MAX_PLATES)
  let step = steps.next()
  while (!step.done) {
    await nextTurn()
    if (signal.aborted) return fail(appError('cancelled'))
    step = steps.next()
  }
  const { plates, unread } = step.value
  return ok({
    plates: plates.slice(0, MAX_PLATES).map(({ plate, repaired }) => ({ vrm: plate.vrm, repaired })),
    unread: unread.slice(0, MAX_PLATES),
    more: plates.length > MAX_PLATES || unread.length > MAX_PLATES,
  })
}
