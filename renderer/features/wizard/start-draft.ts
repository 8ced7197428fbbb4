import type { ProcedureAbilities } from '#shared/bridge/procedures.ts'
import type { Template } from '#shared/bridge/templates.ts'
import type { DraftKind, FieldName } from '#shared/domain/procedures/fields.ts'
import { newText as text } from '#shared/text/app-new-procedure.ts'
import { templateOfferText } from '#shared/text/app-templates.ts'
import type { Client } from '../../replica/client.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/**
 * Begins a procedure with the data given, and opens its first step. If the kind is unavailable in this account, it
 * shows why and opens the setting. Reads the abilities now: a menu's copy may be old.
 */
export async function startDraft(
  { bridge, queries }: Client,
  kind: DraftKind,
  fields: Partial<Record<FieldName, string>> = {},
): Promise<void> {
  const goTo = routeFromHere()
  const abilities = await bridge.call('procedures.abilities', {})
  const off = abilities.ok ? whyNot(kind, abilities.value) : null
  if (off) {
    showToast(off.words, 'failed')
    return openSettings(off.section)
  }
  const made = await bridge.call('procedures.draft-create', { kind, fields })
  if (!made.ok) return sayFailed(made.error)
  queries.put('procedures.draft-get', { id: made.value.id }, made.value)
  goTo({ view: 'draft', id: made.value.id })
}

/** Begins a procedure with a template, and opens its first step. */
export async function startFromTemplate(
  { bridge, queries }: Client,
  { id, kind, name, problems }: Pick<Template, 'id' | 'kind' | 'name' | 'problems'>,
): Promise<void> {
  if (kind === null) return
  const goTo = routeFromHere()
  const abilities = await bridge.call('procedures.abilities', {})
  const off = abilities.ok ? whyNot(kind, abilities.value) : null
  if (off) {
    showToast(off.words, 'failed')
    return openSettings(off.section)
  }
  const made = await bridge.call('templates.use', { id })
  if (!made.ok) return sayFailed(made.error)
  queries.put('procedures.draft-get', { id: made.value.id }, made.value)
  if (problems.length > 0) showToast(templateOfferText.used({ name, problems }))
  goTo({ view: 'draft', id: made.value.id })
}

/** Reason why a kind is unavailable in this account, and the setting that fixes it; `null` if available. */
export function whyNot(kind: DraftKind, abilities: ProcedureAbilities | undefined) {
  const ability = abilities?.[kind] ?? 'yes'
  if (ability === 'no-path') return { words: text.noPath, section: 'advanced' } as const
  return ability === 'nothing-persists'
    ? ({ words: text.nothingPersists, section: 'accounts' } as const)
    : null
}
