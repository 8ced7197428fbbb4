import { verdictText } from '#shared/text/app-lookup.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Hands something of the page to the clipboard, or says that it could not. */
export async function copyText(text: string, said: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(said)
  } catch {
    showToast(verdictText.notCopied, 'failed')
  }
}
