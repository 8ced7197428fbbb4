import { useState } from 'react'
import type { ResourceKind, TimelineRow } from '#shared/bridge/inbox.ts'
import { dateTime } from '#shared/domain/age.ts'
import { lineWhen, timelineText as text } from '#shared/text/resources.ts'
import { Button } from '../../design/button.tsx'
import { ChangeGlyph } from '../../design/change-glyph.tsx'
import { timelineLines, type TimelineLine } from './timeline-lines.ts'
import '../../design/list.css'

/** Lines shown at first; a press shows the rest. */
const FIRST_LINES = 20

export interface TimelineProps {
  kind: ResourceKind
  /** Newest first. */
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
