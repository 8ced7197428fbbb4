import type { FigureCell, FigureTable as Table } from '#shared/text/figures.ts'
import { openTarget, targetWords } from './use-marks.ts'

export interface FigureTableProps {
  /** Of the drawing. */
  name: string
  table: Table
  /** On paper: nothing to press. */
  still?: boolean
}

const tableMark = (name: string) => `${name} table `

/** True for a mark of a drawing's table. */
export const isOfTable = (mark: string | null, name: string): boolean =>
  mark?.startsWith(tableMark(name)) ?? false

/** The numbers of a drawing. A cell that counts procedures or reports leads to them. */
export function FigureTable({ name, table, still = false }: FigureTableProps) {
  const { caption, header, rows, total } = table
  const cellsOf = (cells: readonly FigureCell[], row: string) =>
    cells.map((cell, at) => {
      const key = header[at] ?? ''
      if (at === 0)
        return (
          <th key={key} scope="row">
            {cell.text}
          </th>
        )
      return (
        <td key={key} className={cell.value === undefined ? undefined : 'figure-table__number'}>
          <Cell cell={cell} mark={`${tableMark(name)}${row} ${at}`} still={still} />
        </td>
      )
    })
  return (
    <div className="figure-table__scroll">
      <table className="figure-table figures">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {header.map((title, at) => (
              <th key={title} scope="col" className={isNumber(rows, at) ? 'figure-table__number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            <tr key={at}>{cellsOf(cells, String(at))}</tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>{cellsOf(total, 'total')}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const isNumber = (rows: Table['rows'], at: number): boolean =>
  rows.some((cells) => cells[at]?.value !== undefined)

function Cell({ cell: { text, opens }, mark, still }: { cell: FigureCell; mark: string; still: boolean }) {
  if (opens === undefined || still) return text
  return (
    <button
      type="button"
      className="figure-table__open"
      data-mark={mark}
      aria-label={`${text}. ${targetWords(opens)}`}
      onClick={() => openTarget(opens, mark)}
    >
      {text}
    </button>
  )
}
