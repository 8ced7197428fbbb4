import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import { clockOrDate } from '#shared/domain/age.ts'
import { printText as text, waitingFor } from '#shared/text/app-cases.ts'
import { PrintSheet } from '../frame/print-sheet.tsx'
import { columnTitle } from './case-columns.ts'
import {
  legalDayWords,
  missingWords,
  partiesWords,
  rowName,
  stateWords,
  troubleWords,
  typeWords,
} from './row-words.ts'

export interface PrintedList {
  view: string
  /** Conditions of the filter, in words; '' without any. */
  filter: string
  columns: readonly CaseColumn[]
  rows: readonly CaseRow[]
  total: number
  at: number
}

/** Printed list: its header is on every sheet. */
export function CasePrint({ list, onDone }: { list: PrintedList; onDone: () => void }) {
  const { view, filter, columns, rows, total, at } = list
  const made = `${text.made(at)} · ${text.amount(total)}${filter && ` · ${text.filter} ${filter}`}`
  const cut = rows.length < total ? [text.cut(rows.length, total)] : []
  return (
    <PrintSheet title={text.title(view)} lines={[made, ...cut]} onDone={onDone}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnTitle(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column} className={`print-sheet__${column}`}>
                  {printed(column, row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}

/** Text of a cell: paper has no tooltips. */
function printed(column: CaseColumn, row: CaseRow, now: number): string {
  switch (column) {
    case 'plate':
      return rowName(row)
    case 'type':
      return typeWords(row)
    case 'status':
      return stateWords(row)
    case 'incident': {
      const missing = missingWords(row)
      return missing ? [missing.what, missing.step].filter(Boolean).join('. ') : troubleWords(row, now)
    }
    case 'waiting':
      return waitingFor(row.since, now)
    case 'client':
      return row.client
    case 'parties':
      return partiesWords(row)
    case 'invoice':
      return row.invoice ?? ''
    case 'labels':
      return row.labels.join(', ')
    case 'deadline': {
      const legal = legalDayWords(row, now)
      return legal ? `${legal.date} (${legal.words})` : ''
    }
    case 'created':
      return row.createdAt === undefined ? '' : clockOrDate(row.createdAt, now)
    case 'id':
      return row.id
  }
}
