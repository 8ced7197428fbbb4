import type { Signable, SigningFields } from '#shared/bridge/signing.ts'
import type { Client } from '../../replica/client.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

export interface StartSigning {
  document?: Signable
  procedureId?: string
  fields?: Partial<SigningFields>
  /** A request at the service that this one is sent again from. */
  from?: string
}

/** Begins a request to sign, with what is known of it already, and goes to its form. */
export async function startSigning({ bridge, queries }: Client, start: StartSigning = {}): Promise<void> {
  const goTo = routeFromHere()
  const { document = 'mandate-specific', ...known } = start
  const made = await bridge.call('signing.create', { document, ...known })
  if (!made.ok) return sayFailed(made.error)
  queries.put('signing.get', { id: made.value.id }, made.value)
  goTo({ view: 'signing', id: made.value.id })
}
