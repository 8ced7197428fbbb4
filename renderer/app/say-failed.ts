import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import { brokenText } from '#shared/text/app.ts'
import type { ErrorText } from '#shared/text/errors.ts'
import { showToast } from './toasts.ts'

export type ErrorWords = (code: ErrorCode) => Pick<ErrorText, 'title'>

/** Shows why an action failed, unless the user stopped it. */
export function sayFailed({ code }: AppError, errorWords?: ErrorWords): void {
  if (code === 'cancelled') return
  if (errorWords) showToast(errorWords(code).title, 'failed')
  else showErrorText(code, ({ title }) => title)
}

/** Shows why an action failed and what to do about it, unless the user stopped it. */
export function sayFailedWithAdvice({ code }: AppError): void {
  if (code !== 'cancelled') showErrorText(code, ({ title, advice }) => `${title} ${advice}`)
}

/** Loads the texts of errors, which the first screen does not need, and shows one. */
function showErrorText(code: ErrorCode, format: (text: ErrorText) => string): void {
  import('#shared/text/errors.ts').then(
    ({ errorTexts }) => showToast(format(errorTexts[code]), 'failed'),
    () => showToast(brokenText.action, 'failed'),
  )
}
