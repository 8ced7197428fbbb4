import { sealingOutcome } from '../../sealing/sealing.rules.ts'
import type { SealingWrite, Writes } from '../writes.ts'
import type { Db } from './open.ts'

/** Writes of the keys that events are sealed to. Run in the writer's thread, within its transaction. */
export function sealingWrites(db: Db): Pick<Writes, SealingWrite> {
  const give = db.prepare<[string, string, number, string]>(
    'UPDATE device SET public_key = ?, keyring = NULL WHERE id = ? AND office_id = ? AND public_key IS NOT ?',
  )
  const present = db.prepare<[number], { key: string | null }>(
    'SELECT seal_key AS key FROM office WHERE id = ?',
  )
  const devices = db.prepare<[number], { id: string; publicKey: string | null }>(
    'SELECT id, public_key AS publicKey FROM device WHERE office_id = ? AND revoked_ms IS NULL',
  )
  const setKeyring = db.prepare<[string, string, number]>(
    'UPDATE device SET keyring = ? WHERE id = ? AND office_id = ?',
  )
  const setKey = db.prepare<[string | null, string | null, number, number]>(
    'UPDATE office SET seal_key = ?, seal_public = ?, seal_made_ms = ?, seal_is_stale = 0 WHERE id = ?',
  )

  return {
    giveKey({ officeId, deviceId, publicKey }) {
      give.run(publicKey, deviceId, officeId, publicKey)
      return null
    },

    changeSealing(given) {
      const { officeId, now, key, keyrings } = given
      const outcome = sealingOutcome(given, present.get(officeId)?.key ?? null, devices.all(officeId))
      if (outcome !== 'changed') return { outcome }
      for (const { deviceId, keyring } of keyrings) setKeyring.run(keyring, deviceId, officeId)
      setKey.run(key?.id ?? null, key?.publicKey ?? null, now, officeId)
      return { outcome }
    },
  }
}
