import { verdictText } from '#shared/text/verdict.ts'
import type { Bridge } from '../../bridge.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Copies the answer about a plate to the clipboard, records that it was given, and announces success or failure. */
export async function copyAnswer(bridge: Bridge, vrm: string, answer: string) {
  try {
    await navigator.clipboard.writeText(answer)
  } catch {
    // The browser may refuse the clipboard; the text on screen can be selected.
    return showToast(verdictText.notCopied, 'failed')
  }
  showToast(verdictText.copied)
  const noted = await bridge.call('client-messages.copied', { vrm })
  if (!noted.ok) showToast(verdictText.notRecorded, 'failed')
}
