import { randomInt, timingSafeEqual } from 'node:crypto'
import type { PairingState } from '#shared/api/relay.ts'
import { pairingWords } from '#shared/domain/pairing-words.ts'
import type { Clock } from '#shared/server/clock.ts'
import { hashOf, newDeviceToken, newId, newNonce } from '../http/secrets.ts'

export interface Pairing {
  readonly id: string
  readonly officeId: number
  readonly isAdmin: boolean
  readonly expiresMs: number
  state: PairingState['state']
  name: string | null
  words: string[] | null
}

interface Secret extends Pairing {
  /** First half of the code, which finds the pairing. */
  readonly finder: string
  /** Of the second half, which is compared. */
  readonly hash: Buffer
  tries: number
  claimHash: Buffer | null
  isTaken: boolean
}

export interface Pairings {
  /** A new code of an office; `null` when too many are open. The code is in no other place. */
  create(officeId: number, isAdmin: boolean): { pairing: Pairing; code: string } | null
  get(officeId: number, id: string): Pairing | null
  /** A PC gives a code. `null` if it is not valid, used, expired, or was tried too often. */
  claim(given: { code: string; name: string; nonce: string }): { claim: string; nonce: string } | null
  /** The administrator has compared the words. False unless a PC has given the code. */
  decide(officeId: number, id: string, isConfirmed: boolean): boolean
  ofClaim(claim: string): Pairing | null
  /** The token of a confirmed claim, once. */
  take(claim: string): { pairing: Pairing; deviceId: string; token: string } | null
  /** The token could not be stored: it may be taken again. */
  giveBack(id: string): void
  listen(id: string, listener: () => void): () => void
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TTL_MS = 10 * 60_000
const MAX_TRIES = 5
const MAX_OPEN = 5
const HALF = 4

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Pairings under way, in memory alone: a code lives for ten minutes, and a relay that restarts asks for a new
 * one. Its first half finds the pairing and its second half is compared, so that a wrong guess counts against
 * one code and not against all that are open.
 */
export function createPairings({ clock }: { clock: Pick<Clock, 'now'> }): Pairings {
  const all = new Map<string, Secret>()
  const listeners = new Map<string, Set<() => void>>()

  function change(pairing: Secret, changed: Partial<Secret>): void {
    Object.assign(pairing, changed)
    for (const listener of listeners.get(pairing.id) ?? []) listener()
  }

  /** Kept for as long again after their end, so that both sides learn how it ended. */
  function sweep(): void {
    const now = clock.now()
    for (const pairing of all.values()) {
      if (now >= pairing.expiresMs + TTL_MS) all.delete(pairing.id)
      else if (now >= pairing.expiresMs && (pairing.state === 'waiting' || pairing.state === 'claimed'))
        change(pairing, { state: 'expired' })
    }
  }
  const find = (test: (pairing: Secret) => boolean): Secret | null => {
    sweep()
    return [...all.values()].find(test) ?? null
  }
  const ofClaim = (claim: string) => {
    const hash = hashOf(claim)
    return find(({ claimHash }) => claimHash !== null && timingSafeEqual(claimHash, hash))
  }

  return {
    create(officeId, isAdmin) {
      sweep()
      const open = [...all.values()].filter((pairing) => pairing.officeId === officeId && isOpen(pairing))
      if (open.length >= MAX_OPEN) return null
      let finder = half()
      while ([...all.values()].some((pairing) => pairing.finder === finder)) finder = half()
      const secret = half()
      const pairing: Secret = {
        id: newId(),
        officeId,
        isAdmin,
        expiresMs: clock.now() + TTL_MS,
        state: 'waiting',
        name: null,
        words: null,
        finder,
        hash: hashOf(secret),
        tries: 0,
        claimHash: null,
        isTaken: false,
      }
      all.set(pairing.id, pairing)
      return { pairing, code: `${finder}-${secret}` }
    },
    get: (officeId, id) => find((pairing) => pairing.id === id && pairing.officeId === officeId),
    claim({ code, name, nonce }) {
      const [finder = '', secret = ''] = code.split('-')
      const pairing = find((each) => each.finder === finder)
      if (pairing === null || pairing.state !== 'waiting') return null
      pairing.tries += 1
      if (!timingSafeEqual(pairing.hash, hashOf(secret))) {
        if (pairing.tries >= MAX_TRIES) change(pairing, { state: 'expired' })
        return null
      }
      const claim = newDeviceToken()
      const own = newNonce()
      const words = pairingWords(hashOf(`${code} ${nonce} ${own}`))
      change(pairing, { state: 'claimed', name, words, claimHash: hashOf(claim) })
      return { claim, nonce: own }
    },
    decide(officeId, id, isConfirmed) {
      const pairing = find((each) => each.id === id && each.officeId === officeId)
      if (pairing === null || pairing.state !== 'claimed') return false
      change(pairing, { state: isConfirmed ? 'confirmed' : 'refused' })
      return true
    },
    ofClaim,
    take(claim) {
      const pairing = ofClaim(claim)
      if (pairing === null || pairing.state !== 'confirmed' || pairing.isTaken) return null
      pairing.isTaken = true
      return { pairing, deviceId: newId(), token: newDeviceToken() }
    },
    giveBack(id) {
      const pairing = all.get(id)
      if (pairing !== undefined) pairing.isTaken = false
    },
    listen(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(id)
      }
    },
  }
}

const isOpen = ({ state }: Pairing) => state === 'waiting' || state === 'claimed'
