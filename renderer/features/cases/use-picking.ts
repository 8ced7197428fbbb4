import { useRef } from 'react'
import type { CaseFilter, CaseRow, CaseSort } from '#shared/bridge/cases.ts'
import { selectionText as text } from '#shared/text/cases.ts'
import { useClient } from '../../replica/client.ts'
import type { CaseListState } from '../../replica/use-case-list.ts'
import { announce } from '../../ui-state/announcer.ts'
import {
  extended,
  NOTHING_PICKED,
  type Picked,
  pickedAmount,
  toggled,
  proceduresState,
  setPicked,
  useProceduresState,
} from '../../ui-state/page-states.ts'
import { placeNear } from '../../design/row-place.ts'
import { rowsBetween, targetOf, unpickOne } from './case-actions.ts'

/** Picked rows of the list, and actions to pick. Each announces how many are picked. */
export function usePicking(list: CaseListState, filter: CaseFilter, sort: CaseSort) {
  const client = useClient()
  const picked = useProceduresState((state) => state.picked)
  /** Last picked row, its list and position: Shift picks everything from there. */
  const anchor = useRef<{ serial: number; id: string; index: number } | null>(null)
  const total = list.rows.length

  const say = () => announce(text.picked(pickedAmount(proceduresState().picked, total)))

  const anchorAt = () => {
    const last = anchor.current
    if (last === null || last.serial !== list.serial) return null
    return placeNear(list.rows, (row) => row.id === last.id, last.index)
  }
  const pickBetween = async (before: Picked, from: number, to: number) => {
    const [first, last] = from < to ? [from, to] : [to, from]
    if (first === 0 && last === total - 1) return setPicked({ kind: 'all', filter })
    const known = Array.from({ length: last - first + 1 }, (_, step) => list.rows.at(first + step))
    const rows = known.some((row) => row === undefined)
      ? await rowsBetween(client, list.foundBy, sort, first, last)
      : known.filter((row) => row !== undefined)
    // Rows picked or filtered while these were being read win.
    if (rows !== null && proceduresState().picked === before) setPicked(extended(before, rows))
  }

  return {
    picked,
    amount: pickedAmount(picked, total),
    pick(row: CaseRow, index: number, extend: boolean) {
      const before = proceduresState().picked
      if (before.kind === 'all') {
        const target = targetOf(before, total, undefined)
        if (target) void unpickOne(client, target, row.id)
        return
      }
      const from = anchorAt()
      anchor.current = { serial: list.serial, id: row.id, index }
      if (extend && from !== null) return void pickBetween(before, from, index).then(say)
      setPicked(toggled(before, row))
      say()
    },
    pickAll() {
      const whole = proceduresState().picked.kind === 'all'
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
