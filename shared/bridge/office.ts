import * as z from 'zod'
import { command } from './primitives.ts'

/** What this office keeps on this PC, for how long, and who may look. Of the PC, whatever the account. */
export const officeSettingsSchema = z.object({
  /** Days that what has ended stays in sight (domain.md 7); then it is blocked, and later erased. 0: for ever. */
  retentionDays: z.number().int().min(0).max(3_650),
  /** Days that what is blocked is kept, out of sight, before it is erased. */
  blockedDays: z.number().int().min(0).max(3_650),
  /** Which generated documents are kept on this PC by themselves. */
  serviceDocuments: z.enum(['open', 'none']),
  serviceDocumentsMegabytes: z.number().int().min(50).max(100_000),
  /** How documents are named when they are saved: `{matricula}`, `{documento}`, `{fecha}`, `{cliente}`, `{factura}`… */
  serviceDocumentName: z.string().min(1).max(200),
  backup: z.object({
    /** Where the copies of every so many days go; empty while there are none. */
    folder: z.string().max(1_024),
    everyDays: z.number().int().min(0).max(90),
    /** How many copies stay in that folder. */
    keep: z.number().int().min(1).max(100),
    /** Days without a copy after which it is asked for. 0: never. */
    remindDays: z.number().int().min(0).max(365),
  }),
  lock: z.object({
    /** Idle minutes before the windows lock. 0: they lock only by hand. */
    idleMinutes: z.number().int().min(0).max(240),
    /** Also with the PC's own lock and when it sleeps. */
    withSystem: z.boolean(),
  }),
  /** Who works at this PC, as the audit record names them beside the PC's own user. */
  operator: z.string().trim().max(100),
})
export type OfficeSettings = z.infer<typeof officeSettingsSchema>

const { shape } = officeSettingsSchema

/** Rows of the contract: settings of the office. */
export const officeCommands = {
  'office.update': command(
    z.object({ ...shape, backup: shape.backup.partial(), lock: shape.lock.partial() }).partial(),
    officeSettingsSchema,
  ),
} as const
