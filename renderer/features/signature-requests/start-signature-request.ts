import type { CommandResult } from '#shared/bridge/contract.ts'
import type { SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import type { Signable } from '#shared/domain/signature-requests/fields.ts'
import type { Client } from '../../replica/client.ts'
import { onceAtATime } from '../../replica/use-once.ts'
import { severalSignersText } from '#shared/text/signatures.ts'
import { openRoute, routeFromHere } from '../../app/route.ts'
import { keepSignatureRequestState } from './signature-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

export interface StartSignatureRequest {
  document?: Signable
  procedureId?: string
  fields?: Partial<SignatureRequestFields>
  /** Id of the sent request that this one repeats. */
  from?: string
}

/**
 * Creates a request with the given data and opens its form. With `atReview` the review opens if the request may be
 * sent. A press while a request is being created is ignored.
 */
export const startSignatureRequest = onceAtATime(
  async (
    { bridge, queries }: Client,
    start: StartSignatureRequest = {},
    { atReview = false } = {},
  ): Promise<void> => {
    const goTo = routeFromHere()
    const { document = 'mandate-specific', ...known } = start
    const made = await bridge.call('signature-requests.create', { document, ...known })
    if (!made.ok) return sayFailed(made.error)
    queries.put('signature-requests.get', { id: made.value.id }, made.value)
    if (atReview) keepSignatureRequestState({ reviewedFirst: made.value.id })
    goTo({ view: 'signature-request', id: made.value.id })
  },
)

/** Opens the list of unsent requests after some were prepared. The list has the new ones from the start. */
export async function openPreparedRequests(
  { bridge, queries }: Client,
  prepared: CommandResult<'signature-requests.prepare'>,
): Promise<void> {
  const list = await bridge.call('signature-requests.list', {})
  if (list.ok) queries.put('signature-requests.list', {}, list.value)
  showToast(severalSignersText.prepared(prepared))
  openRoute({ view: 'signature-requests' })
}
