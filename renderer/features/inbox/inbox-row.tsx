import { ListChecks } from 'lucide-react'
import { memo } from 'react'
import { dateTime } from '#shared/domain/age.ts'
import { dayHead, inboxText as text, inboxWords, reportsWords, rowTime } from '#shared/text/app-inbox.ts'
import { count } from '#shared/text/grammar.ts'
import { timelineText } from '#shared/text/app-resources.ts'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'
import { ChangeGlyph } from '../../design/change-glyph.tsx'
import type { InboxHead, InboxItem } from './inbox-items.ts'

/** Dot, plate, change and time. Shapes and weights are also in words, for screen readers. */
export const InboxRowCells = memo(function InboxRowCells({ item, now }: { item: InboxItem; now: number }) {
  const { rows, headAt } = item
  const [row] = rows
  const several = rows.length > 1
  const { fact, more } = several ? reportsWords(rows) : inboxWords(row)
  const unread = rows.some(({ state }) => state === 'unread')
  const done = rows.every(({ state }) => state === 'done')
  const snoozed = rows.length === 1 && row.state === 'snoozed' ? row.until : undefined
  const away = done ? text.done : snoozed === undefined ? '' : text.snoozed(snoozed, now)
  return (
    <>
      <span role="gridcell" className="inbox-row__dot">
        {unread && <span className="visually-hidden">{text.unread}</span>}
      </span>
      <span role="gridcell" className="inbox-row__plate">
        {!several && row.subject.vrm !== undefined && <Plate vrm={row.subject.vrm} size="s" />}
      </span>
      <span role="gridcell" className="inbox-row__words">
        {several ? <Icon of={ListChecks} /> : <ChangeGlyph change={row} mixed />}
        <span className="clip" title={more ? `${fact} · ${more}` : fact}>
          <span className="inbox-row__fact">{fact}</span>
          {more && <span className="muted"> · {more}</span>}
        </span>
      </span>
      <span role="gridcell" className="inbox-row__when muted figures">
        {away && <span className="inbox-row__away">{away}</span>}
        <time title={timelineText.when(dateTime(row.at), dateTime(row.seenAt))}>
          {rowTime(row.at, headAt, now)}
        </time>
      </span>
    </>
  )
})

/** Day, and its number of changes if known. */
export function DayHead({ head, now, cell = false }: { head: InboxHead; now: number; cell?: boolean }) {
  return (
    <span
      className="inbox-head__words"
      role={cell ? 'gridcell' : undefined}
      aria-colspan={cell ? 4 : undefined}
    >
      <span>{head.at === null ? text.fromNotice : dayHead(head.at, now)}</span>
      {head.count !== null && <span className="figures">{count(head.count)}</span>}
    </span>
  )
}
