import { ChevronRight, Copy } from 'lucide-react'
import { useState } from 'react'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { type HistoryRows, historyCount, historyRows, humaniseKey } from '#shared/domain/service-body.ts'
import { completeText as text, historyColumns } from '#shared/text/verdict.ts'
import { shortWhen } from '#shared/text/dates.ts'
import { reportWords } from '#shared/text/lookup.ts'
import { count } from '#shared/text/grammar.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign, reportSign } from '../../design/sign.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { useLetters } from '../../app/key-hints.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import { ScrollArea } from '../../design/layout.tsx'
import { Section } from '../../app/page.tsx'
import { historiesOf } from './registry-grid.tsx'
import './complete.css'

interface CompleteRailProps {
  report: CompleteReport
  /** Newest reports of the plate on this PC, of both kinds, newest first. */
  lookups: readonly PlateReport[]
  message: string
  onCopy: () => void
}

/** Side panel of a complete report: message for the client, owner, histories and lookups. */
export function CompleteRail({ report, lookups, message, onCopy }: CompleteRailProps) {
  return (
    <>
      <Section title={text.message}>
        <p className="quote">{message}</p>
        <div className="complete-rail__action">
          <Button size="low" icon={Copy} onClick={onCopy}>
            {text.copyMessage}
          </Button>
        </div>
      </Section>
      <Owner key={report.reportId} owner={report.registry['owner']} />
      <Histories registry={report.registry} />
      <PlateLookups rows={lookups} />
    </>
  )
}

/** Owner of the vehicle. Hidden until the user asks, because screens face the counter. */
function Owner({ owner }: { owner: unknown }) {
  const [shown, setShown] = useState(false)
  const rows = historyRows(owner)
  return (
    <Section title={text.owner}>
      {rows.kind === 'empty' ? (
        <p className="small muted">{text.ownerNone}</p>
      ) : (
        <div className="owner small">
          {shown ? <OwnerWords rows={rows} /> : <span>{text.ownerHidden}</span>}
          <button type="button" className="text-link" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? text.hide : text.show}
          </button>
        </div>
      )}
    </Section>
  )
}

function OwnerWords({ rows }: { rows: HistoryRows }) {
  const lines =
    rows.kind === 'pairs'
      ? rows.pairs.map(([, value]) => value)
      : rows.kind === 'list'
        ? rows.items
        : rows.kind === 'table'
          ? rows.rows.map((row) => row.filter(Boolean).join(' · '))
          : []
  return (
    <span className="owner__words">
      {lines.filter(Boolean).map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </span>
  )
}

function Histories({ registry }: { registry: CompleteReport['registry'] }) {
  const [open, setOpen] = useState<{ title: string; rows: HistoryRows } | null>(null)
  const letters = useLetters()
  const histories = historiesOf(registry)
  if (histories.length === 0) return null
  return (
    <Section title={text.histories}>
      <Rows label={text.histories} letters={letters}>
        {histories.map((history) => (
          <li key={history.title}>
            <button
              type="button"
              className="row"
              aria-label={text.openHistory(history.title, text.entries(historyCount(history.rows)))}
              onClick={() => setOpen(history)}
            >
              <span>{history.title}</span>
              <span className="muted figures">{historyCount(history.rows)}</span>
              <span className="row__end muted">
                <Icon of={ChevronRight} />
              </span>
            </button>
          </li>
        ))}
      </Rows>
      {open && <HistoryDialog {...open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

function PlateLookups({ rows }: { rows: readonly PlateReport[] }) {
  const times = useAt((now) => rows.map(({ checkedAt }) => shortWhen(checkedAt, now)))
  if (rows.length === 0) return null
  return (
    <Section title={text.lookups}>
      <ul className="plate-lookups small">
        {rows.map((report, index) => (
          <li key={report.reportId}>
            <Sign kind={reportSign(report)} />
            <span>
              {text[report.kind]}
              <span className="visually-hidden">, {reportWords(report).short}</span>
            </span>
            <span className="muted figures">{times[index]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const columnLabel = (key: string) => entryOf(historyColumns, key) ?? humaniseKey(key)

/** Formats distances with thousands separators; leaves everything else unchanged. */
function cellWords(column: string, cell: string): string {
  if (/^(?:kilometers|mileage)$/.test(column) && /^\d{4,9}$/.test(cell)) return count(Number(cell))
  return cell || '—'
}

/** Dialog of one history of the vehicle: pairs, a list or a table. */
function HistoryDialog({ title, rows, onClose }: { title: string; rows: HistoryRows; onClose: () => void }) {
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
