import * as z from 'zod'
import { command, transferOut } from './primitives.ts'

const taxId = z.string().trim().min(1).max(32)

/** What is held on this PC of a person or company. */
export const heldSchema = z.object({
  procedures: z.number().int(),
  drafts: z.number().int(),
  signatures: z.number().int(),
  reports: z.number().int(),
  serviceDocuments: z.number().int(),
  addresses: z.number().int(),
})
export type Held = z.infer<typeof heldSchema>

/** Rows of the contract: what is held of a person or company. */
export const dataSubjectCommands = {
  'data-subjects.held': command(z.object({ taxId }), heldSchema),
  /** Everything of that identifier goes, except what is being sent. The audit record stays, and verifies. */
  'data-subjects.erase': command(z.object({ taxId, confirmed: z.literal(true) }), heldSchema),
} as const

export const dataSubjectTransfers = {
  /** What is held of them, for who asks for it (RGPD art. 15): readable, and whole. */
  'data-subjects.export': transferOut(z.object({ taxId })),
} as const
