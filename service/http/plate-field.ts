import * as z from 'zod'
import { createReportBody } from '#shared/api/report.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'

/** No plate is nearly this long, whatever it is separated with. */
const LONGEST_PLATE = 64

/** A plate as anyone may write it; read as its compact form. */
export const vrmField = createReportBody.shape.vrm.max(LONGEST_PLATE).transform((text, context) => {
  const plate = classifyPlate(text)
  if (plate !== null) return plate.vrm
  context.addIssue({ code: 'custom', message: 'The plate is of no known series.' })
  return z.NEVER
})
