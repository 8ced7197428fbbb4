import * as z from 'zod'
import { isoDaySchema } from './deadlines.ts'
import { command, none, transferOut } from './primitives.ts'

/** Row of the audit record: user, time, action, object (by pseudonym) and result. Never the content. */
const auditRowSchema = z.object({
  seq: z.number().int(),
  at: z.number(),
  /** User of the PC, and the operator's name of Ajustes. */
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
    'extension.approve',
    'extension.revoke',
    'simulate',
    'client.text',
    'template.create',
    'template.change',
    'template.delete',
    'ledger.add',
    'ledger.correct',
    'tariff.change',
    'checklist.change',
    'client.change',
    'client.merge',
    'client.separate',
    'client.paper',
    'client.paper-remove',
  ]),
  /** Kind of object: type of procedure, of document, format of an export… */
  kind: z.string(),
  /** Pseudonym: constant per identifier in this account, and irreversible. */
  pseudonym: z.string(),
  result: z.enum(['ok', 'failed', 'uncertain']),
  /** Hash of a document, if it concerns one. */
  sha256: z.string().optional(),
  hash: z.string(),
})
export type AuditRow = z.infer<typeof auditRowSchema>

/** Actions of one kind by one person on a day. Actions that were not done are not counted. */
const dayWorkSchema = z.object({
  who: z.string(),
  what: auditRowSchema.shape.what,
  done: z.number().int(),
  /** Actions of which it is not known whether they were done. */
  uncertain: z.number().int(),
})
export type DayWork = z.infer<typeof dayWorkSchema>

/** Rows of the contract: the audit record. */
export const auditCommands = {
  'audit.list': command(
    z.object({
      what: auditRowSchema.shape.what.optional(),
      /** Plate, chassis number, identifier or id of a procedure, whose actions are listed. */
      identifier: z.string().trim().max(200).optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(auditRowSchema), next: z.number().nullable(), total: z.number().int() }),
  ),
  /** Work of a day at this PC by person, the one with most actions first. */
  'audit.day': command(z.object({ day: isoDaySchema }), z.object({ rows: z.array(dayWorkSchema) })),
  /** Verifies the whole chain. `brokenAt`: first row that does not match its hash. */
  'audit.verify': command(
    none,
    z.object({ rows: z.number().int(), from: z.number().nullable(), brokenAt: z.number().int().nullable() }),
  ),
} as const

export const auditTransfers = {
  'audit.export': transferOut(none),
  'audit.day-csv': transferOut(z.object({ day: isoDaySchema })),
} as const

const taxId = z.string().trim().min(1).max(32)

/** Numbers of records on this PC about a person or company. */
const heldSchema = z.object({
  procedures: z.number().int(),
  drafts: z.number().int(),
  signatures: z.number().int(),
  reports: z.number().int(),
  serviceDocuments: z.number().int(),
  addresses: z.number().int(),
  templates: z.number().int(),
  ledgerEntries: z.number().int(),
  clientRequests: z.number().int(),
  plateLists: z.number().int(),
  watches: z.number().int(),
  transferBatches: z.number().int(),
  /** Records of clients, and papers on file. */
  clients: z.number().int(),
  clientPapers: z.number().int(),
  /** Remembered values (`remembered.get`). */
  remembered: z.number().int(),
  /** Things shared with the other PCs: values that were replaced, and what waits for its procedure. */
  shared: z.number().int(),
})
export type Held = z.infer<typeof heldSchema>

/** A PC of the office, and whether it has applied an erasure. */
const erasurePcSchema = z.object({
  id: z.string(),
  /** Empty if unknown. */
  name: z.string(),
  isOwn: z.boolean(),
  /** False for a PC that is not in the relay's list. The list proves no removal: a removed PC has the state `removed`. */
  isListed: z.boolean(),
  /** `removed`: it was removed from the office after the erasure, and has not applied it. */
  state: z.enum(['applied', 'pending', 'removed']),
  /** When it applied the erasure, or was removed. Otherwise when it was last seen; `null` if never. */
  at: z.number().nullable(),
})
export type ErasurePc = z.infer<typeof erasurePcSchema>

/** An erasure of a person, as the audit record has it. */
const erasureSchema = z.object({
  /** Row of the audit record. */
  seq: z.number().int(),
  at: z.number(),
  who: z.string(),
  /** Without PCs, nothing was shared about the person. */
  pcs: z.array(erasurePcSchema),
})
export type Erasure = z.infer<typeof erasureSchema>

/** Rows of the contract: data about a person or company. */
export const dataSubjectCommands = {
  'data-subjects.held': command(z.object({ taxId }), heldSchema),
  /** Erases all data of the identifier except those being sent. The audit record stays, and still verifies. */
  'data-subjects.erase': command(z.object({ taxId, confirmed: z.literal(true) }), heldSchema),
  /** Erasures made on this PC: of a person, or of one row of the audit record. */
  'data-subjects.erasures': command(
    z.union([z.object({ taxId }), z.object({ seq: z.number().int() })]),
    z.object({ rows: z.array(erasureSchema) }),
  ),
} as const

export const dataSubjectTransfers = {
  /** Export for the data subject (RGPD art. 15): readable and complete. */
  'data-subjects.export': transferOut(z.object({ taxId })),
} as const
