import { useRef, useState } from 'react'
import type { PlateListRow, PlateListView } from '#shared/bridge/plate-lists.ts'
import { plateListText as text } from '#shared/text/plate-lists.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

const NOTHING: ReadonlySet<number> = new Set()
const ANSWERED = Promise.resolve(true)

/** Target of an action on a list: the picked rows or, without any, the rows shown. */
export const pickedView = (view: PlateListView, picked: ReadonlySet<number>): PlateListView =>
  picked.size === 0 ? view : { id: view.id, query: '', order: view.order, ords: [...picked] }

/**
 * Picked rows of a list, by their position in the list. They stay picked whichever rows are shown. Each action
 * announces how many rows are picked.
 */
export function usePickedRows(view: PlateListView) {
  const { bridge } = useClient()
  const [picked, setPicked] = useState(NOTHING)
  /** Picked rows. Unlike the state, they are current before the next render. */
  const latest = useRef(NOTHING)
  /** Result of the last pick that had to ask the core which rows are shown. False if the core did not answer. */
  const asked = useRef(ANSWERED)
  /** Last row picked. Shift picks every row from there. */
  const anchor = useRef<number | null>(null)
  /** Number of picks and requests so far. An answer to an older request changes nothing. */
  const turn = useRef(0)

  const set = (next: ReadonlySet<number>) => {
    turn.current += 1
    asked.current = ANSWERED
    latest.current = next
    setPicked(next)
    announce(text.picked(next.size))
  }
  /** Picks the rows that `next` chooses from the rows shown, unless the user has picked others meanwhile. */
  const pickFromShown = async (next: (shown: number[]) => ReadonlySet<number>): Promise<boolean> => {
    const mine = ++turn.current
    const answer = await bridge.call('plate-lists.ords', view)
    // A newer pick has replaced this one. A shortcut that waited for this pick acts on the rows of the newer one.
    if (mine !== turn.current) return asked.current
    asked.current = ANSWERED
    if (answer.ok) set(next(answer.value.ords))
    else sayFailed(answer.error)
    return answer.ok
  }
  const setFromShown = (next: (shown: number[]) => ReadonlySet<number>) => {
    asked.current = pickFromShown(next)
  }

  return {
    picked,
    pick({ ord }: Pick<PlateListRow, 'ord'>, extend: boolean) {
      const from = anchor.current
      anchor.current = ord
      const before = latest.current
      if (extend && from !== null)
        setFromShown((shown) => {
          const [first = 0, last = 0] = [shown.indexOf(from), shown.indexOf(ord)].toSorted((a, b) => a - b)
          return new Set([...before, ...(first < 0 ? [ord] : shown.slice(first, last + 1))])
        })
      else
        set(before.has(ord) ? new Set([...before].filter((one) => one !== ord)) : new Set([...before, ord]))
    },
    /** Adds rows to the picked ones. */
    add(rows: readonly Pick<PlateListRow, 'ord'>[]) {
      anchor.current = rows.at(-1)?.ord ?? anchor.current
      set(new Set([...latest.current, ...rows.map(({ ord }) => ord)]))
    },
    /** Picks all rows shown. If all of them are already picked, clears every pick. */
    pickAll() {
      setFromShown((shown) => {
        const before = latest.current
        return shown.every((ord) => before.has(ord)) ? NOTHING : new Set([...before, ...shown])
      })
    },
    /**
     * Picked rows, once the core has answered the last pick. A shortcut pressed right after Ctrl+A thus acts on all
     * rows.
     * @returns null if that pick failed
     */
    async settled(): Promise<ReadonlySet<number> | null> {
      return (await asked.current) ? latest.current : null
    },
    /** `pickedView` of the rows that `settled` returns; null if that pick failed. */
    async settledView(): Promise<PlateListView | null> {
      const settled = await this.settled()
      return settled && pickedView(view, settled)
    },
    clear() {
      anchor.current = null
      set(NOTHING)
    },
  }
}

type PickedRows = ReturnType<typeof usePickedRows>

/** Actions of the shortcuts and of the toolbar on the rows of a list. */
export function useRowActions(id: string, picking: PickedRows) {
  const { bridge } = useClient()

  const markAll = async (ords: number[], marked: boolean) => {
    const answer = await bridge.call('plate-lists.mark', { id, ords, marked })
    if (!answer.ok) sayFailed(answer.error)
  }
  return {
    markAll,
    /** Marks the picked rows. Without any, toggles the mark of the row with the keyboard focus. */
    async markChosen({ ord, marked }: PlateListRow) {
      const picked = await picking.settled()
      if (picked === null) return
      if (picked.size > 0) return markAll([...picked], true)
      const answer = await bridge.call('plate-lists.annotate', { id, ord, marked: !marked })
      if (!answer.ok) sayFailed(answer.error)
    },
    /** Moves waiting rows to the front of the queue. */
    async putFirst(ords: number[]) {
      const answer = await bridge.call('plate-lists.rows-first', { id, ords })
      if (answer.ok) showToast(text.rowsAreFirst(answer.value.moved))
      else sayFailed(answer.error)
    },
    /** Runs the action on the picked rows or, without any, on the row with the keyboard focus. */
    async withChosen(row: PlateListRow | undefined, act: (ords: number[]) => void) {
      const picked = await picking.settled()
      if (picked === null) return
      if (picked.size > 0) act([...picked])
      else if (row) act([row.ord])
    },
  }
}
