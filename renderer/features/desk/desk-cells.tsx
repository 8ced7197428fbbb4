import { Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeskColumn, DeskRow } from '#shared/bridge/desk.ts'
import { clockOrDate, dateTime } from '#shared/domain/age.ts'
import { deskText as text, waitingFor } from '#shared/text/app-desk.ts'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import {
  legalDayWords,
  missingWords,
  partiesWords,
  rowName,
  stateWords,
  troubleWords,
  typeWords,
} from './row-words.ts'

export interface DeskCellsProps {
  row: DeskRow
  columns: readonly DeskColumn[]
  now: number
  picked: boolean
  onPick: (extend: boolean) => void
}

/** A row of Expedientes: the box that picks it, and what is known of it in the chosen columns. */
export function DeskCells({ row, columns, now, picked, onPick }: DeskCellsProps) {
  return (
    <>
      <span role="gridcell" className="desk__pick">
        <input
          type="checkbox"
          className="desk__box"
          tabIndex={-1}
          aria-label={text.pick(rowName(row))}
          checked={picked}
          // The keyboard stays on its row.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation()
            onPick(event.shiftKey)
          }}
          onChange={() => {}}
        />
      </span>
      {columns.map((column) => (
        <span key={column} role="gridcell" className={`desk__cell desk__cell--${column}`}>
          {contentOf(column, row, now)}
        </span>
      ))}
    </>
  )
}

const Clipped = ({ children, soft = false }: { children: string; soft?: boolean }) => (
  <span className={soft ? 'clip muted' : 'clip'} title={children || undefined}>
    {children}
  </span>
)

function contentOf(column: DeskColumn, row: DeskRow, now: number): ReactNode {
  switch (column) {
    case 'plate':
      return <Vehicle row={row} />
    case 'type':
      return <Clipped>{typeWords(row)}</Clipped>
    case 'status':
      return <State row={row} now={now} />
    case 'incident':
      return <Missing row={row} now={now} />
    case 'waiting':
      return (
        <span className="second figures" title={dateTime(row.since)}>
          {waitingFor(row.since, now)}
        </span>
      )
    case 'client':
      return <Clipped>{row.client}</Clipped>
    case 'parties':
      return <Clipped soft>{partiesWords(row)}</Clipped>
    case 'invoice':
      return <Clipped soft>{row.invoice ?? ''}</Clipped>
    case 'labels':
      return <Labels row={row} />
    case 'deadline':
      return <LegalDay row={row} now={now} />
    case 'created':
      return (
        row.createdAt !== undefined && (
          <span className="second figures" title={dateTime(row.createdAt)}>
            {clockOrDate(row.createdAt, now)}
          </span>
        )
      )
    case 'id':
      return <Clipped soft>{row.id}</Clipped>
  }
}

/** The plate; before there is one, the end of the chassis number. */
function Vehicle({ row }: { row: DeskRow }) {
  const { vrm, vin } = row.subject
  if (vrm !== undefined) return <Plate vrm={vrm} size="s" />
  if (vin !== undefined) {
    return (
      <span className="second figures" title={vin}>
        …{vin.slice(-6)}
      </span>
    )
  }
  return <Clipped soft>{text.nameless}</Clipped>
}

function State({ row, now }: { row: DeskRow; now: number }) {
  const trouble = troubleWords(row, now)
  return (
    <>
      <StateWord state={row.status} label={stateWords(row)} />
      {row.marked && (
        <span className="desk__mark" title={text.isMarked}>
          <Bookmark className="icon" aria-hidden="true" />
          <span className="visually-hidden">{text.isMarked}</span>
        </span>
      )}
      {trouble && (
        <span className="desk__trouble" title={trouble}>
          <Sign kind="unknown" />
          <span className="visually-hidden">{trouble}</span>
        </span>
      )}
    </>
  )
}

/** What it waits for and what to do; or else that it could not be read. */
function Missing({ row, now }: { row: DeskRow; now: number }) {
  const missing = missingWords(row)
  const trouble = troubleWords(row, now)
  if (missing === null) return <Clipped soft>{trouble}</Clipped>
  return (
    <span className="clip" title={[missing.what, missing.step, trouble].filter(Boolean).join('. ')}>
      {missing.what}
      {missing.step && <span className="muted"> · {missing.step}</span>}
    </span>
  )
}

/** The first, and how many more: the others are in its title, and on its page. */
function Labels({ row: { labels } }: { row: DeskRow }) {
  const [first, ...others] = labels
  if (first === undefined) return null
  return (
    <span className="desk__labels" title={labels.join(', ')}>
      <span className="desk__label clip">{first}</span>
      {others.length > 0 && (
        <span className="tiny muted">
          +{others.length}
          <span className="visually-hidden"> {others.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

function LegalDay({ row, now }: { row: DeskRow; now: number }) {
  const legal = legalDayWords(row, now)
  if (legal === null) return null
  return (
    <span
      className={legal.near ? 'desk__legal desk__legal--near figures' : 'desk__legal figures'}
      title={legal.date}
    >
      {legal.near && <Sign kind="warn" />}
      {legal.words}
    </span>
  )
}
