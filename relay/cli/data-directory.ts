import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import type { Relay } from '../create-relay.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import { openSecretFile } from '../store/sqlite/secret-file.ts'
import type { Place, Running } from './place.ts'

/** The data directory, made for its owner alone: one relay at a time. */
export function openDataDirectory(given: string | null, open: (path: string) => Relay): Place {
  const path = given ?? envPaths('ventanilla-relay', { suffix: '' }).data
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const running = join(path, 'running.json')
  return {
    isShared: false,
    lock: (waitMs) => lockDirectory(join(path, 'relay.lock'), waitMs),
    open: async () => open(path),
    announce: (said) => writeOwnerFile(running, `${JSON.stringify(said)}\n`),
    withdraw: () => rmSync(running, { force: true }),
    announced() {
      const text = readIfThere(running)
      return text === null ? null : (JSON.parse(text) as Running)
    },
    secrets: () => openSecretFile(join(path, 'secrets.json')),
  }
}
