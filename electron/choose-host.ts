import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTexts as text } from '#shared/text/hosts.ts'

/** Host of the application, with the reason in one line for the user. */
export interface HostChoice {
  host: 'electron' | 'web'
  reason: string
}

/** Reason why Electron's runtime is not on this machine. */
export type Absence = 'absent' | 'failed-before' | DownloadFailure
export type DownloadFailure = 'unreachable' | 'cut' | 'checksum' | 'disk'

export interface HostFacts {
  requested: string | undefined
  /** Path of Electron's executable on this machine, or `null`. */
  runtime: string | null
  absence?: Absence
  /** True for root. Electron opens no window as root, which has no sandbox. */
  isRoot: boolean
  hasDisplay: boolean
}

/**
 * Chooses the desktop window if it is possible, else the browser.
 * @returns `null` for an unknown host
 */
export function chooseHost(facts: HostFacts): HostChoice | null {
  const { requested, runtime, absence = 'absent', isRoot, hasDisplay } = facts
  const web = (reason: keyof typeof text.web): HostChoice => ({ host: 'web', reason: text.web[reason] })

  if (requested === 'web') return { host: 'web', reason: text.webAsRequested }
  if (requested !== undefined && requested !== 'electron') return null
  if (isRoot) return web('root')
  if (!hasDisplay) return web('no-display')
  if (runtime === null) return web(absence)
  return { host: 'electron', reason: text.electron }
}

export interface DownloadFacts extends Omit<HostFacts, 'absence'> {
  /** True if the last attempt failed. */
  failedBefore: boolean
  env: NodeJS.ProcessEnv
}

/**
 * True if this start must download Electron. A start downloads it only where Electron could open a window. After a
 * failure it is downloaded again only if the user requests it by name.
 */
export function shouldDownload(facts: DownloadFacts): boolean {
  const { requested, runtime, failedBefore, env } = facts
  if (runtime !== null || chooseHost({ ...facts, runtime: 'downloaded' })?.host !== 'electron') return false
  // A runtime that the user provides is not ours to replace.
  if (env['ELECTRON_OVERRIDE_DIST_PATH']) return false
  if (requested === 'electron') return true
  return !failedBefore && !isSet(env['CI']) && !isSet(env['ELECTRON_SKIP_BINARY_DOWNLOAD'])
}

const isSet = (value: string | undefined) => value !== undefined && !['', '0', 'false'].includes(value)

/** Path of Electron's executable in its package, or `null`. Before the download the package has only types. */
export function findElectron(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const directory = join(root, 'node_modules', 'electron')
  try {
    const name = readFileSync(join(directory, 'path.txt'), 'utf8').trim()
    const program = join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(directory, 'dist'), name)
    return name !== '' && existsSync(program) ? program : null
  } catch {
    return null
  }
}

/**
 * Longest time, in milliseconds, in which a program ends if it lacks a library of the system, or if the system
 * refuses its sandbox.
 */
const AT_ONCE_MS = 10_000

/** True if Electron ended because it cannot run on this PC. False if its user closed it. */
export const cannotRun = ({ code, signal, ms }: { code: number | null; signal: string | null; ms: number }) =>
  ms < AT_ONCE_MS &&
  (code === 126 ||
    code === 127 ||
    ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS'].includes(signal ?? ''))

/** True if there is a display. A Linux server has none, and Electron then exits without a readable message. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
