import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import type { Relay } from '../create-relay.ts'
import type { Secrets } from '../office/secrets.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import { openSecretFile } from '../store/sqlite/secret-file.ts'

/** Addresses of a running relay, for commands on the same data. */
export interface Running {
  /** Address of the API. */
  url: string
  /** Address of `/readyz` and `/metrics`. Older versions did not write it. */
  ops?: string | undefined
}

/** Location of a relay's data, and the way for commands to reach the relay. */
export interface Place {
  /** True if other processes may use the same data. */
  isShared: boolean
  /** Locks the data for this process, or throws `SQLITE_BUSY`. The returned function unlocks them. */
  lock(waitMs?: number): () => void
  open(): Promise<Relay>
  /** Publishes the addresses of the running relay for commands. */
  announce(running: Running): void
  removeAnnouncement(): void
  /** Published addresses, or `null` if no relay published any. */
  readAnnouncement(): Running | null
  /** Secrets of the offices, for a command beside a running relay. */
  secrets(): Secrets
}

/** Path given by `--data-dir`, or the default of this user. */
export const resolveDataDirectory = (given: string | null): string => given ?? getDefaultDirectory()

function getDefaultDirectory(): string {
  const { platform, env } = process
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'ventanilla-relay', 'Data')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ventanilla-relay')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'ventanilla-relay')
}

const RUNNING = 'running.json'

/** Published addresses of the relay that runs on a data directory, or `null`. */
export function readRunning(directory: string): Running | null {
  const text = readIfThere(join(directory, RUNNING))
  return text === null ? null : (JSON.parse(text) as Running)
}

/** Space that a start needs for the lock, the write-ahead log and its index. */
const RESERVE_BYTES = 1024 * 1024
const getReservePath = (path: string) => join(path, 'reserve')

/** Deletes the reserve if the disk is full, because SQLite needs space even to read. */
function freeReserve(path: string): void {
  if (readFreeBytes(path) < RESERVE_BYTES) rmSync(getReservePath(path), { force: true })
}

/** Reserves disk space for a start on a full disk. No event can use this space. */
function keepReserve(path: string): void {
  const file = getReservePath(path)
  if (existsSync(file) || readFreeBytes(path) < 8 * RESERVE_BYTES) return
  try {
    writeFileSync(file, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 })
  } catch {
    // An incomplete reserve is useless.
    rmSync(file, { force: true })
  }
}

/** Place of a data directory, which only its owner can read. One relay at a time uses it. */
export function openDataDirectory(given: string | null, open: (path: string) => Relay): Place {
  const path = resolveDataDirectory(given)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  const running = join(path, RUNNING)
  return {
    isShared: false,
    lock(waitMs) {
      freeReserve(path)
      return lockDirectory(join(path, 'relay.lock'), waitMs)
    },
    async open() {
      const relay = open(path)
      keepReserve(path)
      return relay
    },
    announce: (addresses) => writeOwnerFile(running, `${JSON.stringify(addresses)}\n`),
    removeAnnouncement: () => rmSync(running, { force: true }),
    readAnnouncement: () => readRunning(path),
    secrets: () => openSecretFile(join(path, 'secrets.json')),
  }
}

/** Free bytes of the disk that this user may write. */
export function readFreeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
