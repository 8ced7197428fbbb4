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
  /** Key and commitment of the PC; its nonce once it is revealed. */
  readonly key: NonNullable<PairingState['key']> | null
  readonly adminNonce: string | null
  /** The office's keys, sealed to that key, from the confirmation on. */
  readonly keyring: string | null
}

type GivenCode = z.infer<typeof pairBody>

/**
 * Pairings under way. A code's first half finds the pairing and its second half is compared, so that a wrong guess
 * counts against one code and not against all that are open.
 */
export interface Pairings {
  /** A new code of an office; `null` when too many are open. The code is in no other place. */
  create(officeId: number, isAdmin: boolean): Promise<{ pairing: Pairing; code: string } | null>
  get(officeId: number, id: string): Promise<Pairing | null>
  /** A PC gives a code. `null` if it is not valid, used, expired, or was tried too often. */
  claim(given: GivenCode): Promise<{ claim: string } | null>
  /** Stores the administrator's nonce. False unless the state is `committed`, or this nonce is stored already. */
  answer(officeId: number, id: string, adminNonce: string): Promise<boolean>
  /** Stores the PC's nonce if the state is `answered`. */
  reveal(claim: string, nonce: string): Promise<void>
  /** The administrator has compared the words. A pairing is confirmed only in the state `claimed`. */
  decide(officeId: number, id: string, isConfirmed: boolean, keyring?: string | null): Promise<boolean>
  ofClaim(claim: string): Promise<Pairing | null>
  /** The token of a confirmed claim, once. */
  take(claim: string): Promise<{ pairing: Pairing; deviceId: string; token: string } | null>
  /** The token could not be stored: it may be taken again. */
  giveBack(id: string): Promise<void>
  /** Calls back when it may have changed; the returned function ends it. */
  listen(id: string, listener: () => void): () => void
}

/** A code is good for this long, and known for as long again, so that both sides learn how it ended. */
export const TTL_MS = 10 * 60_000
export const MAX_TRIES = 5
/** Codes of one office at a time. */
export const MAX_OPEN = 5

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 4

export const newHalf = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Digest of a code's second half: with the relay's key, because so short a text is found from a plain one. */
export const halfHash = (key: Buffer, id: string, half: string): Buffer =>
  createHmac('sha256', key).update(`pairing\n${id}\n${half}`).digest()

export function halvesOf(code: string): { finder: string; half: string } {
  const [finder = '', half = ''] = code.split('-')
  return { finder, half }
}

/** A PC's claim is as long as its token. */
export const newClaim = newDeviceToken

/** States of a PC that gave the code and waits for the administrator. */
export const CLAIMED_STATES = ['committed', 'answered', 'claimed'] as const
/** States in which a code may still be used or confirmed. */
const OPEN: ReadonlySet<string> = new Set(['waiting', ...CLAIMED_STATES])
export const isOpen = ({ state }: Pairing) => OPEN.has(state)
export const isClaimed = (pairing: Pairing) => isOpen(pairing) && pairing.state !== 'waiting'

/** Callbacks by pairing. */
export function createPairingListeners() {
  const listeners = new Map<string, Set<() => void>>()
  return {
    wake(id: string): void {
      for (const listener of listeners.get(id) ?? []) listener()
    },
    /** Pairings that are waited for. */
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
