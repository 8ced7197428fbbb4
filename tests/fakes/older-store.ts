import Database from 'better-sqlite3-multiple-ciphers'
import { addCaseFunctions } from '#electron/core/features/cases/case-functions.store.ts'
import { addSignatureRequestFunctions } from '#electron/core/features/signature-requests/signatures.store.ts'
import { addKnownPartyFunctions } from '#electron/core/features/known-parties/known-parties.store.ts'
import { addCleaningFunctions } from '#electron/core/store/migration-inbox.ts'
import { migrations } from '#electron/core/store/migrations.ts'

/** Empty store of the version before migration `step`. */
export function openOlderStore(path: string, key: Uint8Array, step: string): Database.Database {
  const older = new Database(path)
  older.pragma(`cipher = 'sqlcipher'`)
  older.pragma(`key = "x'${Buffer.from(key).toString('hex')}'"`)
  const steps = migrations.indexOf(step)
  addCaseFunctions(older)
  addSignatureRequestFunctions(older)
  addKnownPartyFunctions(older)
  addCleaningFunctions(older)
  // One transaction, as in the application: otherwise every statement waits for the disk.
  older.transaction(() => {
    for (const each of migrations.slice(0, steps)) older.exec(each)
    older.pragma(`user_version = ${steps}`)
  })()
  return older
}
