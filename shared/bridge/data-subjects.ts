import * as z from 'zod'
import { command, transferOut } from './primitives.ts'

const taxId = z.string().trim().min(1).max(32)

/** Counts of the data held on this PC of a person or company. */
const heldSchema = z.object({
  procedures: z.number().int(),
  drafts: z.number().int(),
  signatures: z.number().int(),
  reports: z.number().int(),
  serviceDocuments: z.number().int(),
  addresses: z.number().int(),
  templates: z.number().int(),
  plateLists: z.number().int(),
  watches: z.number().int(),
  transferBatches: z.number().int(),
  /** Values offered again (`remembered.get`). */
  remembered: z.number().int(),
})
export type Held = z.infer<typeof heldSchema>

/** Rows of the contract: data held of a person or company. */
export const dataSubjectCommands = {
  'data-subjects.held': command(z.object({ taxId }), heldSchema),
  /** Erases all data of that identifier, except those being sent. The audit record stays, and verifies. */
  'data-subjects.erase': command(z.object({ taxId, confirmed: z.literal(true) }), heldSchema),
} as const

export const dataSubjectTransfers = {
  /** Export for the data subject (RGPD art. 15): readable and complete. */
  'data-subjects.export': transferOut(z.object({ taxId })),
} as const
