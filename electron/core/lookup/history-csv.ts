import type { Verdict } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { historyCsvText } from '#shared/text/history-csv.ts'
import { csvBytes, pagesOf } from '../csv.ts'

const PAGE = 200

/** The history as a Spanish spreadsheet reads it. */
export async function* historyCsv(
  page: (cursor: number | null, limit: number) => Promise<{ rows: Verdict[]; next: number | null }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pages = pagesOf((cursor: number | null) => page(cursor, PAGE), signal)
  yield* csvBytes(historyCsvText.header, pages, cells)
}

function cells({ vrm, outcome, rawOutcome, checkedAt, vehicle }: Verdict): string[] {
  return [
    historyCsvText.dateTime(checkedAt),
    displayPlate(vrm),
    rawOutcome ?? historyCsvText.outcome(outcome),
    vehicle?.brand ?? '',
    vehicle?.model ?? '',
    vehicle?.vin ?? '',
    vehicle?.firstRegistrationDate ?? '',
  ]
}
