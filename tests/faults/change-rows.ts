import { join } from 'node:path'
import type { SecretStore } from '#electron/core/keychain/secret-store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'

/** A change as it is stored. */
export interface ChangeRow {
  id: string
  status: string
  /** `null`: it is no news here. */
  state: string | null
  notice: string | null
  tag: string | null
}

/** The changes in an account's store, oldest first, read without a core. */
export async function readChangeRows(directory: string, secrets: SecretStore): Promise<ChangeRow[]> {
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(secrets, path)
  if (found.state === 'locked') throw new Error('the store is locked')
  const db = openDatabase(path, found.key)
  const rows = db
    .prepare<[], ChangeRow>('SELECT id, status, state, notice, tag FROM change ORDER BY seq')
    .all()
  db.close()
  return rows
}
