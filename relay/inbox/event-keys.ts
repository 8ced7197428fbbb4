import { createHmac, createSecretKey } from 'node:crypto'
import type { Secrets } from '../office/secrets.ts'
import type { InboxRow } from '../store/store.ts'
import type { Canonical } from './read-event.ts'

/**
 * Keys that tell a repeated event. HMACs, because what they are made of could be guessed from a plain digest:
 * there are few plates.
 */
interface EventKeys {
  /** Equal for the same body, in whatever way it is written: a duplicate, not numbered. */
  hard: string
  /**
   * Equal for the same event at the same time: another state of it, numbered and marked. Without a timestamp, equal for
   * every such event about the same resource.
   */
  soft: string
  /** Equal for bodies that differ in the timestamp alone: probably a retry, numbered and marked. `null`: without one. */
  near: string | null
}

/** The keys of one office. */
export interface EventKeyMaker {
  ofEvent(given: { event: string; id: string; timestamp: string | null; canonical: Canonical }): EventKeys
  /** Of a body that cannot be read. */
  ofBytes(bytes: Uint8Array): string
}

function createMaker(secret: Buffer) {
  // Made from the bytes each time, a key took five times as long as the HMAC itself: a fifth of the inbox's work.
  const key = createSecretKey(secret)
  const mac = (kind: string, officeId: number, content: string | Uint8Array) =>
    createHmac('sha256', key).update(`${kind}\n${officeId}\n`).update(content).digest('binary')
  return (officeId: number): EventKeyMaker => ({
    ofEvent({ event, id, timestamp, canonical }) {
      return {
        hard: mac('hard', officeId, canonical.whole),
        soft: mac('soft', officeId, JSON.stringify([event, id, timestamp])).slice(0, 16),
        near: timestamp === null ? null : mac('near', officeId, canonical.withoutTime).slice(0, 16),
      }
    },
    ofBytes: (bytes) => mac('bytes', officeId, bytes),
  })
}

/**
 * Makes the keys of each office: those of one that was imported go on with the key and the number that they began
 * with, so that what was received before is still known.
 * @returns rejects while its secrets cannot be read
 */
export function createEventKeys(secrets: Pick<Secrets, 'key' | 'of'>) {
  const own = createMaker(secrets.key)
  /** An office's key never changes. */
  const imported = new Map<number, EventKeyMaker>()

  async function makerOfImported(officeId: number): Promise<EventKeyMaker> {
    const keys = (await secrets.of(officeId))?.keys
    if (keys === undefined) throw new Error('the key of an imported office is not among the secrets')
    const maker = createMaker(Buffer.from(keys.key, 'base64url'))(keys.officeId)
    imported.set(officeId, maker)
    return maker
  }
  return async ({ id, keysOf }: Pick<InboxRow, 'id' | 'keysOf'>): Promise<EventKeyMaker> =>
    keysOf === null ? own(id) : (imported.get(id) ?? makerOfImported(id))
}
