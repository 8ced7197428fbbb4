import { ChevronDown, ChevronRight, ListChecks } from 'lucide-react'
import { memo } from 'react'
import { clockOrDate, dateTime } from '#shared/domain/age.ts'
import { dayHead, inboxText as text, rowTime, groupHead, groupWords } from '#shared/text/inbox.ts'
import { count } from '#shared/text/grammar.ts'
import { dataLabels, timelineText } from '#shared/text/resources.ts'
import { useHidesNames } from '../frame/lists.tsx'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'
import { ChangeGlyph } from '../../design/change-glyph.tsx'
import { fileOf, type InboxHead, type InboxItem } from './inbox-items.ts'

/** Dot, plate, change, number of changes and time. Shapes and weights are also in words, for screen readers. */
export const InboxRowCells = memo(function InboxRowCells({ item, now }: { item: InboxItem; now: number }) {
  const { rows, headAt, isChange } = item
  const [row] = rows
  const isOfOneFile = fileOf(rows) !== null
  const { fact, more } = groupWords(rows, useHidesNames())
  const unread = rows.some(({ state }) => state === 'unread')
  const done = rows.every(({ state }) => state === 'done')
  const snoozed = rows.every(({ state }) => state === 'snoozed') ? firstBack(rows) : undefined
  const away = done ? text.done : snoozed === undefined ? '' : text.snoozed(snoozed, now)
  // The line above it has it.
  const isNamed = isOfOneFile && !(isChange && row.kind !== 'report')
  const { vrm, vin } = row.subject
  return (
    <>
      <span role="gridcell" className="inbox-row__dot">
        {unread && <span className="visually-hidden">{text.unread}</span>}
      </span>
      <span role="gridcell" className="inbox-row__plate">
        {isNamed && vrm !== undefined && <Plate vrm={vrm} size="s" />}
        {/* A registration has no plate yet. */}
        {isNamed && vrm === undefined && vin !== undefined && (
          <span className="second small figures" title={`${dataLabels.vin} ${vin}`}>
            …{vin.slice(-6)}
          </span>
        )}
      </span>
      <span role="gridcell" className="inbox-row__words">
        {isOfOneFile ? <ChangeGlyph change={groupHead(rows)} mixed /> : <Icon of={ListChecks} />}
        <span className="clip" title={more ? `${fact} · ${more}` : fact}>
          <span className="inbox-row__fact">{fact}</span>
          {more && <span className="muted"> · {more}</span>}
        </span>
      </span>
      <span role="gridcell" className="inbox-row__fold">
        {item.isUnfolded !== null && <Unfold changes={rows.length} isUnfolded={item.isUnfolded} />}
      </span>
      <span role="gridcell" className="inbox-row__when muted figures">
        {away && <span className="inbox-row__away">{away}</span>}
        <time title={timelineText.when(dateTime(row.at), dateTime(row.seenAt))}>
          {headAt === null ? clockOrDate(row.at, now) : rowTime(row.at, headAt, now)}
        </time>
      </span>
    </>
  )
})

/** Time that the first of them returns. */
const firstBack = (rows: InboxItem['rows']) => Math.min(...rows.flatMap(({ until }) => until ?? []))

/** For the pointer, whose click the row takes: the arrows do the same from the row. */
function Unfold({ changes, isUnfolded }: { changes: number; isUnfolded: boolean }) {
  const words = isUnfolded ? text.fold : text.unfold(changes)
  return (
    <button
      type="button"
      className="inbox-row__unfold figures"
      tabIndex={-1}
      title={words}
      aria-label={words}
    >
      {count(changes)}
      <Icon of={isUnfolded ? ChevronDown : ChevronRight} />
    </button>
  )
}

/** Head of a part of the list, and its number of lines if known. */
export function DayHead({ head, now, cell = false }: { head: InboxHead; now: number; cell?: boolean }) {
  return (
    <span
      className="inbox-head__words"
      role={cell ? 'gridcell' : undefined}
      aria-colspan={cell ? 5 : undefined}
    >
      <span>{headWords(head, now)}</span>
      {head.count !== null && <span className="figures">{count(head.count)}</span>}
    </span>
  )
}

function headWords({ part, at, isRest }: InboxHead, now: number): string {
  if (part === 'noticed') return text.fromNotice
  if (part === 'asking') return text.asking
  return isRest ? text.rest(dayHead(at, now)) : dayHead(at, now)
}
