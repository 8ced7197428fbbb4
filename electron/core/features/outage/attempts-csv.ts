import { fullDate } from '#shared/text/app-dates.ts'
import { entryOf } from '#shared/text/labels.ts'
import { attemptsCsvText } from '#shared/text/notifications.ts'
import type { Attempt } from './attempts.store.ts'
import { csvBytes, pagesOf } from '../../runtime/csv.ts'

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
