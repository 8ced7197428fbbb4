import type { ProcedureAbilities } from '#shared/bridge/procedures.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { newText } from '#shared/text/outbox.ts'
import type { Client } from '../../replica/client.ts'
import { onceAtATime } from '../../replica/use-once.ts'
import { routeFromHere } from '../../app/route.ts'
import { openSettings } from '../../app/settings-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

/**
 * Creates a draft with these values and opens its first step. A second press while this runs creates no second draft.
 */
export const startDraft = onceAtATime(
  async (
    { bridge, queries }: Client,
    kind: DraftKind,
    fields: Partial<Record<FieldName, string>> = {},
  ): Promise<void> => {
    const goTo = routeFromHere()
    if (await isOff({ bridge }, kind)) return
    const made = await bridge.call('procedures.draft-create', { kind, fields })
    if (!made.ok) return sayFailed(made.error)
    queries.put('procedures.draft-get', { id: made.value.id }, made.value)
    goTo({ view: 'draft', id: made.value.id })
  },
)

/**
 * Returns true if a kind is unavailable in this account, shows the reason, and opens the setting. Asks the core each
 * time, because the data of a menu may be stale.
 */
export async function isOff({ bridge }: Pick<Client, 'bridge'>, kind: DraftKind): Promise<boolean> {
  const abilities = await bridge.call('procedures.abilities', {})
  const off = abilities.ok ? whyNot(kind, abilities.value) : null
  if (!off) return false
  showToast(off.words, 'failed')
  openSettings(off.section)
  return true
}

/**
 * Reason why a kind is unavailable in this account, and the setting that fixes it. `null` if the kind is available.
 */
export function whyNot(kind: DraftKind, abilities: ProcedureAbilities | undefined) {
  const ability = abilities?.[kind] ?? 'yes'
  if (ability === 'no-path') return { words: newText.noPath, section: 'advanced' } as const
  return ability === 'nothing-persists'
    ? ({ words: newText.nothingPersists, section: 'accounts' } as const)
    : null
}
