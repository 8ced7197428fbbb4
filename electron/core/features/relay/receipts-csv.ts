import type { Receipt } from '#shared/api/relay-receipts.ts'
import type { Result } from '#shared/bridge/result.ts'
import { receiptsCsvText as text } from '#shared/text/receipts-csv.ts'
import { csvBytes, pagesOf } from '../../runtime/csv.ts'

interface Page {
  receipts: Receipt[]
  next: number | null
}

/**
 * Receipts as CSV, a row for each event and PC that confirmed it. Throws when the relay fails half way: a file that
 * ends early would pass for a whole one.
 */
export function receiptsCsv(
  first: Page,
  page: (from: number) => Promise<Result<Page>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  async function read(from: number): Promise<Page> {
    const answer = await page(from)
    if (!answer.ok) throw new Error(`the relay's receipts ended early: ${answer.error.code}`)
    return answer.value
  }
  const pages = pagesOf<Receipt, number>(async (from) => {
    const { receipts, next } = from === null ? first : await read(from)
    return { rows: receipts, next }
  }, signal)
  return csvBytes(text.header, rowsOf(pages), (cells) => cells)
}

async function* rowsOf(pages: AsyncIterable<readonly Receipt[]>): AsyncGenerator<string[][]> {
  for await (const receipts of pages) yield receipts.flatMap(cellsOf)
}

function cellsOf({ seq, receivedAt, event, id, confirmed }: Receipt): string[][] {
  const start = [String(seq), text.dateTime(Date.parse(receivedAt)), event, id]
  if (confirmed.length === 0) return [[...start, text.nobody, '']]
  return confirmed.map(({ name, at }) => [...start, name, text.dateTime(Date.parse(at))])
}
