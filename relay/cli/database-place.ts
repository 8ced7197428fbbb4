import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { UsageError } from '#shared/server/options.ts'
import type { Relay } from '../create-relay.ts'
import { openDataSet } from '../store/postgres/data-set.ts'
import { openPostgresStore } from '../store/postgres/open-store.ts'
import { makeKeyFile, readKeyFile } from '../store/postgres/secrets.ts'
import type { Store } from '../store/store.ts'
import type { Place } from './place.ts'

export const createKeyFileError = () => new UsageError('a database needs --key-file: new-key FILE makes one')

/** Place of a database that several nodes share. */
export function openDatabasePlace(
  deps: { url: string; keyFile: string | null; connections: number; clock: Clock; log: Log },
  open: (store: Store) => Relay,
): Place {
  const { keyFile, log, ...rest } = deps
  if (keyFile === null) throw createKeyFileError()
  const sealingKey = readKeyFile(keyFile)
  function onLost(error: unknown): void {
    log.error('the database cannot be used any more', error)
    process.exit(1)
  }
  return {
    isShared: true,
    lock: () => () => {},
    open: async () => open(await openPostgresStore({ ...rest, log, sealingKey, onLost })),
    announce: () => {},
    removeAnnouncement: () => {},
    readAnnouncement: () => null,
    secrets() {
      throw new Error('a database is opened for each command')
    },
  }
}

/** `new-key FILE` */
export function makeKey(file: string): void {
  makeKeyFile(file)
  process.stdout.write(`${file}: give every node a copy, and keep one apart from the database.\n`)
}

/** `new-epoch`: every PC refetches its open files. */
export async function makeEpoch({
  url,
  keyFile,
  log,
}: {
  url: string | null
  keyFile: string | null
  log: Log
}): Promise<void> {
  if (url === null) throw new UsageError('new-epoch is for a database: see --database')
  if (keyFile === null) throw createKeyFileError()
  const { epoch } = await openDataSet(url, readKeyFile(keyFile), log, true)
  process.stdout.write(`Epoch: ${epoch}\n`)
}
