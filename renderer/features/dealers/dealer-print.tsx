import type { DealerBoard } from '#shared/bridge/dealers.ts'
import { dealerText as text } from '#shared/text/app-dealers.ts'
import { fullDate } from '#shared/text/app-dates.ts'
import { dealerRowWords as words, sectionTitle } from '#shared/text/dealer-words.ts'
import { PrintSheet } from '../frame/print-sheet.tsx'
import { askedOf } from './dealer-row.tsx'

export interface DealerPrintProps {
  board: DealerBoard
  /** As on screen. */
  name: string
  /** When it is printed. */
  at: number
  onDone: () => void
}

/** A board on paper, part by part. */
export function DealerPrint({ board, name, at, onDone }: DealerPrintProps) {
  const { month, isPresent, sections } = board
  const cut = sections.filter(({ total, rows }) => total > rows.length)
  return (
    <PrintSheet
      title={text.printTitle(name)}
      lines={[
        `${text.monthTitle(month)}. ${text.scope(isPresent)}`,
        text.totals(board),
        text.printed(at),
        ...cut.map(({ total }) => text.more(total)),
      ]}
      onDone={onDone}
    >
      <table>
        <thead>
          <tr>
            {text.printColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {sections
          .filter(({ total }) => total > 0)
          .map(({ section, rows }) => (
            <tbody key={section}>
              <tr>
                <th colSpan={text.printColumns.length} scope="rowgroup">
                  {sectionTitle(section, month, isPresent)}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={`${row.kind} ${row.id}`}>
                  <td className="print-sheet__plate">{words.name(row)}</td>
                  <td>{row.vehicle}</td>
                  <td>{words.type(row)}</td>
                  <td>{row.assigned ? words.assigned : words.state(row)}</td>
                  <td className="print-sheet__waiting">{fullDate(row.since)}</td>
                  <td>{askedOf(row).join('. ')}</td>
                </tr>
              ))}
            </tbody>
          ))}
      </table>
    </PrintSheet>
  )
}
