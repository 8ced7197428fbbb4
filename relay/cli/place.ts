import { chmodSync, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { readIfThere, writeOwnerFile } from '#shared/server/owner-file.ts'
import type { Relay } from '../create-relay.ts'
import type { Secrets } from '../office/secrets.ts'
import { lockDirectory } from '../store/sqlite/open.ts'
import { openSecretFile } from '../store/sqlite/secret-file.ts'

/** What a relay that runs tells commands on the same data. */
export interface Running {
  /** Where it listens. */
  url: string
  /** Of `/readyz` and `/metrics`; absent in what an older version wrote. */
  ops?: string | undefined
}

/** Where a relay has its data, and how an administrator's command reaches it. */
export interface Place {
  /** True if other processes may have the same data open. */
  isShared: boolean
  /** Takes the data for this process, or throws `SQLITE_BUSY`; the returned function lets go of them. */
  lock(waitMs?: number): () => void
  open(): Promise<Relay>
  /** Tells the administrator's commands where the relay listens. */
  announce(running: Running): void
  withdraw(): void
  /** What the running relay said, if it did. */
  announced(): Running | null
  /** Of a relay that is running. */
  secrets(): Secrets
}

/** The data directory that `--data-dir` names, or this user's default one. */
export const dataDirectoryOf = (given: string | null): string => given ?? usualDirectory()

/** Directory where the system keeps the relay's data for this user. */
function usualDirectory(): string {
  const { platform, env } = process
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'ventanilla-relay', 'Data')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ventanilla-relay')
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'ventanilla-relay')
}

const RUNNING = 'running.json'

/** Where the relay that runs on a data directory listens, or `null` if it has not said so. */
export function readRunning(directory: string): Running | null {
  const text = readIfThere(join(directory, RUNNING))
  return text === null ? null : (JSON.parse(text) as Running)
}

/** A start needs this room for the lock, the log and its index. */
const RESERVE_BYTES = 1024 * 1024
const reserveOf = (path: string) => join(path, 'reserve')

/** On a full disk nothing could be opened, not even for reading: the reserve makes way. Its room is taken by no event. */
function freeReserve(path: string): void {
  if (freeBytesOf(path) < RESERVE_BYTES) rmSync(reserveOf(path), { force: true })
}

/** Holds room for a start on a full disk. */
function keepReserve(path: string): void {
  const file = reserveOf(path)
  if (existsSync(file) || freeBytesOf(path) < 8 * RESERVE_BYTES) return
  try {
    writeFileSync(file, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 })
  } catch {
    // Less than the whole is worth nothing.
    rmSync(file, { force: true })
  }
}

/** The data directory, made for its owner alone: one relay at a time. */
export function openDataDirectory(given: string | null, open: (path: string) => Relay): Place {
  const path = dataDirectoryOf(given)
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
    withdraw: () => rmSync(running, { force: true }),
    announced: () => readRunning(path),
    secrets: () => openSecretFile(join(path, 'secrets.json')),
  }
}

/** Bytes that this user may still write beside a file. */
export function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}
