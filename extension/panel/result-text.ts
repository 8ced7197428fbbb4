import { fullDate } from '#shared/text/dates.ts'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import { panelText as text } from '#shared/text/extension.ts'
import type { ListedPlate } from './page-scan.ts'
import { rowWords } from './panel-row.ts'

/** The list as a table to paste: a row for each plate, in the order of the page. */
export function resultText(
  plates: readonly Pick<ListedPlate, 'vrm'>[],
  summaries: ReadonlyMap<string, VerdictSummary>,
): string {
  const rows = plates.map(({ vrm }) => {
    const summary = summaries.get(vrm)
    const { words } = rowWords(summary, false)
    return [
      displayPlate(vrm),
      upperFirst(words || text.notLookedUp),
      summary?.outcome != null && summary.checkedAt !== null ? fullDate(summary.checkedAt) : '',
      summary?.vehicle?.name ?? '',
      summary?.vehicle?.firstRegistrationDate ?? '',
    ]
  })
  return [text.columns, ...rows].map((cells) => cells.map(cell).join('\t')).join('\n')
}

/** One cell of a spreadsheet, which is never read as a formula. */
function cell(value: string): string {
  const flat = value.replace(/\s+/g, ' ').trim()
  return /^[=+\-@]/.test(flat) ? `'${flat}` : flat
}
