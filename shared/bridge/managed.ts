import * as z from 'zod'
import { readBaseAddress } from '../domain/service-address.ts'
import { environmentSchema } from './accounts.ts'
import { officeSettingsSchema } from './office.ts'
import { quickLookupSettingsSchema } from './quick-lookup.ts'

/** Settings of updates that an administrator may set. Absent: the application's default. */
const managedUpdatesSchema = z.object({
  /** `off`: no search for versions. `ask`: a person decides. `automatic`: at the next start. */
  mode: z.enum(['automatic', 'ask', 'off']).optional(),
  /** Address of the directory with the feed. https, or loopback for trials. */
  feed: z
    .string()
    .max(2_000)
    .refine((text) => /^https?:\/\//i.test(text) && readBaseAddress(text).ok)
    .optional(),
  channel: z.enum(['stable', 'beta']).optional(),
})
export type ManagedUpdates = z.infer<typeof managedUpdatesSchema>

/** Address of a service or a relay, as the forms read it. */
const address = z.string().transform((text, context) => {
  const reading = readBaseAddress(text)
  if (reading.ok) return reading.url
  context.addIssue({ code: 'custom', message: reading.problem })
  return z.NEVER
})

/** Account that is offered to a user who has its key. The key is never part of it. */
const offeredAccountSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  environment: environmentSchema.exclude(['demo']),
  address,
})
export type OfferedAccount = z.infer<typeof offeredAccountSchema>

const { retentionDays, blockedDays, lock } = officeSettingsSchema.shape
const { shortcut, readClipboard } = quickLookupSettingsSchema.shape
const updates = managedUpdatesSchema.shape

/**
 * Every setting of an administrator by its key in the file. Limits are those of the user's settings. `npm run policy`
 * makes the table of `docs/es/administracion.md` and the policies of `build/policy/` from it.
 */
export const managedSettings = {
  'service.addresses': z.array(address).min(1).max(20),
  accounts: z.array(offeredAccountSchema).min(1).max(20),
  'relay.address': address,
  'updates.mode': updates.mode.unwrap(),
  'updates.feed': updates.feed.unwrap(),
  'updates.channel': updates.channel.unwrap(),
  'lock.pinRequired': z.boolean(),
  'lock.idleMinutes': lock.shape.idleMinutes,
  'lock.withSystem': lock.shape.withSystem,
  'retention.visibleDays': retentionDays,
  'retention.blockedDays': blockedDays,
  'quickLookup.shortcut': shortcut,
  'quickLookup.readClipboard': readClipboard,
  'extension.allowed': z.boolean(),
  'demo.offered': z.boolean(),
} as const
export type ManagedKey = keyof typeof managedSettings
export type ManagedValue<K extends ManagedKey> = z.infer<(typeof managedSettings)[K]>
export type ManagedValues = { [K in ManagedKey]?: ManagedValue<K> }
export const MANAGED_KEYS = Object.keys(managedSettings) as readonly ManagedKey[]

/** Settings without a value of the user's own. As a recommendation they would mean nothing. */
export const ONLY_MANDATORY: ReadonlySet<ManagedKey> = new Set<ManagedKey>([
  'service.addresses',
  'lock.pinRequired',
  'extension.allowed',
  'demo.offered',
])

/**
 * Strictest values. They replace a mandatory value that cannot be read and has never been read on this PC. Other
 * settings keep this PC's values.
 */
export const STRICT_VALUES: ManagedValues = {
  'updates.mode': 'off',
  'lock.pinRequired': true,
  'lock.idleMinutes': 15,
  'lock.withSystem': true,
  'quickLookup.readClipboard': false,
  'extension.allowed': false,
  'demo.offered': false,
}

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
