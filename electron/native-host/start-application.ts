import { isAbsolute, join } from 'node:path'
import { readOwnedFile, UNCHANGEABLE } from './owned-file.ts'

/** Files of an installation, in the data directory. */
export const installationDirectory = (dataDir: string): string => join(dataDir, 'native-host')
/** The command that starts the application, as an array: beside the launcher, written by the installation. */
export const startRecordPath = (dataDir: string): string => join(installationDirectory(dataDir), 'start.json')

const MAX_BYTES = 16_384
/** The application is on its way: another request starts nothing. */
const INTERVAL_MS = 5_000

/** @returns `null` without a recorded command that only this user can change */
export function readStartCommand(dataDir: string): [string, ...string[]] | null {
  const text = readOwnedFile(startRecordPath(dataDir), UNCHANGEABLE, MAX_BYTES)
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

/** Starts the application: the recorded command as it is, without a shell, and so that it outlives the browser. */
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
  // Only now: most hosts start nothing, and all of them have to start at once.
  const { spawn } = await import('node:child_process')
  // Where this program runs on Electron: with it the application would run as plain Node, without a window.
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
