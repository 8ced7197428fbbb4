import { lockText as text } from '#shared/text/app.ts'
import type { Client } from '../../replica/client.ts'
import { openSettings } from '../../app/settings-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'

/** Locks every window. Without a PIN it opens the settings, so that the user sets one first. */
export async function lockNow({ bridge, replica }: Client): Promise<void> {
  if (!replica.getState().lock?.hasPin) {
    openSettings('lock')
    return showToast(text.needsPin, 'failed')
  }
  const answer = await bridge.call('lock.now', {})
  if (!answer.ok) sayFailed(answer.error)
}
