import type { Template } from '#shared/bridge/templates.ts'
import { templateOfferText } from '#shared/text/fields.ts'
import type { Client } from '../../replica/client.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { isOff } from './start-draft.ts'

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
