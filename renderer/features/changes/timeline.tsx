import { useState } from 'react'
import type { ResourceKind, TimelineRow } from '#shared/bridge/inbox.ts'
import { dateTime } from '#shared/text/dates.ts'
import { lineWhen, timelineText as text } from '#shared/text/resources.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { procedureStateLabels, signatureStateLabels } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { changeWords } from '#shared/text/notifications.ts'
import { Button } from '../../design/button.tsx'
import { ChangeGlyph } from '../../design/change-glyph.tsx'
import '../../design/list.css'

/** Lines shown at first; a press shows the rest. */
const FIRST_LINES = 20

interface TimelineProps {
  kind: ResourceKind
  /** Events, newest first. */
  rows: readonly TimelineRow[]
  now: number
}

/** Known events of one resource, newest first. */
export function Timeline({ kind, rows, now }: TimelineProps) {
  const [whole, setWhole] = useState(false)
  if (rows.length === 0) return <p className="small muted">{text.none}</p>
  const lines = timelineLines(kind, rows)
  const shown = whole ? lines : lines.slice(0, FIRST_LINES)
  const rest = lines.length - shown.length
  return (
    <>
      <ol className="timeline">
        {shown.map((line) => (
          <Line key={line.row.seq} line={line} now={now} />
        ))}
      </ol>
      {rest > 0 && (
        <Button tone="plain" size="low" className="timeline__more" onClick={() => setWhole(true)}>
          {text.rest(rest)}
        </Button>
      )}
    </>
  )
}

function Line({ line: { row, from, fact, more }, now }: { line: TimelineLine; now: number }) {
  return (
    <li>
      <span className="muted figures" title={text.when(dateTime(row.at), dateTime(row.seenAt))}>
        {lineWhen(row.at, now)}
      </span>
      <span className="timeline__node">
        <ChangeGlyph change={row} />
      </span>
      <span className="timeline__words">
        {from && (
          <span className="second">
            {from} <span aria-hidden="true">→</span>
            <span className="visually-hidden">{text.becomes}</span>{' '}
          </span>
        )}
        <b>{fact}</b>
        {more && <span className="second"> · {more}</span>}
        {row.source === 'own' && <span className="muted"> · {text.own}</span>}
      </span>
    </li>
  )
}

interface TimelineLine {
  row: TimelineRow
  /** Previous state, if known and different. */
  from: string
  fact: string
  /** Additional detail. */
  more: string
}

const isState = ({ event, status }: TimelineRow) => status !== undefined && event.endsWith('.status_changed')

/**
 * Lines of a timeline. A change of state also has the previous state.
 * @param rows newest first, as the core sends them
 */
export function timelineLines(kind: ResourceKind, rows: readonly TimelineRow[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  let before: string | undefined
  for (const row of rows.toReversed()) {
    lines.push(timelineLine(kind, row, before))
    if (isState(row)) before = row.status
  }
  return lines.toReversed()
}

function timelineLine(kind: ResourceKind, row: TimelineRow, before: string | undefined): TimelineLine {
  const { fact, next } = changeWords({ kind, ...row })
  if (!isState(row) || (kind !== 'procedure' && kind !== 'signature'))
    return { row, from: '', fact, more: detailText(row, fact, next) }
  const labels = kind === 'signature' ? signatureStateLabels : procedureStateLabels
  const { status = '', detail } = row
  return {
    row,
    from: before === undefined || before === status ? '' : labelOf(labels, before, unknownNames.state),
    fact: labelOf(labels, status, unknownNames.state),
    more: status === 'CANCELLED' && detail['reason'] !== undefined ? String(detail['reason']) : '',
  }
}

/**
 * Detail of a line: the assigned plate, the text of an incident, or else the next step. The card of an open incident
 * already shows its next step.
 */
function detailText({ event, detail }: TimelineRow, fact: string, next: string): string {
  if (event === 'procedure.plate_assigned' && typeof detail['vrm'] === 'string')
    return displayPlate(detail['vrm'])
  if (event !== 'procedure.incident.added') return next
  const description = String(detail['description'] ?? '')
  return fact.toLowerCase().endsWith(description.toLowerCase()) ? '' : description
}
