import { useVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { ArrowUp, ChevronDown, ChevronRight, ListChecks } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  memo,
} from 'react'
import { inboxText as text, dayHead, rowTime, groupHead, groupWords } from '#shared/text/inbox.ts'
import { clockOrDate, dateTime } from '#shared/text/dates.ts'
import { count } from '#shared/text/grammar.ts'
import { timelineText } from '#shared/text/resources.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Button } from '../../design/button.tsx'
import { destination } from '../../design/rows.tsx'
import { useFocusShortcuts } from '../../app/shortcuts.ts'
import { useRowHeight } from '../../design/even-rows.ts'
import { Icon } from '../../design/icon.tsx'
import { RowPlate } from '../../design/plate.tsx'
import { ChangeGlyph } from '../../design/change-glyph.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { awayWords, nextRow, type InboxEntry, type InboxItem, fileOf, type InboxHead } from './inbox-items.ts'
import { useAnchoredScroll } from './use-anchored-scroll.ts'
import './inbox.css'

/** Renders the row with the keyboard besides the visible rows: without it, Tab would find no row. */
const rangeWith = (active: number) => (range: Range) => {
  const rows = defaultRangeExtractor(range)
  const missing = active >= 0 && active < range.count && !rows.includes(active)
  return missing ? [...rows, active].toSorted((a, b) => a - b) : rows
}

/** Loads the next page when this many rows are left. */
const NEAR_THE_END = 20
const OVERSCAN = 12

export interface InboxListHandle {
  /** Element of the row with the keyboard, as the anchor of a menu. */
  row: () => HTMLElement | null
  /** Focuses the row with the keyboard. From then on, the focus follows the keys. */
  enter: () => void
}

interface InboxListProps {
  ref: Ref<InboxListHandle>
  entries: readonly InboxEntry[]
  /** Index of the entry with the keyboard. */
  active: number
  density: 'comfortable' | 'compact'
  /** True if J and K work like the arrows. The user can turn single-letter shortcuts off. */
  letters: boolean
  hasMore: boolean
  now: number
  onEnd: () => void
  /** `chosen`: true for a click, false if the keyboard only passes over the row. */
  onSelect: (item: InboxItem, chosen: boolean) => void
  onOpen: (item: InboxItem) => void
  onPeek: (item: InboxItem) => void
  onUnfold: (item: InboxItem, isUnfolded: boolean) => void
  onTurn: (key: 'ArrowRight' | 'ArrowLeft') => void
}

/**
 * Lines of Novedades and their changes. Only visible rows are rendered. The row under the pointer stays there when
 * other rows arrive.
 */
export function InboxList(props: InboxListProps) {
  const { ref, entries, active, letters, hasMore, now, onEnd, onSelect, onOpen, onPeek } = props
  const takes = useFocusShortcuts()
  const scroller = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  const { row: rowPx, head: headPx } = useRowHeight(props.density)
  const sizeOf = (entry: InboxEntry | undefined) => (entry?.type === 'head' ? headPx : rowPx)
  // A stable reference: positions are computed again only when the rows change.
  const getItemKey = useCallback((index: number) => entries[index]?.key ?? index, [entries])
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(entries[index]),
    getItemKey,
    overscan: OVERSCAN,
    rangeExtractor: rangeWith(active),
    scrollPaddingStart: headPx,
  })
  useEffect(() => virtual.measure(), [virtual, rowPx])
  const items = virtual.getVirtualItems()
  const last = (virtual.range?.endIndex ?? 0) + OVERSCAN
  const activeKey = entries[active]?.key
  const arrived = useAnchoredScroll({ scroller, entries, activeKey, sizeOf })

  useEffect(() => {
    if (hasMore && last >= entries.length - NEAR_THE_END) onEnd()
  }, [hasMore, last, entries.length, onEnd])

  const rowElement = () => scroller.current?.querySelector<HTMLElement>('[tabindex="0"][data-seq]') ?? null
  useImperativeHandle(ref, () => ({
    row: rowElement,
    enter() {
      rowElement()?.focus({ preventScroll: true })
    },
  }))

  // The focus follows the row with the keyboard, or the row that took its place. A focus elsewhere on the page stays
  // there. A list that has just opened takes the focus if nothing has it.
  const landed = useRef(false)
  const isMine = () =>
    inside.current && (isFocusNowhere() || scroller.current?.contains(document.activeElement) === true)
  const focusRow = () => {
    virtual.scrollToIndex(active)
    // The row may not exist until the list has scrolled to it. A menu may have opened meanwhile.
    requestAnimationFrame(() => {
      if (isMine() || isFocusNowhere()) rowElement()?.focus({ preventScroll: true })
    })
  }
  // Move the focus right after drawing: a key pressed before would be lost.
  useLayoutEffect(() => {
    if (landed.current && isMine()) rowElement()?.focus({ preventScroll: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another row moves the focus
  }, [activeKey])
  useEffect(() => {
    if (isMine() || (!landed.current && isFocusNowhere())) focusRow()
    else if (!landed.current) virtual.scrollToIndex(active)
    landed.current = true
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [activeKey])

  const keyDown = (event: KeyboardEvent) => {
    const entry = entries[active]
    if (entry?.type !== 'row') return
    if (takes(event, { 'inbox.read': () => onPeek(entry) })) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = (act: () => void) => {
      event.preventDefault()
      act()
    }
    const { key } = event
    if (key === 'Enter') return run(() => event.repeat || onOpen(entry))
    if (key === 'ArrowRight' || key === 'ArrowLeft') return run(() => props.onTurn(key))
    const to = rowFor(key, entries, active, pageOf(scroller, rowPx), letters)
    if (to) run(() => onSelect(to, false))
  }

  const first = virtual.range ? headOver(entries, virtual.range.startIndex) : undefined
  return (
    <div className="inbox-list">
      {arrived.count > 0 && (
        <Button size="low" className="inbox-list__arrived" icon={ArrowUp} onClick={arrived.show}>
          {text.arrived(arrived.count)}
        </Button>
      )}
      <div className="inbox-list__scroll" ref={scroller}>
        {first && (
          <div className="inbox-list__sticky" aria-hidden="true">
            <DayHead head={first} now={now} />
          </div>
        )}
        <div
          role="treegrid"
          data-list-keys
          aria-label={text.list}
          aria-rowcount={hasMore ? -1 : entries.length}
          className="inbox-list__body"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={keyDown}
          onFocus={() => (inside.current = true)}
          onBlur={({ relatedTarget }) => {
            // A removed row drops the focus to the body. The user has not left the list.
            if (relatedTarget !== null) inside.current = false
          }}
        >
          {items.map(({ index, start, size, key }) => {
            const entry = entries[index]
            const place = { height: size, transform: `translateY(${start}px)` }
            if (entry?.type === 'head') {
              return (
                <div key={key} className="inbox-head" role="row" aria-rowindex={index + 1} style={place}>
                  <DayHead head={entry} now={now} cell />
                </div>
              )
            }
            return (
              entry && (
                <div
                  key={key}
                  className={classOf(entry)}
                  role="row"
                  aria-rowindex={index + 1}
                  aria-level={entry.isChange ? 2 : 1}
                  aria-expanded={entry.isUnfolded ?? undefined}
                  aria-selected={index === active}
                  data-key={entry.key}
                  data-seq={entry.rows[0].seq}
                  tabIndex={index === active ? 0 : -1}
                  style={place}
                  // Screen readers move the focus freely: the keys act on the focused row.
                  onFocus={() => index !== active && onSelect(entry, false)}
                  onClick={(event) => {
                    // The fold button does not choose the row: choosing it would mark folded changes as read.
                    if (isOnUnfold(event)) props.onUnfold(entry, entry.isUnfolded === false)
                    else onSelect(entry, true)
                  }}
                  onDoubleClick={(event) => isOnUnfold(event) || onOpen(entry)}
                >
                  <InboxRowCells item={entry} now={now} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

const isOnUnfold = ({ target }: MouseEvent) => (target as Element).closest('.inbox-row__unfold') !== null

function classOf({ rows, isChange }: InboxItem): string {
  const row = isChange ? 'inbox-row inbox-row--change' : 'inbox-row'
  if (rows.some(({ state }) => state === 'unread')) return `${row} inbox-row--unread`
  return rows.every(({ state }) => state === 'done' || state === 'snoozed') ? `${row} inbox-row--away` : row
}

/** Head above the first visible row. */
const headOver = (entries: readonly InboxEntry[], from: number) =>
  entries.slice(0, from + 1).findLast((entry) => entry.type === 'head')

const pageOf = (scroller: { current: HTMLElement | null }, rowPx: number) =>
  Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1)

/** Row that a key moves to; `null` for other keys. */
function rowFor(
  key: string,
  entries: readonly InboxEntry[],
  active: number,
  page: number,
  letters: boolean,
): InboxItem | null {
  const far = key === 'PageDown' ? active + page : key === 'PageUp' ? active - page : null
  const to = far ?? destination(key, active, entries.length, letters)
  if (to === null) return null
  const at = Math.min(Math.max(to, 0), entries.length - 1)
  const entry = entries[at]
  if (entry?.type === 'row') return entry
  // A head was reached: take the row beyond it, or else the nearest row on the other side.
  return at < active
    ? (nextRow(entries, at, -1) ?? nextRow(entries, at, 1))
    : (nextRow(entries, at, 1) ?? nextRow(entries, at, -1))
}

/**
 * Cells of a row: dot, plate, whose it is over what changed, number of changes and time. Shapes and weights are also in
 * words, for screen readers.
 */
const InboxRowCells = memo(function InboxRowCells({ item, now }: { item: InboxItem; now: number }) {
  const { rows, headAt, isChange } = item
  const [row] = rows
  const isOfOneFile = fileOf(rows) !== null
  const { who, fact, more } = groupWords(rows, useHidesNames())
  const unread = rows.some(({ state }) => state === 'unread')
  const away = awayWords(rows, now)
  // The line above a single change already shows whose it is.
  const isNamed = isOfOneFile && !(isChange && row.kind !== 'report')
  return (
    <>
      <span role="gridcell" className="inbox-row__dot">
        {unread && <span className="visually-hidden">{text.unread}</span>}
      </span>
      <span role="gridcell" className="inbox-row__plate">
        {isNamed && <RowPlate {...row.subject} />}
      </span>
      <span role="gridcell" className="inbox-row__words">
        {isOfOneFile ? <ChangeGlyph change={groupHead(rows)} mixed /> : <Icon of={ListChecks} />}
        <span className="inbox-row__lines">
          {isNamed && who && (
            <span className="clip second inbox-row__who" title={who}>
              {who}
            </span>
          )}
          <span className="clip" title={more ? `${fact} · ${more}` : fact}>
            <span className="inbox-row__fact">{fact}</span>
            {more && <span className="muted"> · {more}</span>}
          </span>
        </span>
      </span>
      <span role="gridcell" className="inbox-row__fold">
        {item.isUnfolded !== null && <Unfold changes={rows.length} isUnfolded={item.isUnfolded} />}
      </span>
      <span role="gridcell" className="inbox-row__when muted figures">
        {away && (
          <span className="clip inbox-row__away" title={away}>
            {away}
          </span>
        )}
        <time title={timelineText.when(dateTime(row.at), dateTime(row.seenAt))}>
          {headAt === null ? clockOrDate(row.at, now) : rowTime(row.at, headAt, now)}
        </time>
      </span>
    </>
  )
})

/** Fold button for the pointer, whose click the row handles. On the keyboard, the arrows do the same from the row. */
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

/** Head of a part of the list, with its number of lines if known. */
function DayHead({ head, now, cell = false }: { head: InboxHead; now: number; cell?: boolean }) {
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
