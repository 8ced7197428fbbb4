import { createHmac, createSecretKey } from 'node:crypto'
import type { Canonical } from './canonical.ts'

/**
 * Keys that tell a repeated event. HMACs, because what they are made of could be guessed from a plain digest:
 * there are few plates.
 */
export interface EventKeys {
  /** Equal for the same body, in whatever way it is written: a duplicate, not numbered. */
  hard: string
  /** Equal for the same event at the same time: another state of it, numbered and marked. */
  soft: string | null
  /** Equal for bodies that differ in the timestamp alone: probably a retry, numbered and marked. */
  near: string | null
}

export function createEventKeys(secret: Buffer) {
  // Made from the bytes each time, a key took five times as long as the HMAC itself: a fifth of the inbox's work.
  const key = createSecretKey(secret)
  const mac = (kind: string, officeId: number, content: string | Uint8Array) =>
    createHmac('sha256', key).update(`${kind}\n${officeId}\n`).update(content).digest('binary')
  return {
    ofEvent(
      officeId: number,
      given: { event: string; id: string; timestamp: string | null; canonical: Canonical },
    ): EventKeys {
      const { event, id, timestamp, canonical } = given
      const hard = mac('hard', officeId, canonical.whole)
      if (timestamp === null) return { hard, soft: null, near: null }
      return {
        hard,
        soft: mac('soft', officeId, JSON.stringify([event, id, timestamp])).slice(0, 16),
        near: mac('near', officeId, canonical.withoutTime).slice(0, 16),
      }
    },
    ofBytes: (officeId: number, bytes: Uint8Array): string => mac('bytes', officeId, bytes),
  }
}

export type EventKeyMaker = ReturnType<typeof createEventKeys>
