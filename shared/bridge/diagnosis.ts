import * as z from 'zod'
import { appErrorSchema } from './result.ts'
import { PARTS, TROUBLE_STATES } from '../domain/health.ts'

/** Numbered checks in order. A check is skipped if an earlier one failed. */
export const DIAGNOSIS_CHECKS = ['store', 'keychain', 'proxy', 'network', 'address', 'key', 'clock'] as const

const diagnosisCheckSchema = z.object({
  check: z.enum(DIAGNOSIS_CHECKS),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  /** Facts for support: a host name, milliseconds, bytes. Never a secret. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  error: appErrorSchema.optional(),
})
export type DiagnosisCheck = z.infer<typeof diagnosisCheckSchema>

/** Maximum characters of a logged page error. */
export const MAX_PAGE_ERROR = 4_000

/** Uncaught error of a page. `render`: the error replaced a screen. */
export const pageErrorSchema = z.object({
  where: z.enum(['page', 'render', 'worker']),
  text: z.string().max(MAX_PAGE_ERROR),
})
export type PageError = z.infer<typeof pageErrorSchema>

export const diagnosisSchema = z.object({
  at: z.number(),
  version: z.string(),
  system: z.string(),
  checks: z.array(diagnosisCheckSchema),
})
export type Diagnosis = z.infer<typeof diagnosisSchema>

const troubleSchema = z.object({
  part: z.enum(PARTS),
  state: z.enum(TROUBLE_STATES),
  at: z.number(),
})
export type Trouble = z.infer<typeof troubleSchema>

/** Troubled parts of the application. Empty while all is well. */
export const healthSchema = z.object({
  troubles: z.array(troubleSchema),
  /** Path of the log, or `null` without a log file. */
  logFile: z.string().nullable(),
})
