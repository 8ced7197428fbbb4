import { type ErrorText, errorTexts } from '#shared/text/errors.ts'
import type { Undrawable } from './use-drawable.ts'

/** Words that differ here from the general ones. */
export type UndrawnWords = Partial<Record<Undrawable, Pick<ErrorText, 'title' | 'advice'>>> &
  Record<'heic' | 'protected' | 'form' | 'broken', Pick<ErrorText, 'title' | 'advice'>>

/** Reason why a file is not drawn, and alternatives. */
export const undrawnWords = (own: UndrawnWords, why: Undrawable) =>
  own[why] ?? errorTexts[why as Exclude<Undrawable, 'heic' | 'protected' | 'form' | 'broken'>]
