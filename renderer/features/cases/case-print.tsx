import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import { printText as text } from '#shared/text/app-cases.ts'
import { columnTitle } from './case-columns.ts'
import { columnWords } from './row-words.ts'
import './case-print.css'

export interface PrintedList {
  view: string
  /** Conditions of the filter, in words; '' without any. */
  filter: string
  columns: readonly CaseColumn[]
  rows: readonly CaseRow[]
  total: number
  at: number
}

/** Printed list: black on white, header on every sheet. Mounted only while printing. */
export function CasePrint({ list, onDone }: { list: PrintedList; onDone: () => void }) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [onDone])
  const { view, filter, columns, rows, total, at } = list
  return createPortal(
    <div className="case-print">
      <header>
        <h1>{text.title(view)}</h1>
        <p>
          {text.made(at)} · {text.amount(total)}
          {filter && ` · ${text.filter} ${filter}`}
        </p>
        {rows.length < total && <p>{text.cut(rows.length, total)}</p>}
      </header>
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
                <td key={column} className={`case-print__${column}`}>
                  {columnWords(column, row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
