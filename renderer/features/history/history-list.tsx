import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Verdict } from '#shared/bridge/lookup.ts'
import { fullDate, clock } from '#shared/text/app-dates.ts'
import { historyText as text } from '#shared/text/app-history.ts'
import { outcomeText, verdictText } from '#shared/text/app-lookup.ts'
import { Plate } from '../../design/plate.tsx'
import { destination } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { showPlate } from '../lookup/lookup-actions.ts'
import { outcomeSigns } from '../lookup/outcome-sign.ts'
import './history-list.css'

const ROW_PX = { comfortable: 40, compact: 33 } as const
const NARROW = '(max-width: 720px)'
const NARROW_ROW_PX = 60
/** The next page is asked when this many rows are left. */
const NEAR_THE_END = 20
const HEAD_ROWS = 1

export interface HistoryListProps {
  rows: readonly Verdict[]
  hasMore: boolean
  onEnd: () => void
}

/** The rows of the history: only those in sight exist, one of them has the keyboard. */
export function HistoryList({ rows, hasMore, onEnd }: HistoryListProps) {
  const settings = useSlice('settings')
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const narrow = useMedia(NARROW)
  const height = narrow ? NARROW_ROW_PX : ROW_PX[settings?.density ?? 'comfortable']
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const active = Math.min(current, rows.length - 1)

  useEffect(() => virtual.measure(), [virtual, height])
  useEffect(() => {
    if (hasMore && last >= rows.length - NEAR_THE_END) onEnd()
  }, [hasMore, last, rows.length, onEnd])

  const move = (to: number) => {
    setCurrent(to)
    virtual.scrollToIndex(to)
    // The row may not exist until the list has scrolled to it; whoever has gone elsewhere meanwhile is left there.
    requestAnimationFrame(() => {
      const list = scroller.current
      const { activeElement } = document
      if (activeElement !== document.body && !list?.contains(activeElement)) return
      list?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus()
    })
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[active]
    if (event.key === 'Enter' && row) {
      event.preventDefault()
      showPlate(row.vrm)
      return
    }
    const page = Math.max(1, items.length - 24)
    const to =
      event.key === 'PageDown'
        ? Math.min(active + page, rows.length - 1)
        : event.key === 'PageUp'
          ? Math.max(active - page, 0)
          : destination(
              settings?.singleKeys === false ? event.key : event.key.toLowerCase(),
              active,
              rows.length,
            )
    if (to === null) return
    event.preventDefault()
    move(to)
  }

  return (
    <div className="history-list" ref={scroller}>
      <div
        className="history-list__table"
        role="grid"
        aria-label={text.list}
        aria-rowcount={hasMore ? -1 : rows.length + HEAD_ROWS}
        onKeyDown={keyDown}
      >
        <div role="rowgroup">
          <div className="history-list__head" role="row" aria-rowindex={1}>
            {Object.entries(text.columns).map(([key, title]) => (
              <span key={key} role="columnheader">
                {title}
              </span>
            ))}
          </div>
        </div>
        <div className="history-list__body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, size }) => {
            const row = rows[index]
            return (
              row && (
                <div
                  key={row.reportId}
                  className="history-row"
                  role="row"
                  aria-rowindex={index + 1 + HEAD_ROWS}
                  data-row={index}
                  tabIndex={index === active ? 0 : -1}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                  onFocus={() => setCurrent(index)}
                  onClick={() => showPlate(row.vrm)}
                >
                  <Cells row={row} />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Cells({ row }: { row: Verdict }) {
  const { brand, model, vin } = row.vehicle ?? {}
  const car = [brand, model].filter(Boolean).join(' ')
  const words =
    row.outcome === 'unrecognised' && row.rawOutcome ? row.rawOutcome : outcomeText[row.outcome].title
  return (
    <>
      <span role="gridcell">
        <Plate vrm={row.vrm} size="s" />
      </span>
      <span role="gridcell" className="history-row__verdict">
        <Sign kind={outcomeSigns[row.outcome]} />
        <span className="clip" title={words}>
          {words}
        </span>
      </span>
      <span role="gridcell" className={car ? 'clip' : 'clip muted'} title={car}>
        {car || verdictText.missing}
      </span>
      <span role="gridcell" className="second figures">
        {vin?.slice(-6)}
      </span>
      <span role="gridcell" className="second figures">
        {fullDate(row.checkedAt)} {clock(row.checkedAt)}
      </span>
    </>
  )
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = () => setMatches(list.matches)
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return matches
}
