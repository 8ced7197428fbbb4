import type { ProcedureAbilities, Draft } from '#shared/bridge/procedures.ts'
import type { DraftKind, FieldName } from '#shared/domain/procedures/fields.ts'
import { newText } from '#shared/text/outbox.ts'
import type { Template } from '#shared/bridge/templates.ts'
import { templateOfferText, copyText } from '#shared/text/fields.ts'
import type { Result } from '#shared/bridge/result.ts'
import type { Client } from '../../replica/client.ts'
import { onceAtATime } from '../../ui-state/once-at-a-time.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Begins a procedure with the data given, and opens its first step. A press while one begins makes no second one. */
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
 * True if a kind is unavailable in this account: shows why, and opens the setting. Reads the abilities now: a menu's
 * copy may be old.
 */
export async function isOff({ bridge }: Pick<Client, 'bridge'>, kind: DraftKind): Promise<boolean> {
  const abilities = await bridge.call('procedures.abilities', {})
  const off = abilities.ok ? whyNot(kind, abilities.value) : null
  if (!off) return false
  showToast(off.words, 'failed')
  openSettings(off.section)
  return true
}

/** Reason why a kind is unavailable in this account, and the setting that fixes it; `null` if available. */
export function whyNot(kind: DraftKind, abilities: ProcedureAbilities | undefined) {
  const ability = abilities?.[kind] ?? 'yes'
  if (ability === 'no-path') return { words: newText.noPath, section: 'advanced' } as const
  return ability === 'nothing-persists'
    ? ({ words: newText.nothingPersists, section: 'accounts' } as const)
    : null
}

/** Begins a procedure with a template, says what of it no longer applies, and opens its first step. */
export async function startFromTemplate(
  { bridge, queries }: Client,
  { id, kind, name, problems }: Pick<Template, 'id' | 'kind' | 'name' | 'problems'>,
): Promise<void> {
  if (kind === null) return
  const goTo = routeFromHere()
  if (await isOff({ bridge }, kind)) return
  const made = await bridge.call('templates.use', { id })
  if (!made.ok) return sayFailed(made.error)
  queries.put('procedures.draft-get', { id: made.value.id }, made.value)
  if (problems.length > 0) showToast(templateOfferText.used({ name, problems }))
  goTo({ view: 'draft', id: made.value.id })
}

/** *Crear otro igual*: begins a procedure with the parties and the client of another one, and opens it. */
export async function createLike({ bridge, queries }: Client, procedureId: string): Promise<void> {
  const goTo = routeFromHere()
  const made: Result<Draft> = await bridge.call('procedures.draft-like', { procedureId })
  if (!made.ok) {
    if (made.error.code === 'invalid-request') return showToast(copyText.unknownKind, 'failed')
    return sayFailed(made.error)
  }
  queries.put('procedures.draft-get', { id: made.value.id }, made.value)
  showToast(copyText.done)
  goTo({ view: 'draft', id: made.value.id })
}
