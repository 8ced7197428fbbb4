import * as z from 'zod'
import { command, transferOut } from './primitives.ts'

const none = z.object({})

/** A line of the audit record: who, when, what, on what (by pseudonym), and how it ended. Never the content. */
export const auditRowSchema = z.object({
  seq: z.number().int(),
  at: z.number(),
  /** The PC's user, and the operator's name of Ajustes. */
  who: z.string(),
  what: z.enum([
    'procedure.send',
    'document.send',
    'incident.solve',
    'report.request',
    'report.read',
    'signature.send',
    'paper.read',
    'export',
    'backup',
    'restore',
    'person.export',
    'person.erase',
    'account.erase',
    'lock.failed',
    'simulate',
  ]),
  /** Of what kind: type of procedure, of document, format of an export… */
  kind: z.string(),
  /** The same identifier always has the same one in this account, and nothing leads back from it. */
  pseudonym: z.string(),
  result: z.enum(['ok', 'failed', 'uncertain']),
  /** Of a document, when it is about one. */
  sha256: z.string().optional(),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof auditRowSchema>

/** Rows of the contract: the record of what was done. */
export const auditCommands = {
  'audit.list': command(
    z.object({
      what: auditRowSchema.shape.what.optional(),
      /** A plate, a chassis, an identifier, the id of a procedure: what was done with it. */
      identifier: z.string().trim().max(200).optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(auditRowSchema), next: z.number().nullable(), total: z.number().int() }),
  ),
  /** Goes through the whole chain. `brokenAt`: the first line that is not what was written. */
  'audit.verify': command(
    none,
    z.object({ rows: z.number().int(), from: z.number().nullable(), brokenAt: z.number().int().nullable() }),
  ),
} as const

export const auditTransfers = {
  'audit.export': transferOut(none),
} as const
