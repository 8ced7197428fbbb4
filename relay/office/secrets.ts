import { hash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { alarmSettingsWire } from '#shared/api/relay-alarm.ts'

/** What is stored of a secret: they are random and long, so that a fast hash is enough. */
export const hashOf = (secret: string | Uint8Array): Buffer => hash('sha256', secret, 'buffer')

export const newDeviceToken = (): string => `rly_${randomBytes(32).toString('base64url')}`
export const newAdminToken = (): string => `rla_${randomBytes(32).toString('base64url')}`
export const newInboxKey = (): string => randomBytes(16).toString('base64url')
export const newHeaderValue = (): string => `whk_${randomBytes(32).toString('base64url')}`
export const newId = (): string => randomBytes(9).toString('base64url')

export const officeSecrets = z.object({
  name: z.string(),
  adminToken: z.string(),
  inboxKey: z.string(),
  header: z.object({ name: z.string(), value: z.string(), former: z.string().optional() }),
  /** Whom the alarm tells: a webhook's address is often a secret. */
  alarm: alarmSettingsWire.optional(),
  /** Key of the event digests of an imported office. */
  keys: z.object({ key: z.string(), officeId: z.number() }).optional(),
  /** True until the import is committed. Secrets with this flag and without an office row belong to a killed import. */
  isImporting: z.literal(true).optional(),
})
export type OfficeSecrets = z.infer<typeof officeSecrets>

/**
 * What the database has only as a digest: it is needed to show the operator's address and header to an
 * administrator, for the self-test and for the administrator's commands. A copy of the database alone opens nothing.
 */
export interface Secrets {
  /** Key of the HMACs. */
  readonly key: Buffer
  of(officeId: number): Promise<OfficeSecrets | null>
  /** Offices that have an entry. */
  offices(): Promise<number[]>
  set(officeId: number, secrets: OfficeSecrets): Promise<void>
  remove(officeId: number): Promise<void>
  /** Changes what is there, whole; an office without an entry stays without. */
  change(officeId: number, change: (own: OfficeSecrets) => OfficeSecrets): Promise<void>
}
