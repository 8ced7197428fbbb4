import * as z from 'zod'

/** An event, and the PCs that confirmed it. */
const receiptWire = z.object({
  seq: z.int().positive(),
  receivedAt: z.iso.datetime(),
  /** `relay.sealed` for a sealed one, whose id is that of the office's key. */
  event: z.string(),
  /** Id of the resource that it is about. */
  id: z.string(),
  /** Of a sealed one: its true event and id (relay-sealing.ts). */
  brief: z.string().optional(),
  /** In the order of the times; also PCs that were removed since. */
  confirmed: z.array(z.object({ deviceId: z.string(), name: z.string(), at: z.iso.datetime() })),
})
export type Receipt = z.infer<typeof receiptWire>

/** Answer of `GET /v1/receipts?from=SEQ&limit=1..500`, for an administrator: oldest first. */
export const receiptsWire = z.object({
  receipts: z.array(receiptWire),
  /** `from` of the next page; `null` after the last. */
  next: z.int().positive().nullable(),
})
