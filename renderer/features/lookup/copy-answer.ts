import { verdictText } from '#shared/text/app-lookup.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Copies the answer to the clipboard, and announces success or failure. */
export async function copyAnswer(answer: string) {
  try {
    await navigator.clipboard.writeText(answer)
    showToast(verdictText.copied)
  } catch {
    // The browser may refuse the clipboard; the text on screen can be selected.
    showToast(verdictText.notCopied, 'failed')
  }
}
