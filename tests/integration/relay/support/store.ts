import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openSqliteStore } from '#relay/store/sqlite/open-store.ts'
import { lockDirectory } from '#relay/store/sqlite/open.ts'
import type { Store } from '#relay/store/store.ts'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'

export interface StoreOptions {
  writerEntry?: URL
  commitDeadlineMs?: number
}

const writer = fileURLToPath(new URL('../../../../out/tests/relay-writer.js', import.meta.url))

/** Opens the store that this run of the tests is about, on the data that a directory names. */
export async function openTestStore(
  deps: { directory: string; clock: Clock; log: Log } & StoreOptions,
): Promise<{ store: Store; release: () => void }> {
  // A commit that is late is another test's: the disk of a busy machine may take seconds.
  const { directory, clock, log, writerEntry = pathToFileURL(writer), commitDeadlineMs = 30_000 } = deps
  const release = lockDirectory(join(directory, 'relay.lock'))
  return { store: openSqliteStore({ directory, clock, log, writerEntry, commitDeadlineMs }), release }
}
