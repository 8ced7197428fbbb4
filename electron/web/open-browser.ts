import { spawn, execFile } from 'node:child_process'
import { accessSync, constants, openSync, closeSync, readSync, realpathSync, statSync } from 'node:fs'
import { win32, posix } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Opener {
  command: string
  args: string[]
}

/** Browser window in which the entry was opened. */
export type Opened = { where: 'app'; browser: string } | { where: 'tab' }
export type BrowserWindow = Opened['where']

/**
 * The system's command that opens a file, by platform. It is never a shell, which would split a path into words. It
 * is `null` without a display.
 */
export function getOpener(file: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Opener | null {
  if (platform === 'darwin') return { command: 'open', args: [file] }
  if (platform === 'win32') {
    const command = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe')
    // Pass an address, which has no space and no quote: this program reads the rest of its line verbatim.
    return { command, args: ['url.dll,FileProtocolHandler', getAddress(file, platform)] }
  }
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [file] } : null
}

/** Command that opens a file in a separate window. As a URL, the path is one word for every program. */
export function getAppOpener({ path }: AppBrowser, file: string, platform: NodeJS.Platform): Opener {
  const app = `--app=${getAddress(file, platform)}`
  // A bundle receives arguments only from a new instance, which passes them to the running one.
  if (platform === 'darwin') return { command: 'open', args: ['-n', '-a', path, '--args', app] }
  return { command: path, args: [app] }
}

const getAddress = (file: string, platform: NodeJS.Platform) =>
  file.startsWith('http://') ? file : pathToFileURL(file, { windows: platform === 'win32' }).href

export interface OpenDeps {
  machine: Machine
  /**
   * Runs a command.
   * @returns true if it works
   */
  run(opener: Opener): Promise<boolean>
}

/**
 * Opens the entry file, or an address without secrets. An installed browser opens it in a separate window if
 * possible. Otherwise the user's browser opens a tab. The entry has a token, so its address is never passed: a
 * command line is public.
 * @returns `null` if no program opened it
 */
export async function openBrowser(
  file: string,
  browserWindow: BrowserWindow = 'app',
  { machine, run }: OpenDeps = { machine: thisMachine(), run: runApart },
): Promise<Opened | null> {
  const { platform, env } = machine
  const browser = browserWindow === 'app' ? await findAppBrowser(machine) : null
  if (browser && (await run(getAppOpener(browser, file, platform))))
    return { where: 'app', browser: browser.name }
  const opener = getOpener(file, platform, env)
  return opener && (await run(opener)) ? { where: 'tab' } : null
}

/** Milliseconds after which a running program counts as started. A program that cannot run here ends sooner. */
const FAILURE_MS = 1_500

/**
 * Starts a program that outlives this process.
 * @returns true if the program keeps running, or exits with 0 because it handed over to a running instance
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

/** Browser that can open an address in a separate window (`--app=`). */
export interface AppBrowser {
  name: string
  /** Program of the browser. On macOS it is the bundle. */
  path: string
}

/** Facts about this PC. */
export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  isRoot: boolean
  /** Real path of a program, or of its bundle on macOS. `null` if it cannot be run. */
  program(path: string): string | null
  /** Beginning of a file's text. */
  beginning(path: string): string
  /** Path of a program in Windows' registry, or `null`. */
  registered(program: string): Promise<string | null>
}

interface Known {
  name: string
  commands: string[]
  bundle: string
  /** Folder below a folder of programs. */
  folder: string
  exe: string
}

const KNOWN: readonly Known[] = [
  {
    name: 'Google Chrome',
    commands: ['google-chrome-stable', 'google-chrome'],
    bundle: 'Google Chrome.app',
    folder: 'Google\\Chrome\\Application',
    exe: 'chrome.exe',
  },
  {
    name: 'Microsoft Edge',
    commands: ['microsoft-edge-stable', 'microsoft-edge'],
    bundle: 'Microsoft Edge.app',
    folder: 'Microsoft\\Edge\\Application',
    exe: 'msedge.exe',
  },
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser'],
    bundle: 'Chromium.app',
    folder: 'Chromium\\Application',
    exe: 'chromium.exe',
  },
]

/** Finds an installed Chrome, Edge or Chromium that can read the entry file, or `null`. */
export async function findAppBrowser(machine: Machine): Promise<AppBrowser | null> {
  for (const known of KNOWN) {
    const path = await findPath(known, machine)
    if (path !== null) return { name: known.name, path }
  }
  return null
}

function findPath(known: Known, machine: Machine): Promise<string | null> | string | null {
  if (machine.platform === 'win32') return onWindows(known, machine)
  return machine.platform === 'darwin' ? onMac(known, machine) : onLinux(known, machine)
}

function onLinux({ commands }: Known, machine: Machine): string | null {
  const { env, isRoot, program } = machine
  // Without a display there is no window. As root there is no sandbox, and the browser would end at once.
  if (isRoot || !(env['DISPLAY'] || env['WAYLAND_DISPLAY'])) return null
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  const paths = commands.flatMap((command) => folders.map((folder) => posix.join(folder, command)))
  return paths.find((path) => program(path) !== null && !isConfined(path, machine)) ?? null
}

/** True for a snap, which may not read hidden folders of the home directory. The entry file is in such a folder. */
function isConfined(path: string, { program, beginning }: Machine): boolean {
  const real = program(path) ?? path
  if (real.startsWith('/snap/') || posix.basename(real) === 'snap') return true
  const start = beginning(real)
  return start.startsWith('#!') && start.includes('/snap/')
}

const onMac = ({ bundle }: Known, { env, program }: Machine): string | null =>
  ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')]
    .map((folder) => posix.join(folder, bundle))
    .find((path) => program(path) !== null) ?? null

async function onWindows(
  { folder, exe }: Known,
  { env, program, registered }: Machine,
): Promise<string | null> {
  const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => env[name] ?? '')
  const found = roots
    .filter((root) => win32.isAbsolute(root))
    .map((root) => win32.join(root, folder, exe))
    .find((path) => program(path) !== null)
  if (found !== undefined) return found
  const path = await registered(exe)
  return path !== null && win32.isAbsolute(path) && program(path) !== null ? path : null
}

/** Reads the facts from this PC. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  // Use the effective user, like the browser.
  isRoot: process.geteuid?.() === 0,
  program(path) {
    try {
      if (process.platform === 'linux') accessSync(path, constants.X_OK)
      const real = realpathSync(path)
      return process.platform !== 'linux' || statSync(real).isFile() ? real : null
    } catch {
      return null
    }
  },
  beginning(path) {
    const text = Buffer.alloc(4_096)
    let file: number | undefined
    try {
      file = openSync(path, 'r')
      return text.toString('latin1', 0, readSync(file, text))
    } catch {
      return ''
    } finally {
      if (file !== undefined) closeSync(file)
    }
  },
  async registered(program) {
    for (const hive of ['HKCU', 'HKLM']) {
      const path = registeredPath(await query(hive, program))
      if (path !== null) return path
    }
    return null
  },
})

const APP_PATHS = 'Software\\Microsoft\\Windows\\CurrentVersion\\App Paths'
const QUERY_MS = 2_000

function query(hive: string, program: string): Promise<string> {
  const command = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
  const args = ['query', `${hive}\\${APP_PATHS}\\${program}`, '/ve']
  return new Promise((resolve) =>
    execFile(command, args, { timeout: QUERY_MS, windowsHide: true }, (_error, stdout) => resolve(stdout)),
  )
}

/** Path in the answer of `reg query`. The words of the answer are in the system's language. */
export function registeredPath(answer: string): string | null {
  const path = /\sREG_(?:EXPAND_)?SZ[ \t]+(\S.*?)\s*$/m.exec(answer)?.[1]?.replaceAll('"', '')
  return path === undefined || path === '' ? null : path
}
