import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '#shared/server/clock.ts'
import {
  CLAIMED_STATES,
  createPairingListeners,
  hashHalf,
  splitCode,
  MAX_OPEN,
  MAX_TRIES,
  newClaim,
  newHalf,
  type Pairing,
  type Pairings,
  TTL_MS,
} from '../../devices/pairings.ts'
import { hashSecret, newDeviceToken, newId } from '../../office/secrets.ts'
import type { Database, Session, Value } from './database.ts'
import { CHANNEL, encodeSignal } from './signals.ts'

export interface PairingRows extends Pairings {
  /** Wakes the listeners of these pairings, or of all. */
  wakeListeners(ids: readonly string[] | 'all'): void
}

const CLAIMED = CLAIMED_STATES.map((state) => `'${state}'`).join(', ')

/**
 * Select of a pairing. `$1` is now: an open pairing after its expiry reads as expired. `key_parts` holds the key, the
 * commitment and both nonces. The column `words` is no longer used.
 */
const PAIRING = `SELECT id, office_id AS "officeId", is_admin AS "isAdmin", expires_ms AS "expiresMs", name, keyring,
  (key_parts::jsonb - 'adminNonce') AS key, key_parts::jsonb ->> 'adminNonce' AS "adminNonce",
  CASE WHEN state IN ('waiting', ${CLAIMED}) AND expires_ms <= $1 THEN 'expired' ELSE state END AS state
  FROM pairing`

/** Pairings that any node can continue: one row each, changed by single statements. */
export function createPairingRows(deps: {
  database: Database
  clock: Pick<Clock, 'now'>
  key: Buffer
  node: string
}): PairingRows {
  const { database, clock, key, node } = deps
  const listeners = createPairingListeners()

  const findPairing = async (where: string, values: readonly Value[]) =>
    (
      await database.query<Pairing>({ text: `${PAIRING} WHERE ${where}`, values: [clock.now(), ...values] })
    )[0] ?? null

  /** Runs an `UPDATE … RETURNING id`, and wakes the listeners of all nodes. */
  async function updatePairing(text: string, values: readonly Value[]): Promise<string | null> {
    const [row] = await database.query<{ id: string }>({ text, values })
    if (row === undefined) return null
    listeners.wake(row.id)
    await database.query({
      text: 'SELECT pg_notify($1, $2)',
      values: [CHANNEL, encodeSignal({ node, pairings: [row.id] })],
    })
    return row.id
  }

  async function insert(session: Session, pairing: Pairing, finder: string, half: string): Promise<boolean> {
    const { id, officeId, isAdmin, expiresMs } = pairing
    await session.query({ text: 'SELECT 1 FROM office WHERE id = $1 FOR UPDATE', values: [officeId] })
    await session.query({
      text: 'DELETE FROM pairing WHERE expires_ms <= $1',
      values: [clock.now() - TTL_MS],
    })
    const open = await session.query({
      text: `SELECT 1 FROM pairing
        WHERE office_id = $1 AND state IN ('waiting', ${CLAIMED}) AND expires_ms > $2`,
      values: [officeId, clock.now()],
    })
    if (open.length >= MAX_OPEN) return false
    await session.query({
      text: `INSERT INTO pairing (id, office_id, is_admin, expires_ms, state, finder, half_hash)
        VALUES ($1, $2, $3, $4, 'waiting', $5, $6)`,
      values: [id, officeId, isAdmin, expiresMs, finder, hashHalf(key, id, half)],
    })
    return true
  }

  async function create(officeId: number, isAdmin: boolean, tries = 3): ReturnType<Pairings['create']> {
    const [finder, half] = [newHalf(), newHalf()]
    const pairing: Pairing = {
      id: newId(),
      officeId,
      isAdmin,
      expiresMs: clock.now() + TTL_MS,
      state: 'waiting',
      name: null,
      key: null,
      adminNonce: null,
      keyring: null,
    }
    try {
      const isMade = await database.transaction((session) => insert(session, pairing, finder, half))
      return isMade ? { pairing, code: `${finder}-${half}` } : null
    } catch (error) {
      // Another pairing has this first half.
      const isTaken = error instanceof Error && 'code' in error && error.code === '23505'
      if (isTaken && tries > 0) return create(officeId, isAdmin, tries - 1)
      throw error
    }
  }

  return {
    create: (officeId, isAdmin) => create(officeId, isAdmin),
    get: (officeId, id) => findPairing('id = $2 AND office_id = $3', [id, officeId]),
    async claim(given) {
      const { finder, half } = splitCode(given.code)
      // Count the try before the comparison, so that parallel guesses at several nodes are limited as at one.
      const [row] = await database.query<{ id: string; hash: Buffer; tries: number }>({
        text: `UPDATE pairing SET tries = tries + 1
          WHERE finder = $1 AND state = 'waiting' AND expires_ms > $2 AND tries < $3
          RETURNING id, half_hash AS hash, tries`,
        values: [finder, clock.now(), MAX_TRIES],
      })
      if (row === undefined) return null
      if (!timingSafeEqual(row.hash, hashHalf(key, row.id, half))) {
        if (row.tries >= MAX_TRIES)
          await updatePairing(
            "UPDATE pairing SET state = 'expired' WHERE id = $1 AND state = 'waiting' RETURNING id",
            [row.id],
          )
        return null
      }
      const claim = newClaim()
      const { publicKey, commitment } = given
      const claimed = await updatePairing(
        `UPDATE pairing SET state = 'committed', name = $2, claim_hash = $3, key_parts = $4
         WHERE id = $1 AND state = 'waiting' RETURNING id`,
        [
          row.id,
          given.name.replaceAll('\0', ''),
          hashSecret(claim),
          JSON.stringify({ publicKey, commitment }),
        ],
      )
      return claimed === null ? null : { claim }
    },
    async storeAdminNonce(officeId, id, adminNonce) {
      const answered = await updatePairing(
        `UPDATE pairing SET state = 'answered', key_parts = (key_parts::jsonb || $3::jsonb)::text
         WHERE id = $1 AND office_id = $2 AND state = 'committed' AND expires_ms > $4 RETURNING id`,
        [id, officeId, JSON.stringify({ adminNonce }), clock.now()],
      )
      if (answered !== null) return true
      return (await findPairing('id = $2 AND office_id = $3', [id, officeId]))?.adminNonce === adminNonce
    },
    async storeNonce(claim, nonce) {
      await updatePairing(
        `UPDATE pairing SET state = 'claimed', key_parts = (key_parts::jsonb || $2::jsonb)::text
         WHERE claim_hash = $1 AND state = 'answered' AND expires_ms > $3 RETURNING id`,
        [hashSecret(claim), JSON.stringify({ nonce }), clock.now()],
      )
    },
    async decide(officeId, id, isConfirmed, keyring = null) {
      const decided = await updatePairing(
        `UPDATE pairing SET state = $3, keyring = $5
         WHERE id = $1 AND office_id = $2 AND state IN (${isConfirmed ? "'claimed'" : CLAIMED})
           AND expires_ms > $4 RETURNING id`,
        [id, officeId, isConfirmed ? 'confirmed' : 'refused', clock.now(), keyring],
      )
      return decided !== null
    },
    findByClaim: (claim) => findPairing('claim_hash = $2', [hashSecret(claim)]),
    async takeToken(claim) {
      const [row] = await database.query<{ id: string }>({
        text: `UPDATE pairing SET is_taken = true
          WHERE claim_hash = $1 AND state = 'confirmed' AND NOT is_taken RETURNING id`,
        values: [hashSecret(claim)],
      })
      const pairing = row === undefined ? null : await findPairing('id = $2', [row.id])
      return pairing === null ? null : { pairing, deviceId: newId(), token: newDeviceToken() }
    },
    async returnToken(id) {
      await database.query({ text: 'UPDATE pairing SET is_taken = false WHERE id = $1', values: [id] })
    },
    listen: listeners.listen,
    wakeListeners(ids) {
      for (const id of ids === 'all' ? listeners.ids() : ids) listeners.wake(id)
    },
  }
}
