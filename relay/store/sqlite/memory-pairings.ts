import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '#shared/server/clock.ts'
import {
  createPairingListeners,
  hashHalf,
  splitCode,
  isClaimed,
  isOpen,
  MAX_OPEN,
  MAX_TRIES,
  newClaim,
  newHalf,
  type Pairing,
  type Pairings,
  TTL_MS,
} from '../../devices/pairings.ts'
import { hashSecret, newDeviceToken, newId } from '../../office/secrets.ts'

interface Secret extends Omit<Pairing, 'state' | 'name' | 'key' | 'adminNonce' | 'keyring'> {
  state: Pairing['state']
  name: string | null
  key: Pairing['key']
  adminNonce: string | null
  keyring: string | null
  readonly finder: string
  /** Digest of the second half of the code. */
  readonly hash: Buffer
  tries: number
  claimHash: Buffer | null
  isTaken: boolean
}

/** Pairings in the memory of the only process. A code lives for ten minutes, and a restart needs a new one. */
export function createMemoryPairings({ clock, key }: { clock: Pick<Clock, 'now'>; key: Buffer }): Pairings {
  const all = new Map<string, Secret>()
  const listeners = createPairingListeners()

  function changePairing(pairing: Secret, changed: Partial<Secret>): void {
    Object.assign(pairing, changed)
    listeners.wake(pairing.id)
  }

  function removeExpired(): void {
    const now = clock.now()
    for (const pairing of all.values()) {
      if (now >= pairing.expiresMs + TTL_MS) all.delete(pairing.id)
      else if (now >= pairing.expiresMs && isOpen(pairing)) changePairing(pairing, { state: 'expired' })
    }
  }
  const findPairing = (test: (pairing: Secret) => boolean): Secret | null => {
    removeExpired()
    return [...all.values()].find(test) ?? null
  }
  const findClaim = (claim: string) => {
    const hash = hashSecret(claim)
    return findPairing(({ claimHash }) => claimHash !== null && timingSafeEqual(claimHash, hash))
  }

  return {
    async create(officeId, isAdmin) {
      removeExpired()
      const open = [...all.values()].filter((pairing) => pairing.officeId === officeId && isOpen(pairing))
      if (open.length >= MAX_OPEN) return null
      let finder = newHalf()
      while ([...all.values()].some((pairing) => pairing.finder === finder)) finder = newHalf()
      const half = newHalf()
      const id = newId()
      const pairing: Secret = {
        id,
        officeId,
        isAdmin,
        expiresMs: clock.now() + TTL_MS,
        state: 'waiting',
        name: null,
        key: null,
        adminNonce: null,
        keyring: null,
        finder,
        hash: hashHalf(key, id, half),
        tries: 0,
        claimHash: null,
        isTaken: false,
      }
      all.set(id, pairing)
      return { pairing, code: `${finder}-${half}` }
    },
    get: async (officeId, id) => findPairing((pairing) => pairing.id === id && pairing.officeId === officeId),
    async claim(given) {
      const { finder, half } = splitCode(given.code)
      const pairing = findPairing((each) => each.finder === finder)
      if (pairing === null || pairing.state !== 'waiting') return null
      pairing.tries += 1
      if (!timingSafeEqual(pairing.hash, hashHalf(key, pairing.id, half))) {
        if (pairing.tries >= MAX_TRIES) changePairing(pairing, { state: 'expired' })
        return null
      }
      const claim = newClaim()
      const { name, publicKey, commitment } = given
      const own = { publicKey, commitment }
      changePairing(pairing, { state: 'committed', name, key: own, claimHash: hashSecret(claim) })
      return { claim }
    },
    async storeAdminNonce(officeId, id, adminNonce) {
      const pairing = findPairing((each) => each.id === id && each.officeId === officeId)
      if (pairing?.state === 'committed') changePairing(pairing, { state: 'answered', adminNonce })
      return pairing !== null && pairing.adminNonce === adminNonce
    },
    async storeNonce(claim, nonce) {
      const pairing = findClaim(claim)
      if (pairing?.state !== 'answered' || pairing.key === null) return
      changePairing(pairing, { state: 'claimed', key: { ...pairing.key, nonce } })
    },
    async decide(officeId, id, isConfirmed, keyring = null) {
      const pairing = findPairing((each) => each.id === id && each.officeId === officeId)
      if (pairing === null) return false
      if (isConfirmed ? pairing.state !== 'claimed' : !isClaimed(pairing)) return false
      changePairing(pairing, { state: isConfirmed ? 'confirmed' : 'refused', keyring })
      return true
    },
    findByClaim: async (claim) => findClaim(claim),
    async takeToken(claim) {
      const pairing = findClaim(claim)
      if (pairing === null || pairing.state !== 'confirmed' || pairing.isTaken) return null
      pairing.isTaken = true
      return { pairing, deviceId: newId(), token: newDeviceToken() }
    },
    async returnToken(id) {
      const pairing = all.get(id)
      if (pairing !== undefined) pairing.isTaken = false
    },
    listen: listeners.listen,
  }
}
