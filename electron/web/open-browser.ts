import { spawn } from 'node:child_process'
import { win32 } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findAppBrowser, thisMachine, type AppBrowser, type Machine } from './app-browsers.ts'

export interface Opener {
  command: string
  args: string[]
}

/** Where the entry was opened. */
export type Opened = { where: 'app'; browser: string } | { where: 'tab' }
export type BrowserWindow = Opened['where']

/**
 * The system's command that opens a file, by platform; never through a shell, which would split a path into
 * words. `null` without a display.
 */
export function openerOf(file: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Opener | null {
  if (platform === 'darwin') return { command: 'open', args: [file] }
  if (platform === 'win32') {
    const command = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe')
    // As an address it has no space and no quote: this program reads the rest of its line verbatim.
    return { command, args: ['url.dll,FileProtocolHandler', addressOf(file, platform)] }
  }
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [file] } : null
}

/** The command that opens a file in a window of its own. As an address, the file is one word for every program. */
export function appOpenerOf({ path }: AppBrowser, file: string, platform: NodeJS.Platform): Opener {
  const app = `--app=${addressOf(file, platform)}`
  // A bundle takes arguments from a new instance only, which passes them to the one that runs.
  if (platform === 'darwin') return { command: 'open', args: ['-n', '-a', path, '--args', app] }
  return { command: path, args: [app] }
}

const addressOf = (file: string, platform: NodeJS.Platform) =>
  file.startsWith('http://') ? file : pathToFileURL(file, { windows: platform === 'win32' }).href

export interface OpenDeps {
  machine: Machine
  /** Runs a command. @returns true if it works */
  run(opener: Opener): Promise<boolean>
}

/**
 * Opens the entry file, or an address without secrets, in a window of its own of an installed browser, or in a tab of the
 * user's browser. The entry has a token, so its address is never passed: a command line is public.
 * @returns `null` if no program opened it
 */
export async function openBrowser(
  file: string,
  wanted: BrowserWindow = 'app',
  { machine, run }: OpenDeps = { machine: thisMachine(), run: runApart },
): Promise<Opened | null> {
  const { platform, env } = machine
  const browser = wanted === 'app' ? await findAppBrowser(machine) : null
  if (browser && (await run(appOpenerOf(browser, file, platform))))
    return { where: 'app', browser: browser.name }
  const opener = openerOf(file, platform, env)
  return opener && (await run(opener)) ? { where: 'tab' } : null
}

/** A program that cannot run here ends sooner. */
const FAILURE_MS = 1_500

/**
 * Starts a program that outlives this process. It works if it ends well (it has handed over to a running
 * instance) or goes on.
 */
export function runApart({ command, args }: Opener): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true, shell: false })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
    child.once('spawn', () => {
      child.unref()
      setTimeout(() => resolve(true), FAILURE_MS)
    })
  })
}
