import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { dirname, posix, win32 } from 'node:path'
import type { ManagedSource } from '#shared/bridge/managed.ts'
import type { SystemPaths } from '../../instance/data-directory.ts'
import { MAX_FILE_BYTES, readManagedFile } from './managed-file.ts'
import { createReading, type ManagedReading } from './reading.rules.ts'

/** Name of the file, in the directory of the system and in that of the installation. */
export const MANAGED_FILE = 'administrador.json'

/** The file of the system, which only an administrator writes. */
export function systemFile({ platform, env }: SystemPaths): string {
  if (platform === 'win32')
    return win32.join(env['ProgramData'] || String.raw`C:\ProgramData`, 'Ventanilla', MANAGED_FILE)
  if (platform === 'darwin') return posix.join('/Library/Application Support/Ventanilla', MANAGED_FILE)
  return posix.join('/etc/ventanilla', MANAGED_FILE)
}

export interface FileDeps {
  /** User of this process; `null` where files have access lists instead of modes. */
  uid: number | null
}

/** Reads a file of an administrator. Never rejects. @returns `null` if there is none */
export async function readManagedFileAt(
  path: string,
  source: ManagedSource,
  { uid }: FileDeps,
): Promise<ManagedReading | null> {
  const broken = (why: 'unreadable' | 'too-large' | 'not-trusted') => {
    const reading = createReading(source, path)
    reading.broken(why)
    return reading.done()
  }
  let file: FileHandle | undefined
  try {
    // A pipe in its place must not hold the start.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    // Of what was opened, and not of what is there by now.
    const facts = await file.stat()
    if (!facts.isFile()) return broken('unreadable')
    if (uid !== null && !(isOnlyOf(uid, facts) && isOnlyOf(uid, await stat(dirname(path)))))
      return broken('not-trusted')
    if (facts.size > MAX_FILE_BYTES) return broken('too-large')
    return readManagedFile(await textOf(file), source, path)
  } catch (error) {
    return isAbsent(error) ? null : broken('unreadable')
  } finally {
    await file?.close().catch(() => undefined)
  }
}

/** Only the system's administrator, or the user of this process, can write it. */
const isOnlyOf = (uid: number, { uid: owner, mode }: { uid: number; mode: number }): boolean =>
  (owner === 0 || owner === uid) && (mode & 0o022) === 0

/** A text in another encoding is not taken for what it might be. */
async function textOf(file: FileHandle): Promise<string> {
  const bytes = Buffer.alloc(MAX_FILE_BYTES)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, bytesRead))
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
