import { verdictText } from '#shared/text/verdict.ts'
import { showToast } from './toasts.ts'

/**
 * Copies a text to the clipboard, and announces success or failure.
 * @returns true if it was copied
 */
export async function copyText(
  text: string,
  said: string,
  notSaid: string = verdictText.notCopied,
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(said)
    return true
  } catch {
    showToast(notSaid, 'failed')
    return false
  }
}
