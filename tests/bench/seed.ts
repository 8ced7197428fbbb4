import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3-multiple-ciphers'
import { createLookupQueries } from '#electron/core/features/lookup/lookup.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'

const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
const MODELS: readonly [string, string, string][] = [
  ['SEAT', 'León 1.5 TSI FR', 'VSSZZZ5F'],
  ['RENAULT', 'Clio TCe 90', 'VF15RJA0'],
  ['VOLKSWAGEN', 'Golf 2.0 TDI', 'WVWZZZAU'],
  ['TOYOTA', 'Yaris Hybrid', 'VNKKD3D3'],
  ['PEUGEOT', '308 BlueHDi', 'VF3LPHNY'],
  ['CITROËN', 'Berlingo Feel', 'VF7ERHNS'],
  ['BMW', '320d Touring', 'WBA6K710'],
  ['DACIA', 'Sandero Stepway', 'UU1DJF00'],
]
const OUTCOMES = [
  'transferable',
  'transferable',
  'transferable',
  'with_alerts',
  'not_transferable',
  'error',
] as const

/** Make and model of the `index`th plate. */
export const modelAt = (index: number): readonly [brand: string, model: string] => {
  const [brand, model] = MODELS[index % MODELS.length] ?? ['', '']
  return [brand, model]
}

/** The `index`th plate: all different, spread over the whole series. */
export function plateAt(index: number): string {
  const mixed = (index * 7_919 + 13) % 80_000_000
  const letters = Math.floor(mixed / 10_000)
  const letter = (position: number) => LETTERS[Math.floor(letters / 20 ** position) % 20] ?? 'B'
  return `${String(mixed % 10_000).padStart(4, '0')}${letter(2)}${letter(1)}${letter(0)}`
}

/** What fills a store at once needs memory, and loses nothing if it is killed. Of this connection alone. */
export function fillFast(db: Database.Database): void {
  db.pragma('cache_size = -1000000')
  db.pragma('synchronous = OFF')
}

/** A demonstration data directory with `count` verdicts, the last of them from yesterday. */
export async function seedDataDir(dataDir: string, count: number): Promise<void> {
  const directory = join(dataDir, 'demo')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the directory to seed has data of its own')
  const db = openDatabase(path, found.key)
  fillFast(db)
  const queries = createLookupQueries(db, () => null)
  const yesterday = Date.now() - 86_400_000
  db.transaction(() => {
    for (let index = 0; index < count; index++) {
      const vrm = plateAt(index)
      const [brand, model, vin] = MODELS[index % MODELS.length] ?? ['', '', '']
      const checkedAt = yesterday - (count - index) * 60_000
      queries.askPlate(vrm, checkedAt)
      queries.reportArrived({
        reportId: `seed-${index}`,
        vrm,
        kind: 'reduced',
        outcome: OUTCOMES[index % OUTCOMES.length] ?? 'transferable',
        checkedAt,
        vehicle: {
          vin: `${vin}${String(index).padStart(9, '0')}`,
          brand,
          model,
          firstRegistrationDate: '14/03/2018',
        },
      })
    }
  })()
  db.close()
}
