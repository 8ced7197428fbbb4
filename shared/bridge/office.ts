import * as z from 'zod'
import { command } from './primitives.ts'

/** Office settings of this PC, for all accounts: retention, storage and the lock. */
export const officeSettingsSchema = z.object({
  /** Days that ended procedures stay visible. Then they are blocked, and later erased. 0: for ever. */
  retentionDays: z.number().int().min(0).max(3_650),
  /** Days that blocked procedures are kept, hidden, before they are erased. */
  blockedDays: z.number().int().min(0).max(3_650),
  /** Generated documents that are stored on this PC automatically. */
  serviceDocuments: z.enum(['open', 'none']),
  serviceDocumentsMegabytes: z.number().int().min(50).max(100_000),
  /** Template of saved document names: `{matricula}`, `{documento}`, `{fecha}`, `{cliente}`, `{factura}`… */
  serviceDocumentName: z.string().min(1).max(200),
  backup: z.object({
    /** Folder of the scheduled backups. Empty: no backups. */
    folder: z.string().max(1_024),
    everyDays: z.number().int().min(0).max(90),
    /** Number of backups kept in that folder. */
    keep: z.number().int().min(1).max(100),
    /** Days without a backup until the reminder. 0: never. */
    remindDays: z.number().int().min(0).max(365),
  }),
  lock: z.object({
    /** Idle minutes before the windows lock. 0: no automatic lock. */
    idleMinutes: z.number().int().min(0).max(240),
    /** True to lock also when the PC locks or sleeps. */
    withSystem: z.boolean(),
  }),
  /** Operator's name in the audit record, beside the user of the PC. */
  operator: z.string().trim().max(100),
})
export type OfficeSettings = z.infer<typeof officeSettingsSchema>

const { shape } = officeSettingsSchema

/** Rows of the contract: office settings. */
export const officeCommands = {
  'office.update': command(
    z.object({ ...shape, backup: shape.backup.partial(), lock: shape.lock.partial() }).partial(),
    officeSettingsSchema,
  ),
} as const
