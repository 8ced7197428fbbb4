import type { Contact } from '#shared/bridge/signature-requests.ts'
import { contactDialogText as text } from '#shared/text/fields.ts'
import type { Client } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Removes a contact, with an undo for a while. Data about them elsewhere stay. */
export async function removeContact({ bridge }: Client, { id, fields }: Contact): Promise<boolean> {
  const answer = await bridge.call('contacts.remove', { id })
  if (!answer.ok) {
    // A second press finds nobody, and the first one has its undo on screen.
    if (answer.error.code !== 'not-found') sayFailed(answer.error)
    return false
  }
  showToast(text.removed(fields.fullname || fields.idNumber), 'done', {
    label: text.undo,
    run: () =>
      void bridge.call('contacts.restore', { id }).then((back) => {
        if (back.ok) showToast(text.restored)
        else sayFailed(back.error)
      }),
  })
  return true
}
