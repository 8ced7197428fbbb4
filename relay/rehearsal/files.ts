import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#shared/server/clock.ts'
import type { Log } from '#shared/server/log.ts'
import { freeBytesOf } from '../ops/free-bytes.ts'
import { listReads } from '../store/sqlite/list.reads.ts'
import { migrations } from '../store/sqlite/migrations.ts'
import { lockDirectory, openReadOnly } from '../store/sqlite/open.ts'
import { openSqliteStore } from '../store/sqlite/open-store.ts'
import type { RestoreParts } from './rehearse.ts'

/**
 * A rehearsal over files: `VACUUM INTO` of a relay that may be running, and a copy of its secrets. Throws with what to
 * do when it cannot begin.
 * @param directory data directory
 * @param scratch folder in which the copy is made, in a folder of its own
 * @param keepFreeBytes room that must be left on its disk
 */
export function openFileRehearsal(deps: {
  directory: string
  scratch: string
  keepFreeBytes: number
  clock: Clock
  log: Log
  writerEntry: URL
}): RestoreParts {
  const { directory, scratch, keepFreeBytes, clock, log, writerEntry } = deps
  const [file, secrets] = [join(directory, 'relay.db'), join(directory, 'secrets.json')]
  for (const path of [file, secrets]) if (!existsSync(path)) throw new Error(`there is no ${path}`)
  const unlock = lockScratch(join(scratch, 'rehearsal.lock'))
  const copy = join(scratch, 'rehearsal')
  // What a rehearsal that was killed left.
  rmSync(copy, { recursive: true, force: true })
  const db = openReadOnly(file)
  const close = () => {
    db.close()
    rmSync(copy, { recursive: true, force: true })
    unlock()
  }
  try {
    if (Number(db.pragma('user_version', { simple: true })) !== migrations.length)
      throw new Error('the data are of another version of the relay: use the one that runs on them')
    // The copy, its log when it is opened, and what the live relay must have left.
    const needed = 2 * statSync(file).size + keepFreeBytes
    if (freeBytesOf(scratch) < needed)
      throw new Error(
        `${scratch} has no room for a copy: it needs ${Math.ceil(needed / 1024 / 1024)} MB free. Choose another disk with --scratch-dir`,
      )
  } catch (error) {
    close()
    throw error
  }
  const epoch = db.prepare<[], { value: string }>("SELECT value FROM meta WHERE name = 'epoch'").get()?.value
  return {
    live: { epoch: epoch ?? '', reader: listReads(db) },
    async backUp() {
      mkdirSync(copy, { mode: 0o700 })
      const backup = join(copy, 'relay.db')
      db.prepare('VACUUM INTO ?').run(backup)
      copyFileSync(secrets, join(copy, 'secrets.json'))
      for (const name of ['relay.db', 'secrets.json']) chmodSync(join(copy, name), 0o600)
      return { bytes: statSync(backup).size, how: 'VACUUM INTO, and a copy of secrets.json' }
    },
    restore: async () => openSqliteStore({ directory: copy, clock, log, writerEntry }),
    remove: async () => close(),
  }
}

function lockScratch(file: string): () => void {
  try {
    return lockDirectory(file, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')
      throw new Error('another rehearsal is running', { cause: error })
    throw error
  }
}
