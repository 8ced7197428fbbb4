import { verdictText } from '#shared/text/app-lookup.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Hands the answer to the clipboard, or says that it could not. */
export async function copyAnswer(answer: string) {
  try {
    await navigator.clipboard.writeText(answer)
    showToast(verdictText.copied)
  } catch {
    // The browser may refuse the clipboard; the text is on screen, ready to be selected.
    showToast(verdictText.notCopied, 'failed')
  }
}
