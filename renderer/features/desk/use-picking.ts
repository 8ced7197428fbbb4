import { useRef } from 'react'
import type { DeskFilter, DeskRow } from '#shared/bridge/desk.ts'
import { selectionText as text } from '#shared/text/app-desk.ts'
import { useClient } from '../../replica/client.ts'
import type { DeskListState } from '../../replica/use-desk-list.ts'
import { announce } from '../../ui-state/announcer.ts'
import { extended, NOTHING_PICKED, pickedAmount, toggled } from '../../ui-state/picked.ts'
import { proceduresDesk, setPicked, useProceduresDesk } from '../../ui-state/procedures-desk.ts'
import { targetOf, unpickOne } from './desk-actions.ts'

/** What is picked in the list, and the ways to pick. Each says to a screen reader how many there are. */
export function usePicking(list: DeskListState, filter: DeskFilter) {
  const client = useClient()
  const picked = useProceduresDesk((desk) => desk.picked)
  /** Where the last one was picked: with the capitals key, everything from there. */
  const anchor = useRef<number | null>(null)
  const total = list.rows.length

  const say = () => announce(text.picked(pickedAmount(proceduresDesk().picked, total)))

  return {
    picked,
    amount: pickedAmount(picked, total),
    pick(row: DeskRow, index: number, extend: boolean) {
      const before = proceduresDesk().picked
      if (before.kind === 'all') {
        const target = targetOf(before, total, undefined)
        if (target) void unpickOne(client, target, row.id)
        return
      }
      const from = anchor.current
      anchor.current = index
      if (!extend || from === null) setPicked(toggled(before, row))
      else {
        const [first, last] = from < index ? [from, index] : [index, from]
        const between = Array.from({ length: last - first + 1 }, (_, step) => list.rows.at(first + step))
        setPicked(
          extended(
            before,
            between.filter((one) => one !== undefined),
          ),
        )
      }
      say()
    },
    pickAll() {
      const whole = proceduresDesk().picked.kind === 'all'
      setPicked(whole || total === 0 ? NOTHING_PICKED : { kind: 'all', filter })
      say()
    },
    clear() {
      anchor.current = null
      setPicked(NOTHING_PICKED)
      say()
    },
  }
}
