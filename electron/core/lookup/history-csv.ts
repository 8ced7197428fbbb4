import type { Verdict } from '#shared/bridge/lookup.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { historyCsvText } from '#shared/text/history-csv.ts'

const PAGE = 200
const BOM = '\uFEFF'

/** A cell that a spreadsheet would run as a formula is made text (OWASP, "CSV injection"). */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The history as a Spanish spreadsheet reads it without being told: UTF-8 with a byte order mark, semicolons,
 * CRLF. Read page by page, so that its length never sits in memory.
 */
export async function* historyCsv(
  page: (cursor: number | null, limit: number) => Promise<{ rows: Verdict[]; next: number | null }>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const line = (values: readonly string[]) => `${values.map(csvCell).join(';')}\r\n`
  yield encoder.encode(BOM + line(historyCsvText.header))
  for (let cursor: number | null = null; !signal.aborted;) {
    const { rows, next } = await page(cursor, PAGE)
    yield encoder.encode(rows.map((verdict) => line(cells(verdict))).join(''))
    if (next === null) return
    cursor = next
  }
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
