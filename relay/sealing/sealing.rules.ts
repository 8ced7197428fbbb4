import type { SealingChange, WriteResult } from '../store/writes.ts'

/**
 * Whether an office's key may be changed: only from the key that the administrator saw, and only with a keyring for
 * exactly the PCs that there are, each sealed to its key.
 * @param present id of the office's key
 * @param devices PCs that are not revoked
 */
export function sealingOutcome(
  { former, key, keyrings }: Pick<SealingChange, 'former' | 'key' | 'keyrings'>,
  present: string | null,
  devices: readonly { id: string; publicKey: string | null }[],
): WriteResult<'changeSealing'>['outcome'] {
  // The same change again: its answer was lost.
  if (key !== null && present === key.id) return 'changed'
  if (present !== former) return 'key_changed'
  if (key === null) return 'changed'
  const keys = new Map(keyrings.map(({ deviceId, publicKey }) => [deviceId, publicKey]))
  const isWhole =
    keys.size === devices.length && devices.every(({ id, publicKey }) => keys.get(id) === publicKey)
  return isWhole ? 'changed' : 'devices_changed'
}
