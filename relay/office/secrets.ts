import { hash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { alarmSettingsWire } from '#shared/api/relay-alarm.ts'

/** Digest of a secret. The secrets are long and random, so a fast hash is enough. */
export const hashSecret = (secret: string | Uint8Array): Buffer => hash('sha256', secret, 'buffer')

export const newDeviceToken = (): string => `rly_${randomBytes(32).toString('base64url')}`
export const newAdminToken = (): string => `rla_${randomBytes(32).toString('base64url')}`
export const newInboxKey = (): string => randomBytes(16).toString('base64url')
export const newHeaderValue = (): string => `whk_${randomBytes(32).toString('base64url')}`

/** An id of 12 characters. It does not begin with a hyphen: a command line would take it for an option. */
export function newId(): string {
  const id = randomBytes(9).toString('base64url')
  return id.startsWith('-') ? newId() : id
}

export const officeSecrets = z.object({
  name: z.string(),
  adminToken: z.string(),
  inboxKey: z.string(),
  header: z.object({ name: z.string(), value: z.string(), former: z.string().optional() }),
  /** Alarm settings are secrets, because the address of a webhook often is one. */
  alarm: alarmSettingsWire.optional(),
  /** Key of the event digests of an imported office. */
  keys: z.object({ key: z.string(), officeId: z.number() }).optional(),
  /**
   * True until the import is committed. Secrets with this flag and without an office row belong to a killed import.
   */
  isImporting: z.literal(true).optional(),
})
export type OfficeSecrets = z.infer<typeof officeSecrets>

/**
 * Secrets of the offices. The database has only their digests, so a copy of the database opens nothing. The plain
 * values are needed for the administrator's screens and commands, and for the self-test.
 */
export interface Secrets {
  /** Key of the HMACs. */
  readonly key: Buffer
  get(officeId: number): Promise<OfficeSecrets | null>
  /** Offices that have secrets. */
  offices(): Promise<number[]>
  set(officeId: number, secrets: OfficeSecrets): Promise<void>
  remove(officeId: number): Promise<void>
  /** Changes the secrets of an office atomically. Does nothing for an office without secrets. */
  change(officeId: number, change: (current: OfficeSecrets) => OfficeSecrets): Promise<void>
}
