import type { Template } from '#shared/bridge/templates.ts'
import { copyText, templateOfferText } from '#shared/text/fields.ts'
import type { Client } from '../../replica/client.ts'
import { routeFromHere } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { isOff } from './start-draft.ts'

/** Creates a draft from a template, shows which of its values no longer apply, and opens the first step. */
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
  if (problems.length > 0) showToast(templateOfferText.used({ name, kind, problems }))
  goTo({ view: 'draft', id: made.value.id })
}

/** *Crear otro igual*: creates a draft with the parties and the client of another procedure, and opens it. */
export async function createLike({ bridge, queries }: Client, procedureId: string): Promise<void> {
  const goTo = routeFromHere()
  const made = await bridge.call('procedures.draft-like', { procedureId })
  if (!made.ok) {
    if (made.error.code === 'invalid-request') return showToast(copyText.unknownKind, 'failed')
    return sayFailed(made.error)
  }
  queries.put('procedures.draft-get', { id: made.value.id }, made.value)
  showToast(copyText.done)
  goTo({ view: 'draft', id: made.value.id })
}
