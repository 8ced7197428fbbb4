import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import envPaths from 'env-paths'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import { lockDirectory } from '../store/sqlite/open.ts'

export interface DataDirectory {
  readonly path: string
  /** Takes it for this process, or throws `SQLITE_BUSY`; the returned function lets go of it. */
  lock(waitMs?: number): () => void
  /** Tells the administrator's commands where the relay listens. */
  announce(url: string): void
  withdraw(): void
  /** Where the running relay listens, if it said so. */
  announced(): string | null
}

/** The data directory, made for its owner alone. */
export function openDataDirectory(given: string | null): DataDirectory {
  const path = given ?? envPaths('ventanilla-relay', { suffix: '' }).data
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const running = join(path, 'running.json')
  return {
    path,
    lock: (waitMs) => lockDirectory(join(path, 'relay.lock'), waitMs),
    announce: (url) => writeOwnerFile(running, `${JSON.stringify({ url })}\n`),
    withdraw: () => rmSync(running, { force: true }),
    announced() {
      const text = readIfThere(running)
      return text === null ? null : ((JSON.parse(text) as { url?: string }).url ?? null)
    },
  }
}
