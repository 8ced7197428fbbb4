import type { Draft } from '#shared/bridge/procedures.ts'
import type { Result } from '#shared/bridge/result.ts'
import { copyText as text } from '#shared/text/fields.ts'
import type { Client } from '../../replica/client.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** *Crear otro igual*: begins a procedure with the parties and the client of another one, and opens it. */
export async function createLike({ bridge, queries }: Client, procedureId: string): Promise<void> {
  const goTo = routeFromHere()
  const made: Result<Draft> = await bridge.call('procedures.draft-like', { procedureId })
  if (!made.ok) {
    if (made.error.code === 'invalid-request') return showToast(text.unknownKind, 'failed')
    return sayFailed(made.error)
  }
  queries.put('procedures.draft-get', { id: made.value.id }, made.value)
  showToast(text.done)
  goTo({ view: 'draft', id: made.value.id })
}
