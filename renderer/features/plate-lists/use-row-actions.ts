import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { plateListText as text } from '#shared/text/plate-lists.ts'
import { useClient } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import type { PickedRows } from './use-picked-rows.ts'

/** What the keys and the bar of a list do with its rows. */
export function useRowActions(id: string, picking: PickedRows) {
  const { bridge } = useClient()

  const markAll = async (ords: number[], marked: boolean) => {
    const answer = await bridge.call('plate-lists.mark', { id, ords, marked })
    if (!answer.ok) sayFailed(answer.error)
  }
  return {
    markAll,
    /** Marks the picked rows or, without any, changes the mark of the row with the keyboard. */
    async markChosen({ ord, marked }: PlateListRow) {
      const picked = await picking.settled()
      if (picked === null) return
      if (picked.size > 0) return markAll([...picked], true)
      const answer = await bridge.call('plate-lists.annotate', { id, ord, marked: !marked })
      if (!answer.ok) sayFailed(answer.error)
    },
    /** Puts rows that wait before the others. */
    async putFirst(ords: number[]) {
      const answer = await bridge.call('plate-lists.rows-first', { id, ords })
      if (answer.ok) showToast(text.rowsAreFirst(answer.value.moved))
      else sayFailed(answer.error)
    },
    /** Does it with the picked rows or, without any, with the row with the keyboard. */
    async withChosen(row: PlateListRow | undefined, act: (ords: number[]) => void) {
      const picked = await picking.settled()
      if (picked === null) return
      if (picked.size > 0) act([...picked])
      else if (row) act([row.ord])
    },
  }
}
