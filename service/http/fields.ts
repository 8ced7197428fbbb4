import * as z from 'zod'
import { createReportBody } from '#shared/api/report.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { MAX_VRM } from '#shared/domain/plates/series.ts'

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

/** Longer than any plate, whatever its separators. */
const MAX_PLATE = 64

const typed = inPlainCharacters(createReportBody.shape.vrm.max(MAX_PLATE)).meta(
  identifierMeta(2, MAX_VRM, 'Plate of any Spanish series.', '1234BCD'),
)

/** A plate in any usual notation, read as its compact form. */
export const vrmField = typed.transform((text, context) => {
  const plate = classifyPlate(text)
  if (plate !== null) return plate.vrm
  context.addIssue({ code: 'custom', message: 'The plate is of no known series.' })
  return z.NEVER
})
