import { Bookmark } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { CaseColumn, CaseRow } from '#shared/bridge/cases.ts'
import { clockOrDate, dateTime } from '#shared/domain/age.ts'
import type { SearchMarks, MatchRange } from '#shared/domain/search-marks.ts'
import { casesText as text, waitingFor } from '#shared/text/cases.ts'
import { Icon } from '../../design/icon.tsx'
import { PickBox } from '../../design/choices.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { hasSecondLine, type RowView, secondLineOf } from './row-line.ts'
import {
  legalDayWords,
  missingWords,
  nameWords,
  partiesWords,
  rowName,
  stateWords,
  troubleWords,
  typeWords,
} from './row-words.ts'

/** A text with its matching parts marked; plain without any. */
function markedText(words: string, ranges: readonly MatchRange[]): ReactNode {
  if (ranges.length === 0) return words
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (start > at) parts.push(words.slice(at, start))
    parts.push(<mark key={start}>{words.slice(start, end)}</mark>)
    at = end
  }
  if (at < words.length) parts.push(words.slice(at))
  return parts
}

export interface CaseCellsProps {
  row: CaseRow
  view: RowView
  now: number
  picked: boolean
  onPick: (extend: boolean) => void
}

/** Row of Expedientes: checkbox, the columns that fit and, where there is one, the line under them. */
export function CaseCells({ row, view, now, picked, onPick }: CaseCellsProps) {
  return (
    <>
      <PickBox label={text.pick(rowName(row))} picked={picked} onPick={onPick} />
      {view.columns.map((column) => {
        const { content, look = 'case__cell--parts', title } = cellOf(column, row, view, now)
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
      {hasSecondLine(view) && <CaseLine row={row} view={view} now={now} />}
    </>
  )
}

/** Content of a cell: plain words get no element of their own, of which a list would have hundreds. */
interface Cell {
  content: ReactNode
  look?: 'clip' | 'clip muted' | 'second figures'
  title?: string
}

function cellOf(column: CaseColumn, row: CaseRow, view: RowView, now: number): Cell {
  const clipped = (words: string, soft = false): Cell => ({
    content: view.marks ? markedText(words, view.marks.of(words)) : words,
    look: soft ? 'clip muted' : 'clip',
    title: words,
  })
  switch (column) {
    case 'plate':
      return vehicleOf(row, view)
    case 'type':
      return clipped(typeWords(row))
    case 'status':
      return { content: <State row={row} now={now} /> }
    case 'incident':
      return missingOf(row, now)
    case 'waiting':
      return { content: waitingFor(row.since, now), look: 'second figures', title: dateTime(row.since) }
    case 'vehicle':
      return clipped(row.vehicle)
    case 'client':
      // Whose it is: its parties, where they have no place of their own and it has no client.
      return row.client === '' && !view.columns.includes('parties') && !hasSecondLine(view)
        ? clipped(partiesWords(row, view), true)
        : clipped(nameWords(row.client, '', view))
    case 'parties':
      return clipped(partiesWords(row, view), true)
    case 'invoice':
      return clipped(row.invoice ?? '', true)
    case 'labels':
      return { content: <Labels row={row} marks={view.marks} /> }
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
function vehicleOf({ subject: { vrm, vin } }: CaseRow, { marks }: RowView): Cell {
  if (vrm !== undefined) {
    const plate = <Plate vrm={vrm} size="s" />
    const isFound = marks !== null && marks.ofPlate(vrm).length > 0
    return { content: isFound ? <mark className="case__plate">{plate}</mark> : plate }
  }
  if (vin === undefined) return { content: text.nameless, look: 'clip muted', title: text.nameless }
  const end = vin.slice(-6)
  const words = `…${end}`
  const isFound = marks !== null && marks.of(vin).length > 0
  return {
    content: isFound ? <mark>{words}</mark> : words,
    look: 'second figures',
    title: vin,
  }
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
  if (missing === null) return { content: trouble, look: 'clip muted', title: trouble }
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

/** The first label that matches, or the first, and how many more: the title and the case's page show the others. */
function Labels({ row: { labels }, marks }: { row: CaseRow; marks: SearchMarks | null }) {
  const rangesOf = (label: string) => marks?.of(label) ?? []
  const found = labels.find((label) => rangesOf(label).length > 0)
  const first = found ?? labels[0]
  if (first === undefined) return null
  const others = labels.filter((label) => label !== first)
  return (
    <span className="case__labels" title={labels.join(', ')}>
      <span className="case__label clip">{markedText(first, rangesOf(first))}</span>
      {others.length > 0 && (
        <span className="tiny muted">
          +{others.length}
          <span className="visually-hidden"> {others.join(', ')}</span>
        </span>
      )}
    </span>
  )
}

/** What was found outside the columns, the columns without room, and whose it is. */
function CaseLine({ row, view, now }: Pick<CaseCellsProps, 'row' | 'view' | 'now'>) {
  const parts = secondLineOf(row, view, now)
  return (
    <span
      role="gridcell"
      aria-colspan={view.columns.length}
      className="case__line clip"
      title={parts.map(({ label, words }) => (label ? `${label}: ${words}` : words)).join(' · ')}
    >
      {parts.map(({ key, label, words, ranges }, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="case__dot"> · </span>}
          {label && <span className="muted">{label}: </span>}
          {markedText(words, ranges)}
        </Fragment>
      ))}
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
