import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import type { Relay } from '../create-relay.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import { openSecretFile } from '../store/sqlite/secret-file.ts'
import type { Running, Place } from './place.ts'

/** The data directory that `--data-dir` names, or this user's default one. */
export const dataDirectoryOf = (given: string | null): string =>
  given ?? envPaths('ventanilla-relay', { suffix: '' }).data

const RUNNING = 'running.json'

/** Where the relay that runs on a data directory listens, or `null` if it has not said so. */
export function readRunning(directory: string): Running | null {
  const text = readIfThere(join(directory, RUNNING))
  return text === null ? null : (JSON.parse(text) as Running)
}

/** The data directory, made for its owner alone: one relay at a time. */
export function openDataDirectory(given: string | null, open: (path: string) => Relay): Place {
  const path = dataDirectoryOf(given)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const running = join(path, RUNNING)
  return {
    isShared: false,
    lock: (waitMs) => lockDirectory(join(path, 'relay.lock'), waitMs),
    open: async () => open(path),
    announce: (addresses) => writeOwnerFile(running, `${JSON.stringify(addresses)}\n`),
    withdraw: () => rmSync(running, { force: true }),
    announced: () => readRunning(path),
    secrets: () => openSecretFile(join(path, 'secrets.json')),
  }
}
