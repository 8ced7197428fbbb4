import type { InboxRow } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'

/** Route of a changed resource; `null` if it has no page here. */
export function placeOf({ kind, id, subject }: Pick<InboxRow, 'kind' | 'id' | 'subject'>): Route | null {
  if (kind === 'procedure' || kind === 'signature') return { view: kind, id }
  if (kind === 'report' && subject.vrm !== undefined) return { view: 'lookup', vrm: subject.vrm }
  return null
}
