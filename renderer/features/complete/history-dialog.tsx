import type { HistoryRows } from '#shared/domain/history-rows.ts'
import { humanise } from '#shared/domain/history-rows.ts'
import { count } from '#shared/text/grammar.ts'
import { completeText as text, historyColumns } from '#shared/text/verdict.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import { ScrollArea } from '../../design/layout.tsx'
import './complete.css'

const columnLabel = (key: string) => entryOf(historyColumns, key) ?? humanise(key)

/** Formats distances with thousands separators; leaves everything else unchanged. */
function cellWords(column: string, cell: string): string {
  if (/^(?:kilometers|mileage)$/.test(column) && /^\d{4,9}$/.test(cell)) return count(Number(cell))
  return cell || '—'
}

/** A history of the vehicle, whatever its shape. */
export function HistoryDialog({
  title,
  rows,
  onClose,
}: {
  title: string
  rows: HistoryRows
  onClose: () => void
}) {
  return (
    <Dialog label={title} variant="wide" onClose={onClose}>
      <ScrollArea className="dialog__body" label={title}>
        <h2>{title}</h2>
        <HistoryBody title={title} rows={rows} />
      </ScrollArea>
      <div className="dialog__actions">
        <Button onClick={onClose}>{text.close}</Button>
      </div>
    </Dialog>
  )
}

function HistoryBody({ title, rows }: { title: string; rows: HistoryRows }) {
  switch (rows.kind) {
    case 'empty':
      return <p className="second">{text.historyEmpty}</p>
    case 'list':
      return (
        <ul className="history-items">
          {rows.items.map((item, index) => (
            <li key={index}>{item}</li>
          ))}
        </ul>
      )
    case 'pairs':
      return (
        <dl className="facts">
          {rows.pairs.map(([key, value]) => (
            <div className="history-pair" key={key}>
              <dt>{columnLabel(key)}</dt>
              <dd>{cellWords(key, value)}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return (
        <table className="history-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {rows.columns.map((column) => (
                <th key={column} scope="col">
                  {columnLabel(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={rows.columns[at]} data-label={columnLabel(rows.columns[at] ?? '')}>
                    {cellWords(rows.columns[at] ?? '', cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}
