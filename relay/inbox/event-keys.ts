import { createHmac, createSecretKey } from 'node:crypto'
import type { Secrets } from '../office/secrets.ts'
import type { InboxRow } from '../store/store.ts'
import type { Canonical } from './read-event.ts'

/**
 * Digests that recognise a repeated event. They are HMACs, because plate numbers are few and a plain digest could be
 * reversed.
 */
interface EventKeys {
  /** Equal for the same body in any notation. Such an event is a duplicate and gets no number. */
  hard: string
  /**
   * Equal for the same event at the same time: another state of the event, numbered and marked. Without a timestamp,
   * equal for every such event about the same resource.
   */
  soft: string
  /**
   * Equal for bodies that differ only in the timestamp: probably a retry, numbered and marked. `null` without a
   * timestamp.
   */
  near: string | null
}

/** Computes the keys of one office. */
export interface EventKeyMaker {
  buildEventKeys(event: {
    event: string
    id: string
    timestamp: string | null
    canonical: Canonical
  }): EventKeys
  /** Key of an unreadable body. */
  buildBytesKey(bytes: Uint8Array): string
}

function createMaker(secret: Buffer) {
  // Node converts a raw secret for each HMAC. That conversion took five times as long as the HMAC, a fifth of the
  // inbox's work.
  const key = createSecretKey(secret)
  const computeMac = (kind: string, officeId: number, content: string | Uint8Array) =>
    createHmac('sha256', key).update(`${kind}\n${officeId}\n`).update(content).digest('binary')
  return (officeId: number): EventKeyMaker => ({
    buildEventKeys({ event, id, timestamp, canonical }) {
      return {
        hard: computeMac('hard', officeId, canonical.whole),
        soft: computeMac('soft', officeId, JSON.stringify([event, id, timestamp])).slice(0, 16),
        near: timestamp === null ? null : computeMac('near', officeId, canonical.withoutTime).slice(0, 16),
      }
    },
    buildBytesKey: (bytes) => computeMac('bytes', officeId, bytes),
  })
}

/**
 * Creates the keys of each office. An imported office continues with its original key and id, so that earlier events
 * are still recognised. The returned function rejects while the office's secrets cannot be read.
 */
export function createEventKeys(secrets: Pick<Secrets, 'key' | 'get'>) {
  const own = createMaker(secrets.key)
  /** An office's key never changes, so this cache needs no invalidation. */
  const imported = new Map<number, EventKeyMaker>()

  async function loadImportedMaker(officeId: number): Promise<EventKeyMaker> {
    const keys = (await secrets.get(officeId))?.keys
    if (keys === undefined) throw new Error('the key of an imported office is not among the secrets')
    const maker = createMaker(Buffer.from(keys.key, 'base64url'))(keys.officeId)
    imported.set(officeId, maker)
    return maker
  }
  return async ({ id, keysOf }: Pick<InboxRow, 'id' | 'keysOf'>): Promise<EventKeyMaker> =>
    keysOf === null ? own(id) : (imported.get(id) ?? loadImportedMaker(id))
}
