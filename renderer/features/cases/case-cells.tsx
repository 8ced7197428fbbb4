import { Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import { clockOrDate, dateTime } from '#shared/domain/age.ts'
import { casesText as text, waitingFor } from '#shared/text/app-cases.ts'
import { Icon } from '../../design/icon.tsx'
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

export interface CaseCellsProps {
  row: CaseRow
  columns: readonly CaseColumn[]
  now: number
  picked: boolean
  onPick: (extend: boolean) => void
}

/** Row of Expedientes: checkbox and chosen columns. */
export function CaseCells({ row, columns, now, picked, onPick }: CaseCellsProps) {
  return (
    <>
      <span role="gridcell" className="case__pick">
        <input
          type="checkbox"
          className="case__box"
          tabIndex={-1}
          aria-label={text.pick(rowName(row))}
          checked={picked}
          // Keeps the focus on the row.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            event.stopPropagation()
            onPick(event.shiftKey)
          }}
          onChange={() => {}}
        />
      </span>
      {columns.map((column) => {
        const { content, look = 'case__cell--parts', title } = cellOf(column, row, now)
        return (
          <span
            key={column}
            role="gridcell"
            className={`case__cell case__cell--${column} ${look}`}
            title={title || undefined}
          >
            {content}
          </span>
        )
      })}
    </>
  )
}

/** Content of a cell: plain words get no element of their own, of which a list would have hundreds. */
interface Cell {
  content: ReactNode
  look?: 'clip' | 'clip muted' | 'second figures'
  title?: string
}

const clipped = (words: string, soft = false): Cell => ({
  content: words,
  look: soft ? 'clip muted' : 'clip',
  title: words,
})

function cellOf(column: CaseColumn, row: CaseRow, now: number): Cell {
  switch (column) {
    case 'plate':
      return vehicleOf(row)
    case 'type':
      return clipped(typeWords(row))
    case 'status':
      return { content: <State row={row} now={now} /> }
    case 'incident':
      return missingOf(row, now)
    case 'waiting':
      return { content: waitingFor(row.since, now), look: 'second figures', title: dateTime(row.since) }
    case 'client':
      return clipped(row.client)
    case 'parties':
      return clipped(partiesWords(row), true)
    case 'invoice':
      return clipped(row.invoice ?? '', true)
    case 'labels':
      return { content: <Labels row={row} /> }
    case 'deadline':
      return { content: <LegalDay row={row} now={now} /> }
    case 'created':
      return row.createdAt === undefined
        ? { content: null }
        : { content: clockOrDate(row.createdAt, now), look: 'second figures', title: dateTime(row.createdAt) }
    case 'id':
      return clipped(row.id, true)
  }
}

/** The plate; before there is one, the end of the chassis number. */
function vehicleOf({ subject: { vrm, vin } }: CaseRow): Cell {
  if (vrm !== undefined) return { content: <Plate vrm={vrm} size="s" /> }
  if (vin !== undefined) return { content: `…${vin.slice(-6)}`, look: 'second figures', title: vin }
  return clipped(text.nameless, true)
}

function State({ row, now }: { row: CaseRow; now: number }) {
  const trouble = troubleWords(row, now)
  return (
    <>
      <StateWord help={`state:${row.status}`} state={row.status} label={stateWords(row)} />
      {row.marked && (
        <span className="case__mark" title={text.isMarked}>
          <Icon of={Bookmark} />
          <span className="visually-hidden">{text.isMarked}</span>
        </span>
      )}
      {trouble && (
        <span className="case__trouble" title={trouble}>
          <Sign kind="unknown" />
          <span className="visually-hidden">{trouble}</span>
        </span>
      )}
    </>
  )
}

/** Missing item and next step; or else the read failure. */
function missingOf(row: CaseRow, now: number): Cell {
  const missing = missingWords(row)
  const trouble = troubleWords(row, now)
  if (missing === null) return clipped(trouble ?? '', true)
  return {
    content: (
      <>
        {missing.what}
        {missing.step && <span className="muted"> · {missing.step}</span>}
      </>
    ),
    look: 'clip',
    title: [missing.what, missing.step, trouble].filter(Boolean).join('. '),
  }
}

/** The first label, and how many more: the title and the case's page show the others. */
function Labels({ row: { labels } }: { row: CaseRow }) {
  const [first, ...others] = labels
  if (first === undefined) return null
  return (
    <span className="case__labels" title={labels.join(', ')}>
      <span className="case__label clip">{first}</span>
      {others.length > 0 && (
        <span className="tiny muted">
          +{others.length}
          <span className="visually-hidden"> {others.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

function LegalDay({ row, now }: { row: CaseRow; now: number }) {
  const legal = legalDayWords(row, now)
  if (legal === null) return null
  return (
    <span
      className={legal.near ? 'case__legal case__legal--near figures' : 'case__legal figures'}
      title={legal.date}
    >
      {legal.near && <Sign kind="warn" />}
      {legal.words}
    </span>
  )
}
