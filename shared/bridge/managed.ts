import * as z from 'zod'
import { readBaseAddress } from '../domain/service-address.ts'
import { environmentSchema } from './accounts.ts'
import { officeSettingsSchema } from './office.ts'
import { quickLookupSettingsSchema } from './quick-lookup.ts'

/** How this PC gets new versions: what an administrator may set. Absent: the application's own default. */
const managedUpdatesSchema = z.object({
  /** `off`: none is looked for. `ask`: a person says when. `automatic`: at the next start. */
  mode: z.enum(['automatic', 'ask', 'off']).optional(),
  /** Address of the directory that holds the feed; https, or loopback for trials. */
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

/** An account that is offered to whoever has its key. The key is never in it. */
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
 * Every setting of an administrator, by its key in the file. Their limits are those of the settings that they set.
 * The table of `docs/es/administracion.md` and the policies of `build/policy/` are made from it (`npm run policy`).
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

/** Settings without a value of the user's own: as a recommendation they would mean nothing. */
export const ONLY_MANDATORY: ReadonlySet<ManagedKey> = new Set<ManagedKey>([
  'service.addresses',
  'lock.pinRequired',
  'extension.allowed',
  'demo.offered',
])

/**
 * Values in the place of a mandatory one that cannot be read and never was on this PC: the narrowest. The others stay
 * as they are on this PC.
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

/** Places where an administrator sets them, the strongest first. */
export const MANAGED_SOURCES = ['machine-policy', 'user-policy', 'system-file', 'installation-file'] as const
export const managedSourceSchema = z.enum(MANAGED_SOURCES)
export type ManagedSource = z.infer<typeof managedSourceSchema>

export const MANAGED_LEVELS = ['mandatory', 'recommended'] as const
export type ManagedLevel = (typeof MANAGED_LEVELS)[number]

/** Why something of a source is not taken. */
const MANAGED_PROBLEMS = [
  // of the whole source
  'unreadable',
  'too-large',
  'not-trusted',
  'not-json',
  'not-an-object',
  // of one of its keys
  'unknown-key',
  'secret',
  'twice',
  'not-a-group',
  'only-mandatory',
  'wrong-value',
] as const

const managedProblemSchema = z.object({
  source: managedSourceSchema,
  /** File, or key of the registry. */
  path: z.string(),
  why: z.enum(MANAGED_PROBLEMS),
  /** Where in the file, from 1. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** As it is written there. */
  key: z.string().optional(),
})
export type ManagedProblem = z.infer<typeof managedProblemSchema>

const managedKeySchema = z.enum(MANAGED_KEYS as [ManagedKey, ...ManagedKey[]])

/** What an administrator sets on this PC, and what of it could not be read. Read once, at the start. */
export const managedSchema = z.object({
  settings: z.array(
    z.object({
      key: managedKeySchema,
      level: z.enum(MANAGED_LEVELS),
      source: managedSourceSchema,
      /**
       * It cannot be read, and cannot be changed either: the last value that was read holds; or a strict one; or that of
       * this PC.
       */
      unread: z.enum(['last', 'strict', 'own']).optional(),
    }),
  ),
  /** Values that no other slice has. */
  accounts: z.array(offeredAccountSchema),
  /** Addresses that an account may have; `null` for any. */
  addresses: z.array(z.string()).nullable(),
  relay: z.string().nullable(),
  extension: z.boolean(),
  demo: z.boolean(),
  problems: z.array(managedProblemSchema),
  /** Sources that were found, whether they could be read or not. */
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
