import type { PlateReport } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { historyCsvText } from '#shared/text/lookup-lists.ts'
import { reportTypeLabels } from '#shared/text/labels-reports.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { csvBytes, pagesOf } from '../../runtime/csv.ts'

const PAGE = 200

/** History as CSV for a Spanish spreadsheet. */
export async function* historyCsv(
  page: (cursor: number | null, limit: number) => Promise<{ rows: PlateReport[]; next: number | null }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pages = pagesOf((cursor: number | null) => page(cursor, PAGE), signal)
  yield* csvBytes(historyCsvText.header, pages, cells)
}

function cells(report: PlateReport): string[] {
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
