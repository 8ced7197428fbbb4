import { verdictText } from '#shared/text/app-lookup.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Copies a text to the clipboard, and announces success or failure. */
export async function copyText(text: string, said: string, notSaid: string = verdictText.notCopied) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(said)
  } catch {
    showToast(notSaid, 'failed')
  }
}
