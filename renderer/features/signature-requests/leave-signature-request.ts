import { signatureRequestText as text } from '#shared/text/signatures.ts'
import { routeFromHere } from '../../ui-state/route.ts'
import { showToast } from '../../ui-state/toasts.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

/** Goes up: to its procedure, or to the list of unsent requests. Saves typed text first; discards an empty one. */
export async function leaveSignatureRequest({
  known,
  form,
  fields,
  bridge,
}: SignatureRequestOnScreen): Promise<void> {
  const { document: _, procedureId, deliveryMethod: __, ...typed } = fields
  const goTo = routeFromHere()
  const up = () => goTo(procedureId === '' ? { view: 'signatures' } : { view: 'procedure', id: procedureId })
  if (known.state === 'editing' && Object.values(typed).every((value) => value.trim() === '')) {
    await bridge.call('signature-requests.discard', { id: known.id })
    showToast(text.leftEmpty)
    return up()
  }
  if ((await form.flush()) && known.state === 'editing') showToast(text.left)
  return procedureId === '' ? goTo({ view: 'signature-requests' }) : up()
}
