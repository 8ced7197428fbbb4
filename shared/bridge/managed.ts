import * as z from 'zod'
import { MANAGED_KEYS, offeredAccountSchema, type ManagedKey } from './settings.ts'

/** Sources of an administrator's settings, strongest first. */
export const MANAGED_SOURCES = ['machine-policy', 'user-policy', 'system-file', 'installation-file'] as const
export const managedSourceSchema = z.enum(MANAGED_SOURCES)
export type ManagedSource = z.infer<typeof managedSourceSchema>

export const MANAGED_LEVELS = ['mandatory', 'recommended'] as const
export type ManagedLevel = (typeof MANAGED_LEVELS)[number]

/** Reasons that a part of a source is ignored. */
const MANAGED_PROBLEMS = [
  // of a whole source
  'unreadable',
  'too-large',
  'not-trusted',
  'not-json',
  'not-an-object',
  // of one key
  'unknown-key',
  'secret',
  'twice',
  'not-a-group',
  'only-mandatory',
  'wrong-value',
] as const

const managedProblemSchema = z.object({
  source: managedSourceSchema,
  /** Path of the file, or key of the registry. */
  path: z.string(),
  why: z.enum(MANAGED_PROBLEMS),
  /** Line in the file, from 1. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** Key as written in the file. */
  key: z.string().optional(),
})
export type ManagedProblem = z.infer<typeof managedProblemSchema>

const managedKeySchema = z.enum(MANAGED_KEYS as [ManagedKey, ...ManagedKey[]])

/** Settings of an administrator on this PC, and problems of their sources. Read once at the start. */
export const managedSchema = z.object({
  settings: z.array(
    z.object({
      key: managedKeySchema,
      level: z.enum(MANAGED_LEVELS),
      source: managedSourceSchema,
      /**
       * The mandatory value cannot be read, and the user cannot change it. In force is the last value read, a strict
       * one, or this PC's own.
       */
      unread: z.enum(['last', 'strict', 'own']).optional(),
    }),
  ),
  /** Values that no other slice has. */
  accounts: z.array(offeredAccountSchema),
  /** Addresses that an account may have. `null` for any. */
  addresses: z.array(z.string()).nullable(),
  relay: z.string().nullable(),
  extension: z.boolean(),
  demo: z.boolean(),
  problems: z.array(managedProblemSchema),
  /** Sources that were found, readable or not. */
  sources: z.array(z.object({ source: managedSourceSchema, path: z.string() })),
})
export type Managed = z.infer<typeof managedSchema>

export const nothingManaged: Managed = {
  settings: [],
  accounts: [],
  addresses: null,
  relay: null,
  extension: true,
  demo: true,
  problems: [],
  sources: [],
}
