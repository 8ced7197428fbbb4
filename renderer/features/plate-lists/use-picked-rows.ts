import { useRef, useState } from 'react'
import type { PlateListRow, PlateListView } from '#shared/bridge/plate-lists.ts'
import { plateListText as text } from '#shared/text/app-plate-lists.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Rows of a list that are picked, by their places in it: they stay picked whatever the list shows. Each action announces
 * how many are.
 */
export function usePickedRows(view: PlateListView) {
  const { bridge } = useClient()
  const [picked, setPicked] = useState(NOTHING)
  /** Last row picked: Shift picks everything from there. */
  const anchor = useRef<number | null>(null)
  /** Counts what was picked since: an answer that comes after it changes nothing. */
  const turn = useRef(0)

  const set = (next: ReadonlySet<number>) => {
    turn.current += 1
    setPicked(next)
    announce(text.picked(next.size))
  }
  /** Places of the rows shown, unless something else was picked meanwhile. */
  const shown = async (): Promise<number[] | null> => {
    const mine = ++turn.current
    const answer = await bridge.call('plate-lists.ords', view)
    if (!answer.ok) sayFailed(answer.error)
    return answer.ok && mine === turn.current ? answer.value.ords : null
  }
  const pickTo = async (from: number, to: number) => {
    const ords = await shown()
    if (ords === null) return
    const [first = 0, last = 0] = [ords.indexOf(from), ords.indexOf(to)].toSorted((a, b) => a - b)
    set(new Set([...picked, ...(first < 0 ? [to] : ords.slice(first, last + 1))]))
  }

  return {
    picked,
    pick({ ord }: Pick<PlateListRow, 'ord'>, extend: boolean) {
      const from = anchor.current
      anchor.current = ord
      if (extend && from !== null) return void pickTo(from, ord)
      set(picked.has(ord) ? new Set([...picked].filter((one) => one !== ord)) : new Set([...picked, ord]))
    },
    /** Picks rows besides those that are picked. */
    add(rows: readonly Pick<PlateListRow, 'ord'>[]) {
      anchor.current = rows.at(-1)?.ord ?? anchor.current
      set(new Set([...picked, ...rows.map(({ ord }) => ord)]))
    },
    /** Picks all that are shown or, if all of them are picked, none. */
    async pickAll() {
      const ords = await shown()
      if (ords !== null) set(ords.every((ord) => picked.has(ord)) ? NOTHING : new Set([...picked, ...ords]))
    },
    clear() {
      anchor.current = null
      set(NOTHING)
    },
  }
}
