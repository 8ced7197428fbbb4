import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import { watchText as text } from '#shared/text/app-watches.ts'
import type { Client } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Rows that a command gives at once. */
const PAGE = 200

/** The marked plates of a list, to be watched; `null` if they cannot be read, or are too many. */
export async function markedPlates({ bridge }: Client, id: string): Promise<string[] | null> {
  const plates = new Set<string>()
  for (let offset = 0; ; offset += PAGE) {
    const args = { id, filter: 'marked', order: 'line', offset, limit: PAGE } as const
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
