import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import { printText as text } from '#shared/text/app-cases.ts'
import { PrintSheet } from '../frame/print-sheet.tsx'
import { columnTitle } from './case-columns.ts'
import { columnWords } from './row-words.ts'

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
                  {columnWords(column, row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}
