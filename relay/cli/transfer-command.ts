import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#shared/server/log.ts'
import { resolveDataDirectory, readFreeBytes } from './place.ts'
import { createOfficeFile, openOfficeFile, type OfficeFile, type OfficeInFile } from '../store/office-file.ts'
import * as inFiles from '../store/sqlite/office-transfer.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import type { CommandOutput } from './commands.ts'
import type { Options } from './options.ts'

interface Deps {
  now: number
  log: Log
}

/** Operations of a store driver. No relay may run on the data meanwhile. */
interface Transfer {
  exportOffice(file: ReturnType<typeof createOfficeFile>): Promise<OfficeInFile>
  importOffice(file: OfficeFile): Promise<void>
}

/** Runs `export` or `import`, which move an office to another relay in a file. */
export async function runTransfer(
  command: 'export' | 'import',
  options: Options,
  deps: Deps,
): Promise<CommandOutput> {
  const path = options.argument ?? ''
  return command === 'export' ? exportToFile(path, options, deps) : importFromFile(path, options, deps)
}

async function exportToFile(path: string, options: Options, deps: Deps): Promise<CommandOutput> {
  return withTransfer(options, deps, async ({ exportOffice }) => {
    const file = createOfficeFile(path)
    let office: OfficeInFile
    try {
      office = await exportOffice(file)
    } catch (error) {
      file.discard()
      throw error
    }
    // Publish last: a file with this name holds an office that has left this relay.
    file.publish()
    const { name, floor, head } = office.columns
    return {
      json: { exported: name, file: path, epoch: office.epoch, floor, head },
      lines: [
        `Exported: ${name}, events ${floor} to ${head} of ${office.epoch}, into ${path}`,
        'The office has left this relay, which answers 503 for it and deletes its data after 30 days.',
        `${path} has every secret of the office: keep it from others, import it once, and delete it.`,
      ],
    }
  })
}

async function importFromFile(path: string, options: Options, deps: Deps): Promise<CommandOutput> {
  const file = openOfficeFile(path)
  await withTransfer(options, deps, ({ importOffice }) => importOffice(file))
  const { name, floor, head } = file.office.columns
  return {
    json: { imported: name, epoch: file.office.epoch, floor, head },
    lines: [
      `Imported: ${name}, events ${floor} to ${head} of ${file.office.epoch}`,
      'Start this relay, and lead the public address of the office to it.',
      `${path} has every secret of the office: delete it.`,
    ],
  }
}

async function withTransfer<T>(
  options: Options,
  deps: Deps,
  run: (transfer: Transfer) => Promise<T>,
): Promise<T> {
  const { database, keyFile, office, isMoveAbandoned } = options
  if (database !== null) {
    const { createKeyFileError } = await import('./database-place.ts')
    const { readKeyFile } = await import('../store/postgres/secrets.ts')
    const inDatabase = await import('../store/postgres/office-transfer.ts')
    if (keyFile === null) throw createKeyFileError()
    const given = { ...deps, url: database, sealingKey: readKeyFile(keyFile) }
    return run({
      exportOffice: (file) => inDatabase.exportOffice(given, file, office, isMoveAbandoned),
      importOffice: (file) => inDatabase.importOffice(given, file),
    })
  }
  const directory = resolveDataDirectory(options.dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const unlock = lockStoppedRelay(join(directory, 'relay.lock'))
  try {
    return await run({
      exportOffice: (file) => inFiles.exportOffice({ ...deps, directory }, file, office, isMoveAbandoned),
      async importOffice(file) {
        refuseFullDisk(directory, file.bytes, options.minFreeMb)
        await inFiles.importOffice({ ...deps, directory }, file)
      },
    })
  } finally {
    unlock()
  }
}

function lockStoppedRelay(file: string): () => void {
  try {
    return lockDirectory(file)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'SQLITE_BUSY') throw error
    throw new Error('stop the relay first: an office leaves or comes while no relay runs on its data', {
      cause: error,
    })
  }
}

/**
 * Disk space of an import, as a multiple of the file. Rows and indexes are first in the log, then also in the
 * database.
 */
const ROOM_OF_FILE = 5

function refuseFullDisk(directory: string, bytes: number, minFreeMb: number): void {
  const needed = ROOM_OF_FILE * bytes + minFreeMb * 1024 * 1024
  const free = readFreeBytes(directory)
  if (free >= needed) return
  const [needs, has] = [needed, free].map((each) => Math.ceil(each / 1024 / 1024))
  throw new Error(
    `the disk of ${directory} has ${has} MB, and the import needs ${needs} MB: nothing was imported`,
  )
}
