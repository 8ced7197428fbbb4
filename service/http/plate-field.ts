import * as z from 'zod'
import { createReportBody } from '#shared/api/report.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { MAX_VRM } from '#shared/domain/plates/series.ts'
import { identifierMeta, inPlainCharacters } from './identifier-meta.ts'

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
