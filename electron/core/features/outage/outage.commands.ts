import { ok } from '#shared/bridge/result.ts'
import { attemptsCsvText } from '#shared/text/notifications.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE, csvBytes, pagesOf } from '../../runtime/csv.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { fullDate } from '#shared/text/dates.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import type { Attempt } from './attempts.store.ts'

export interface OutageCommandDeps extends AccountQuestions {
  /** Workspace of the active account. It changes: never keep it. */
  workspace: () => Workspace
}

export function outageCommands({ workspace, ask }: OutageCommandDeps): CommandsOf<'outage'> {
  return {
    'outage.dismiss'() {
      workspace().outage.dismiss()
      return ok({})
    },
    'outage.attempts': () => ask(async ({ store }) => ok(await store.call('attemptSummary'))),
  }
}

export function outageTransfers(workspace: () => Workspace): TransfersOf<'outage'> {
  return {
    'outage.record': async (_args, signal) => {
      const { call } = workspace().store
      return ok({
        filename: attemptsCsvText.filename,
        contentType: CSV_TYPE,
        bytes: attemptsCsv((after, limit) => call('attempts', after, limit), signal),
      })
    },
  }
}

const PAGE = 500

/** Record of attempts as CSV for a Spanish spreadsheet, to the second, in this PC's zone. */
export async function* attemptsCsv(
  page: (after: number | null, limit: number) => Promise<{ rows: Attempt[]; next: number | null }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pages = pagesOf((cursor: number | null) => page(cursor, PAGE), signal)
  yield* csvBytes(attemptsCsvText.header, pages, cells)
}

function cells({ at, what, outcome, detail }: Attempt): string[] {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return [
    fullDate(at),
    `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
    entryOf(attemptsCsvText.what, what) ?? what,
    entryOf(attemptsCsvText.outcome, outcome) ?? outcome,
    detail ?? '',
  ]
}
