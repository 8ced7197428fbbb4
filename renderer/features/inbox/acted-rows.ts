import type { InboxFilter, InboxGroup } from '#shared/bridge/inbox.ts'
import { isShown } from '#shared/domain/inbox-place.ts'
import type { Acted } from '../../ui-state/inbox-state.ts'

/**
 * Lines of a filter with the state that their changes were just given here, so that a key acts on what the keys before
 * it have left, before the core has answered them.
 */
export function asActed(
  groups: readonly InboxGroup[],
  acted: ReadonlyMap<number, Acted>,
  filter: InboxFilter,
): readonly InboxGroup[] {
  if (acted.size === 0) return groups
  return groups.flatMap((group) => {
    if (!group.rows.some(({ seq }) => acted.has(seq))) return [group]
    const rows = group.rows.map((row) => ({ ...row, ...acted.get(row.seq)?.as }))
    const shown = rows.filter((row) => isShown(row, filter))
    return shown.length > 0 ? [{ ...group, rows: shown }] : []
  })
}
