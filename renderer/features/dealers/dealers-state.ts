import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { DealerBoard, DealerRow, DealerView } from '#shared/bridge/dealers.ts'
import { dealerText as text, dealerRowWords as words } from '#shared/text/dealers.ts'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { registerSearchReset } from '../../app/account-change.ts'
import { announce } from '../../app/announcer.tsx'

/** State of *Compraventas*, restored on return. In memory only, because the search contains names. */
interface DealersState {
  view: Required<DealerView>
  /** Row of the list with the keyboard. */
  place: number
  /** Board seen last, with its month and the row that was opened. */
  board: { id: string; month: string | null; last: string | null } | null
}

const BEGINNING: DealersState = {
  view: { text: '', order: 'open', descending: true },
  place: 0,
  board: null,
}
const store = createStore<DealersState>(() => BEGINNING)
registerSearchReset(() => store.setState(BEGINNING))

export const dealersState = () => store.getState()
export const useDealersState = <T>(select: (state: DealersState) => T): T => useStore(store, select)
export const keepDealersState = (change: Partial<DealersState>) => store.setState(change)

/** State of this board; empty if the stored state belongs to another board. */
const keptOf = (id: string) => {
  const { board } = dealersState()
  return board?.id === id ? board : { id, month: null, last: null }
}
export const setBoardMonth = (id: string, month: string | null) =>
  keepDealersState({ board: { id, month, last: null } })
export const setBoardLast = (id: string, last: string | null) =>
  keepDealersState({ board: { ...keptOf(id), last } })

const ROW = '[data-dealer-row] > .row'
const rowsOf = () => [...document.querySelectorAll<HTMLElement>(ROW)]
const dealerRowId = (row: HTMLElement | null | undefined) => row?.closest('li')?.dataset['dealerRow']
const rowNamed = (id: string) =>
  document.querySelector<HTMLElement>(`[data-dealer-row="${CSS.escape(id)}"] > .row`)

/** Focuses the next or previous row of the board, across its parts. Without a focused row, focuses the first one. */
export function moveRow(step: 1 | -1): void {
  const rows = rowsOf()
  const here = rows.indexOf(document.activeElement as HTMLElement)
  ;(rows[here < 0 ? 0 : here + step] ?? rows[here])?.focus()
}

/**
 * Keeps the user's place on a board that changes by itself. The row under the pointer or with the focus does not move
 * within its part. A focused row that moves to another part keeps the focus. If the row leaves the board, its
 * neighbour gets the focus. New plates are announced.
 * @returns true if the title takes the focus on landing
 */
export function useBoardRows({ id, month }: DealerBoard, rows: readonly DealerRow[]): boolean {
  /** Last drawn distance of each row from the top of its page, and the part of the row. The key is the row's id. */
  const drawn = useRef<ReadonlyMap<string, Drawn>>(new Map())
  const focused = useRef<{ row: string; at: number } | null>(null)
  useEffect(() => {
    const rememberFocus = ({ target, type }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null
      const named = dealerRowId(row)
      // A press elsewhere moves the focus on purpose. When React moves a focused row, the focus falls to the page,
      // and the row gets it back.
      if (row && named !== undefined) focused.current = { row: named, at: rowsOf().indexOf(row) }
      else if (type === 'pointerdown' || target !== document.body) focused.current = null
    }
    document.addEventListener('focusin', rememberFocus)
    document.addEventListener('pointerdown', rememberFocus)
    return () => {
      document.removeEventListener('focusin', rememberFocus)
      document.removeEventListener('pointerdown', rememberFocus)
    }
  }, [])
  useLayoutEffect(() => {
    const was = focused.current
    if (was && isFocusNowhere()) (rowNamed(was.row) ?? rowsOf()[was.at] ?? rowsOf().at(-1))?.focus()
    const now = drawnNow()
    const held = heldRow()
    const row = dealerRowId(held) ?? ''
    const [before, after] = [drawn.current.get(row), now.get(row)]
    const scroller = held?.closest('.page__body')
    if (scroller && before && after && before.part === after.part)
      scroller.scrollTop += after.top - before.top
    drawn.current = now
  }, [rows])

  const plates = useRef<{ of: string; assigned: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    const of = `${id} ${month}`
    const assigned = rows.filter((row) => row.assigned)
    const known = plates.current?.of === of ? plates.current.assigned : null
    for (const row of assigned) if (known && !known.has(row.id)) announce(text.assignedNow(words.name(row)))
    plates.current = { of, assigned: new Set(assigned.map((row) => row.id)) }
  }, [id, month, rows])

  // On return, the row that was opened gets the focus, and the title does not.
  const [last] = useState(() => (dealersState().board?.id === id ? dealersState().board?.last : null))
  useEffect(() => {
    if (!last || !isFocusNowhere()) return
    setBoardLast(id, null)
    rowNamed(last)?.focus()
  }, [id, last])
  return !last
}

interface Drawn {
  part: string
  top: number
}

/** Row that must not move on screen: under the pointer, else with the focus, else the first visible row. */
function heldRow(): HTMLElement | undefined {
  const rows = rowsOf()
  const hovered = document.querySelector<HTMLElement>('[data-dealer-row]:hover > .row')
  const top = rows[0]?.closest('.page__body')?.getBoundingClientRect().top ?? 0
  return hovered ?? focusedRow() ?? rows.find((row) => row.getBoundingClientRect().top >= top)
}

const focusedRow = () => rowsOf().find((row) => row === document.activeElement)

/** Positions of the rows in their page, independent of scrolling. */
function drawnNow(): Map<string, Drawn> {
  const rows = rowsOf()
  const page = rows[0]?.closest('.page__body')
  const from = page ? page.scrollTop - page.getBoundingClientRect().top : 0
  return new Map(
    rows.map((row) => [
      dealerRowId(row) ?? '',
      {
        part: row.closest<HTMLElement>('[data-section]')?.dataset['section'] ?? '',
        top: row.getBoundingClientRect().top + from,
      },
    ]),
  )
}
