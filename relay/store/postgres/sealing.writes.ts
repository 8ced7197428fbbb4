import { sealingOutcome } from '../../sealing/sealing.rules.ts'
import type { SealingWrite } from '../writes.ts'
import type { Session } from './database.ts'
import type { WritesOver } from './session-writes.ts'

/** Writes of the keys that events are sealed to, with the office's row locked: no event is numbered meanwhile. */
export const sealingWrites = (session: Session): WritesOver<SealingWrite> => ({
  async giveKey({ officeId, deviceId, publicKey }) {
    await session.query({
      text: `UPDATE device SET public_key = $3, keyring = NULL
        WHERE id = $1 AND office_id = $2 AND public_key IS DISTINCT FROM $3`,
      values: [deviceId, officeId, publicKey],
    })
    return null
  },

  async changeSealing(given) {
    const { officeId, now, key, keyrings } = given
    const [office] = await session.query<{ key: string | null }>({
      text: 'SELECT seal_key AS key FROM office WHERE id = $1',
      values: [officeId],
    })
    const devices = await session.query<{ id: string; publicKey: string | null }>({
      text: `SELECT id, public_key AS "publicKey" FROM device
        WHERE office_id = $1 AND revoked_ms IS NULL ORDER BY id FOR UPDATE`,
      values: [officeId],
    })
    const outcome = sealingOutcome(given, office?.key ?? null, devices)
    if (outcome !== 'changed') return { outcome }
    await session.query({
      text: `UPDATE device SET keyring = given.keyring
        FROM unnest($2::text[], $3::text[]) AS given(id, keyring)
        WHERE device.id = given.id AND office_id = $1`,
      values: [officeId, keyrings.map(({ deviceId }) => deviceId), keyrings.map(({ keyring }) => keyring)],
    })
    await session.query({
      text: `UPDATE office SET seal_key = $2, seal_public = $3, seal_made_ms = $4, seal_is_stale = false
        WHERE id = $1`,
      values: [officeId, key?.id ?? null, key?.publicKey ?? null, now],
    })
    return { outcome }
  },
})
