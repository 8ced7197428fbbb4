import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { createCaseWords } from '#electron/core/features/cases/case-words.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { temporaryDataDir } from '#tests/fakes/application.ts'
import { startCore, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { caseFigures } from './desk-figures.ts'
import { caseWindowFigures } from './browser-figures.ts'
import { seedProcedures } from './desk-seed.ts'
import { seedDataDir } from './seed.ts'
import { figure, type Figure } from './statistics.ts'

/** Ten times as many each time: a cost that grows by more than that bends the curve. */
const SIZES = [10_000, 100_000, 1_000_000] as const

const PASSPHRASE = 'copia de la oficina'
/** Of a backup of a million. */
const LONGEST_MS = 1_800_000
const BYTES_OF_MB = 1024 ** 2

/**
 * The same desk with each of so many procedures, and as many verdicts: searches, lists, memory, disk, backup, and what
 * the longest of the migrations does.
 */
export async function sizeFigures(sizes: readonly number[] = SIZES): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of sizes) {
    process.stderr.write(`${count} procedures: seeding…\n`)
    const directory = await temporaryDataDir()
    try {
      const now = Date.now()
      await seedDataDir(directory.path, count)
      await seedProcedures(directory.path, count, now)
      const found = [
        figure('store on the disk', 'MB', [(await storeBytes(directory.path)) / BYTES_OF_MB]),
        ...(await caseFigures(directory.path, count, now, { hasPeers: false })),
        ...(await caseWindowFigures(directory.path, count, now)),
        ...(await backupFigures(directory.path)),
        figure('all search words built again, as a migration asks', 'ms', [await wordsAgain(directory.path)]),
      ]
      figures.push(...found.map((one) => withoutTarget(count, one)))
    } finally {
      await directory.remove()
    }
  }
  return figures
}

/** Targets are of 100,000. */
function withoutTarget(count: number, { target, medianTarget, atLeast, times, ...one }: Figure): Figure {
  const isOfTargets = count === 100_000
  return {
    ...one,
    name: `${count.toLocaleString('en')}: ${one.name.replace(/^desk: /, '')}`,
    ...(isOfTargets && target !== undefined && { target }),
    ...(isOfTargets && medianTarget !== undefined && { medianTarget }),
    ...(isOfTargets && atLeast !== undefined && { atLeast }),
    ...(isOfTargets && times !== undefined && { times }),
  }
}

const storeOf = (dataDir: string) => join(dataDir, 'demo', 'ventanilla.db')
const storeBytes = async (dataDir: string) => (await stat(storeOf(dataDir))).size

/** A copy of everything to a folder, as the office has it made. */
async function backupFigures(dataDir: string): Promise<Figure[]> {
  const service = await startFaultService()
  const fixture = await startCore(service.url, { dataDir })
  const folder = join(await temporaryDirectory(), 'copias')
  const started = performance.now()
  await fixture.value('office.update', { backup: { folder, everyDays: 7, keep: 1 } })
  await fixture.value('backup.set-passphrase', { passphrase: PASSPHRASE })
  const files = await waitUntil(
    () => readdir(folder).catch((): string[] => []),
    (names) => names.some((name) => name.endsWith('.vcopia')),
    LONGEST_MS,
  )
  const taken = performance.now() - started
  const { size } = await stat(join(folder, files.find((name) => name.endsWith('.vcopia')) ?? ''))
  await fixture.stop()
  await service.close()
  return [figure('backup of everything', 'ms', [taken]), figure('its file', 'MB', [size / BYTES_OF_MB])]
}

/** @returns milliseconds */
async function wordsAgain(dataDir: string): Promise<number> {
  const path = storeOf(dataDir)
  const found = await findStoreKey(createFileSecrets(join(dataDir, 'demo')), path)
  if (found.state === 'locked') throw new Error('the store cannot be opened')
  const db = openDatabase(path, found.key)
  const started = performance.now()
  db.exec(`INSERT OR IGNORE INTO case_stale (seq) SELECT seq FROM resource WHERE kind = 'procedure'`)
  createCaseWords(db).renewAll()
  const taken = performance.now() - started
  db.close()
  return taken
}
