import type * as z from 'zod'

/**
 * Pattern of an identifier as typed, for the document and the clients generated from it. The service checks the compact
 * form itself, and says what is wrong with it.
 * @param min shortest and longest number, without its separators
 */
export const identifierMeta = (min: number, max: number, description: string, example: string) => ({
  pattern: `^(?:[ .-]*[0-9A-Za-z]){${min},${max}}[ .-]*$`,
  description: `${description} Spaces, dots and hyphens are dropped.`,
  examples: [example],
})

const TYPED = /^[ .\-0-9A-Za-z]*$/

/**
 * Rejects what `identifierMeta` says of the characters: full-width or mathematical letters look like plain ones, and
 * folding them would accept what the document refuses.
 */
export const inPlainCharacters = <T extends z.ZodString>(field: T) =>
  field.refine((text) => TYPED.test(text), 'Only letters A to Z, digits, spaces, dots and hyphens.')
