import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import { join, isAbsolute } from 'node:path'
import { SECRET } from '../core/instance/proofs.ts'

/** Flags of `open`, absent on Windows. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/** Permissions of other users that a private file must not have. */
const PRIVATE = 0o077
const UNCHANGEABLE = 0o022

/**
 * Text of a regular file of this user, or `null` for any other file. Another user who may write the file would decide
 * what this program trusts. Windows has no modes, and its profiles are closed to other users.
 */
function readOwnedFile(path: string, refusedModes: number, maxBytes: number): string | null {
  let file: number
  try {
    // Check the type here too, because Windows has no O_NOFOLLOW.
    if (!lstatSync(path).isFile()) return null
    // `O_NONBLOCK`: a FIFO that replaced the file meanwhile would wait for its other end.
    file = openSync(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > maxBytes) return null
    const isOurs = process.getuid === undefined || stat.uid === process.getuid()
    if (!isOurs || (process.platform !== 'win32' && (stat.mode & refusedModes) !== 0)) return null
    const bytes = Buffer.alloc(maxBytes)
    return bytes.subarray(0, readSync(file, bytes, 0, maxBytes, 0)).toString('utf8')
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

/** Port of the application, and the token that proves both ends. */
export interface Contact {
  port: number
  token: string
}

const MAX_CONTACT_BYTES = 4_096

const contactPath = (dataDir: string): string => join(dataDir, 'extension.json')

/**
 * Reads the contact file.
 * @returns `null` without a file, or if another user could have read or written it
 */
export function readContact(dataDir: string): Contact | null {
  const text = readOwnedFile(contactPath(dataDir), PRIVATE, MAX_CONTACT_BYTES)
  if (text === null) return null
  try {
    const { port, token } = JSON.parse(text) as Partial<Record<keyof Contact, unknown>>
    if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return null
    return typeof token === 'string' && SECRET.test(token) ? { port, token } : null
  } catch {
    return null
  }
}

/**
 * Stamp that changes with every run of the application. It is `null` while the application does not run. Costs one
 * stat.
 */
export function contactVersion(dataDir: string): string | null {
  try {
    const { ino, mtimeMs } = statSync(contactPath(dataDir))
    return `${ino} ${mtimeMs}`
  } catch {
    return null
  }
}

/** Directory of the installed files, in the data directory. */
export const installationDirectory = (dataDir: string): string => join(dataDir, 'native-host')
/** File with the command that starts the application, as an array. The installation writes it beside the launcher. */
export const startRecordPath = (dataDir: string): string => join(installationDirectory(dataDir), 'start.json')

const MAX_RECORD_BYTES = 16_384
/** Milliseconds after a start in which another request starts nothing, because the application is still starting. */
const INTERVAL_MS = 5_000

/**
 * Reads the command that starts the application.
 * @returns `null` without a recorded command that only this user can change
 */
export function readStartCommand(dataDir: string): [string, ...string[]] | null {
  const text = readOwnedFile(startRecordPath(dataDir), UNCHANGEABLE, MAX_RECORD_BYTES)
  if (text === null) return null
  try {
    const { command } = JSON.parse(text) as { command?: unknown }
    if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return null
    const [program, ...args] = command
    return program !== undefined && isAbsolute(program) ? [program, ...args] : null
  } catch {
    return null
  }
}

/**
 * Starts the application with the recorded command, without a shell. The process is detached, so that it outlives the
 * browser.
 */
export function createStarter(dataDir: string): () => Promise<boolean> {
  let startedAt = -Infinity

  return async () => {
    if (performance.now() - startedAt < INTERVAL_MS) return true
    const command = readStartCommand(dataDir)
    if (command === null) return false
    const before = startedAt
    startedAt = performance.now()
    const started = await run(command)
    if (!started) startedAt = before
    return started
  }
}

async function run([program, ...args]: [string, ...string[]]): Promise<boolean> {
  // Import it here: most hosts start nothing, and every host must start at once.
  const { spawn } = await import('node:child_process')
  // Remove this variable: with it the application would run as plain Node, without a window.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', env, windowsHide: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
