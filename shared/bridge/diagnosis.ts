import * as z from 'zod'
import { appErrorSchema } from './result.ts'

/** Numbered checks, in order. Each needs the previous ones, and is skipped when one of them failed. */
export const DIAGNOSIS_CHECKS = ['store', 'keychain', 'proxy', 'network', 'address', 'key', 'clock'] as const

export const diagnosisCheckSchema = z.object({
  check: z.enum(DIAGNOSIS_CHECKS),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  /** Facts for support: a host name, milliseconds, bytes. Never a secret. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  error: appErrorSchema.optional(),
})
export type DiagnosisCheck = z.infer<typeof diagnosisCheckSchema>

export const diagnosisSchema = z.object({
  at: z.number(),
  version: z.string(),
  system: z.string(),
  checks: z.array(diagnosisCheckSchema),
})
export type Diagnosis = z.infer<typeof diagnosisSchema>
