import * as z from 'zod'
import { createReportBody } from '#shared/api/report.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { MAX_VRM } from '#shared/domain/plates/series.ts'

/**
 * Describes an identifier as typed, for the OpenAPI document and generated clients. The service itself checks the
 * compact form, and reports the exact problem.
 * @param min fewest characters, without separators
 * @param max most characters, without separators
 */
export const describeIdentifier = (min: number, max: number, description: string, example: string) => ({
  pattern: `^(?:[ .-]*[0-9A-Za-z]){${min},${max}}[ .-]*$`,
  description: `${description} Spaces, dots and hyphens are dropped.`,
  examples: [example],
})

const TYPED = /^[ .\-0-9A-Za-z]*$/

/**
 * Rejects characters outside the documented pattern. Full-width and mathematical letters look like plain letters.
 * Normalizing them would accept what the document refuses.
 */
export const requirePlainCharacters = <T extends z.ZodString>(field: T) =>
  field.refine((text) => TYPED.test(text), 'Only letters A to Z, digits, spaces, dots and hyphens.')

/** Longer than any plate with separators. */
const MAX_PLATE = 64

const plateText = requirePlainCharacters(createReportBody.shape.vrm.max(MAX_PLATE)).meta(
  describeIdentifier(2, MAX_VRM, 'Plate of any Spanish series.', '1234BCD'),
)

/** Parses a plate in any usual notation into its compact form. */
export const vrmField = plateText.transform((text, context) => {
  const plate = classifyPlate(text)
  if (plate !== null) return plate.vrm
  context.addIssue({ code: 'custom', message: 'The plate is of no known series.' })
  return z.NEVER
})
