import { type ErrorText, errorTexts } from '#shared/text/errors.ts'
import type { Undrawable } from './use-drawable.ts'

/** What is said where it is not what is said everywhere. */
export type UndrawnWords = Partial<Record<Undrawable, Pick<ErrorText, 'title' | 'advice'>>> &
  Record<'heic' | 'protected' | 'broken', Pick<ErrorText, 'title' | 'advice'>>

/** Why a file is not drawn, and what can be done instead. */
export const undrawnWords = (own: UndrawnWords, why: Undrawable) =>
  own[why] ?? errorTexts[why as Exclude<Undrawable, 'heic' | 'protected' | 'broken'>]
