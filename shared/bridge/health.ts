import * as z from 'zod'
import { PARTS, TROUBLE_STATES } from '../domain/health.ts'

const troubleSchema = z.object({
  part: z.enum(PARTS),
  state: z.enum(TROUBLE_STATES),
  at: z.number(),
})
export type Trouble = z.infer<typeof troubleSchema>

/** Health of the parts of the application; empty while all is well. */
export const healthSchema = z.object({
  troubles: z.array(troubleSchema),
  /** Path of the log, or `null` without a log file. */
  logFile: z.string().nullable(),
})
