import type * as z from 'zod'
import { SEALED, type sealedEventWire } from '#shared/api/relay.ts'
import { createSealer, type SealingKey } from '#shared/sealing/sealed-box.ts'
import type { ReadBody } from '../inbox/read-event.ts'

/**
 * Seals what is kept of an event: the thin event, the rest of its `data`, which is deleted sooner, and its name and id,
 * which outlive it in the receipts. Each opens without the others.
 */
export function sealEvent(
  to: SealingKey,
  { body, extra, event, id }: Extract<ReadBody, { kind: 'event' }>,
): { body: string; extra: string | null } {
  const seal = createSealer(to)
  const sealed: z.infer<typeof sealedEventWire> = {
    event: SEALED,
    data: { id: to.id, thin: seal('thin', body), brief: seal('brief', JSON.stringify({ event, id })) },
  }
  return {
    body: JSON.stringify(sealed),
    extra: extra === null ? null : JSON.stringify({ extra: seal('extra', extra) }),
  }
}

/** Seals the beginning of a body that cannot be read. */
export const sealBeginning = (to: SealingKey, beginning: Uint8Array): Uint8Array =>
  Buffer.from(JSON.stringify({ key: to.id, beginning: createSealer(to)('unreadable', beginning) }))
