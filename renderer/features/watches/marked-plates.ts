import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { PlateListView } from '#shared/bridge/plate-lists.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import { watchText as text } from '#shared/text/lookup-lists.ts'
import type { Client } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Rows that a command gives at once. */
const PAGE = 200

/** Plates of some rows of a list, to be watched; `null` if they cannot be read, or are too many. */
export async function platesOfView({ bridge }: Client, view: PlateListView): Promise<string[] | null> {
  const plates = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const args: CommandArgs<'plate-lists.rows'> = { ...view, order: 'line', offset, limit: PAGE }
    const answer = await bridge.call('plate-lists.rows', args)
    if (!answer.ok) {
      sayFailed(answer.error)
      return null
    }
    const { rows, total } = answer.value
    if (total > MAX_WATCHES) {
      showToast(text.tooMany(total), 'failed')
      return null
    }
    for (const { vrm } of rows) plates.add(vrm)
    if (rows.length < PAGE) return plates.size > 0 ? [...plates] : null
  }
}
