import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import { brokenText } from '#shared/text/app.ts'
import type { ErrorText } from '#shared/text/errors.ts'
import { showToast } from './toasts.ts'

export type ErrorWords = (code: ErrorCode) => Pick<ErrorText, 'title'>

/** Shows why an action failed, unless the user stopped it. */
export function sayFailed({ code }: AppError, wordsOf?: ErrorWords): void {
  if (code === 'cancelled') return
  if (wordsOf) showToast(wordsOf(code).title, 'failed')
  else sayWords(code, ({ title }) => title)
}

/** The same, with what to do about it. */
export function sayFailedWithAdvice({ code }: AppError): void {
  if (code !== 'cancelled') sayWords(code, ({ title, advice }) => `${title} ${advice}`)
}

/** The words of every error are not of the first screen. */
function sayWords(code: ErrorCode, said: (text: ErrorText) => string): void {
  import('#shared/text/errors.ts').then(
    ({ errorTexts }) => showToast(said(errorTexts[code]), 'failed'),
    () => showToast(brokenText.action, 'failed'),
  )
}
