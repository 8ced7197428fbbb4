import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { InboxEntry } from './inbox-items.ts'

interface AnchoredScroll {
  scroller: RefObject<HTMLDivElement | null>
  entries: readonly InboxEntry[]
  /** Row with the keyboard. */
  activeKey: string | undefined
  sizeOf: (entry: InboxEntry | undefined) => number
}

/**
 * Keeps visible rows in place while other rows come and go above, so that no key or click hits a row that has just
 * moved. The row under the pointer comes first, then the row with the keyboard, then the first visible row.
 * At the very top, with neither pointer nor keyboard in the list, new rows simply appear. Otherwise they are counted,
 * and a press shows them.
 */
export function useAnchoredScroll({ scroller, entries, activeKey, sizeOf }: AnchoredScroll) {
  const before = useRef<{ entries: readonly InboxEntry[]; activeKey: string | undefined } | null>(null)
  const [count, setCount] = useState(0)

  useLayoutEffect(() => {
    const old = before.current
    before.current = { entries, activeKey }
    const list = scroller.current
    if (!list || !old || old.entries === entries || old.entries.length === 0) return
    const top = list.scrollTop
    const held = top > 0 || list.matches(':focus-within, :hover')
    if (!held) return
    const was = offsets(old.entries, sizeOf)
    const is = offsets(entries, sizeOf)
    const inSight = (key: string) => {
      const at = was.get(key)
      return at !== undefined && at >= top && at < top + list.clientHeight
    }
    const under = list.querySelector<HTMLElement>('[role="row"]:hover')?.dataset['key']
    const anchor =
      [under, old.activeKey].find((key) => key !== undefined && is.has(key) && inSight(key)) ??
      old.entries.find(({ type, key }) => type === 'row' && inSight(key) && is.has(key))?.key
    if (anchor === undefined) return
    const to = top + (is.get(anchor) ?? 0) - (was.get(anchor) ?? 0)
    makeRoom(list, to)
    list.scrollTop = to
    const fresh = newAbove(entries, old.entries, anchor)
    if (fresh > 0 && list.scrollTop > 0) setCount((known) => known + fresh)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entries, activeKey])

  // At the top, the user has seen all new rows.
  useEffect(() => {
    const list = scroller.current
    const seen = () => {
      if (!list || list.scrollTop > 0) return
      setCount(0)
      makeRoom(list, 0)
    }
    list?.addEventListener('scroll', seen, { passive: true })
    return () => list?.removeEventListener('scroll', seen)
  }, [scroller])

  return {
    count,
    show: () => {
      setCount(0)
      if (scroller.current) scroller.current.scrollTop = 0
    },
  }
}

/** Adds room below a list that is too short to scroll, so that new rows can stay out of sight. */
function makeRoom(list: HTMLElement, scrollTop: number) {
  const body = list.querySelector<HTMLElement>('[role="treegrid"]')
  if (body) body.style.minHeight = scrollTop > 0 ? `${scrollTop + list.clientHeight}px` : ''
}

function offsets(entries: readonly InboxEntry[], sizeOf: (entry: InboxEntry) => number): Map<string, number> {
  const starts = new Map<string, number>()
  let at = 0
  for (const entry of entries) {
    starts.set(entry.key, at)
    at += sizeOf(entry)
  }
  return starts
}

const linesOf = (entries: readonly InboxEntry[]) =>
  entries.flatMap((entry) => (entry.type === 'row' && !entry.isChange ? [entry] : []))

/** Number of lines above the anchor that have a change newer than any before. */
function newAbove(entries: readonly InboxEntry[], old: readonly InboxEntry[], anchor: string): number {
  const newest = linesOf(old).reduce((seq, { rows }) => Math.max(seq, rows[0].seq), 0)
  const above = entries.slice(
    0,
    entries.findIndex(({ key }) => key === anchor),
  )
  return linesOf(above).filter(({ rows }) => rows[0].seq > newest).length
}
