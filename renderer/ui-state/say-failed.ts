import type { AppError, ErrorCode } from '#shared/bridge/result.ts'
import { type ErrorText, errorTexts } from '#shared/text/errors.ts'
import { showToast } from './toasts.ts'

export type ErrorWords = (code: ErrorCode) => Pick<ErrorText, 'title'>

const anyWords: ErrorWords = (code) => errorTexts[code]

/** Shows why an action failed, unless the user stopped it. */
export function sayFailed({ code }: AppError, wordsOf = anyWords): void {
  if (code !== 'cancelled') showToast(wordsOf(code).title, 'failed')
}
