import type { Signable, SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import type { Client } from '../../replica/client.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

export interface StartSignatureRequest {
  document?: Signable
  procedureId?: string
  fields?: Partial<SignatureRequestFields>
  /** Id of the sent request that this one repeats. */
  from?: string
}

/** Begins a request with the data given, and opens its form. */
export async function startSignatureRequest(
  { bridge, queries }: Client,
  start: StartSignatureRequest = {},
): Promise<void> {
  const goTo = routeFromHere()
  const { document = 'mandate-specific', ...known } = start
  const made = await bridge.call('signature-requests.create', { document, ...known })
  if (!made.ok) return sayFailed(made.error)
  queries.put('signature-requests.get', { id: made.value.id }, made.value)
  goTo({ view: 'signature-request', id: made.value.id })
}
