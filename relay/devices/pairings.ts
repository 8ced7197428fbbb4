import { createHmac, randomInt } from 'node:crypto'
import type * as z from 'zod'
import type { pairBody, PairingState } from '#shared/api/relay.ts'
import { newDeviceToken } from '../office/secrets.ts'

export interface Pairing {
  readonly id: string
  readonly officeId: number
  readonly isAdmin: boolean
  readonly expiresMs: number
  readonly state: PairingState['state']
  readonly name: string | null
  /** Key and commitment of the PC, and its nonce after `storeNonce`. */
  readonly key: NonNullable<PairingState['key']> | null
  readonly adminNonce: string | null
  /** The office's keys, sealed to `key`. Present after the confirmation. */
  readonly keyring: string | null
}

type GivenCode = z.infer<typeof pairBody>

/**
 * Pairings in progress. The first half of a code identifies the pairing, and the second half is compared. A wrong
 * guess therefore counts against one code, not against all open codes.
 */
export interface Pairings {
  /** Creates a code for an office. `null`: too many codes are open. The code is stored nowhere. */
  create(officeId: number, isAdmin: boolean): Promise<{ pairing: Pairing; code: string } | null>
  get(officeId: number, id: string): Promise<Pairing | null>
  /** Claims a code for a PC. `null`: the code is wrong, used, expired or blocked. */
  claim(given: GivenCode): Promise<{ claim: string } | null>
  /** Stores the administrator's nonce. False unless the state is `committed`, or this nonce is already stored. */
  storeAdminNonce(officeId: number, id: string, adminNonce: string): Promise<boolean>
  /** Stores the PC's nonce if the state is `answered`. */
  storeNonce(claim: string, nonce: string): Promise<void>
  /**
   * Records the administrator's decision after comparing the words. Only a pairing in the state `claimed` can be
   * confirmed.
   */
  decide(officeId: number, id: string, isConfirmed: boolean, keyring?: string | null): Promise<boolean>
  findByClaim(claim: string): Promise<Pairing | null>
  /** Issues the token of a confirmed claim, once. */
  takeToken(claim: string): Promise<{ pairing: Pairing; deviceId: string; token: string } | null>
  /** Makes the token available again after it could not be stored. */
  returnToken(id: string): Promise<void>
  /** Calls back when the pairing may have changed. The returned function unsubscribes. */
  listen(id: string, listener: () => void): () => void
}

/** Lifetime of a code. The pairing is kept for as long again, so that both sides learn the outcome. */
export const TTL_MS = 10 * 60_000
export const MAX_TRIES = 5
/** Open codes per office. */
export const MAX_OPEN = 5

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 4

export const newHalf = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Digest of the second half of a code, keyed with the relay's key. A plain digest of such a short text could be
 * reversed.
 */
export const hashHalf = (key: Buffer, id: string, half: string): Buffer =>
  createHmac('sha256', key).update(`pairing\n${id}\n${half}`).digest()

export function splitCode(code: string): { finder: string; half: string } {
  const [finder = '', half = ''] = code.split('-')
  return { finder, half }
}

export const newClaim = newDeviceToken

/** States of a PC that gave the code and waits for the administrator. */
export const CLAIMED_STATES = ['committed', 'answered', 'claimed'] as const
/** States in which a code may still be used or confirmed. */
const OPEN: ReadonlySet<string> = new Set(['waiting', ...CLAIMED_STATES])
export const isOpen = ({ state }: Pairing) => OPEN.has(state)
export const isClaimed = (pairing: Pairing) => isOpen(pairing) && pairing.state !== 'waiting'

export function createPairingListeners() {
  const listeners = new Map<string, Set<() => void>>()
  return {
    wake(id: string): void {
      for (const listener of listeners.get(id) ?? []) listener()
    },
    /** Pairings with listeners. */
    ids: () => [...listeners.keys()],
    listen(id: string, listener: () => void): () => void {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(id)
      }
    },
  }
}
