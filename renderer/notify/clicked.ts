import { notifyText as text } from '#shared/text/sidebar.ts'
import type { Bridge } from '../bridge.ts'
import { openRoute } from '../app/route.ts'
import { sayFailed } from '../app/say-failed.ts'
import { showToast } from '../app/toasts.ts'
import { windowId } from './window-id.ts'
import type { ClickedHash } from './worker-messages.ts'

const CLICKED: ClickedHash = '#aviso='

/** Opens the route of a notification in this window only. */
export async function openClicked(bridge: Bridge, tag: string): Promise<void> {
  const answer = await bridge.call('notifications.clicked', { tag, windowId })
  if (answer.ok) return openRoute(answer.value.route)
  const { code } = answer.error
  if (code === 'not-found') showToast(text.gone, 'failed')
  // While the window is locked, the core sends the route after the PIN.
  else if (code !== 'locked') sayFailed(answer.error)
}

/**
 * Tag of the notification for which this window was opened. The worker writes the tag in the address. Read it before
 * routing removes it.
 */
export function clickedInAddress(): string | null {
  const { hash } = location
  if (!hash.startsWith(CLICKED)) return null
  try {
    return decodeURIComponent(hash.slice(CLICKED.length)) || null
  } catch {
    return null
  }
}
