import { url as inspectorAddress } from 'node:inspector'
import { parseArgs } from 'node:util'
import type { App } from 'electron'
import { findDeepLink, parseDeepLink } from '#shared/bridge/route.ts'
import { usualDataDirectory } from '../core/instance/data-directory.ts'
import { readDestination, type Destination, writeDestination } from '../core/instance/hand-over-wire.ts'
import { handOver } from '../core/instance/hand-over.ts'
import type { Log } from '../core/runtime/log.ts'

export interface ShellOptions {
  dataDir: string
  /** An administrators' file to be checked, instead of a start. */
  checkAdminFile?: string
  /** Printed instead of a start. */
  prints?: 'help' | 'version'
  /** Opens the quick-lookup panel, of the running application if there is one. */
  opensPanel: boolean
  /** The user's own data directory, and not one named on the command line. */
  isUsualDirectory: boolean
  /** Started with the session: the window stays hidden. */
  hidden: boolean
  /** Whether the demonstration's first start fills it with an invented office. */
  sampleOffice: boolean
  /** Arguments passed on to the demonstration's service. */
  serviceArgs: string[]
}

/**
 * Our own options of the command line. All others are ignored and do not prevent a start: Chromium's own
 * switches, the system's (macOS adds one), and those of the web host.
 */
export function readShellOptions(args: readonly string[]): ShellOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    allowNegative: true,
    options: {
      'data-dir': { type: 'string' },
      'check-admin-file': { type: 'string' },
      consulta: { type: 'boolean' },
      'report-delay-ms': { type: 'string' },
      'sample-office': { type: 'boolean' },
      hidden: { type: 'boolean' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  })
  const { 'data-dir': directory, 'report-delay-ms': delay, 'check-admin-file': checkAdminFile } = values
  const isUsualDirectory = typeof directory !== 'string' || directory === ''
  return {
    dataDir: isUsualDirectory ? usualDataDirectory() : directory,
    isUsualDirectory,
    ...(typeof checkAdminFile === 'string' && { checkAdminFile }),
    ...(values['version'] === true && { prints: 'version' as const }),
    ...(values['help'] === true && { prints: 'help' as const }),
    opensPanel: values.consulta === true,
    hidden: values['hidden'] === true,
    sampleOffice: values['sample-office'] !== false,
    serviceArgs: typeof delay === 'string' && /^\d{1,9}$/.test(delay) ? [`--report-delay-ms=${delay}`] : [],
  }
}

/** Chromium also accepts switches with one hyphen, and on Windows with a slash. */
const SWITCH = /^(?:--?|\/)(?:remote-debugging-[a-z-]+|remote-allow-origins|inspect(?:-[a-z-]+)?)(?:=|$)/i

/**
 * True if a debugger is requested or listening: it reads the page and the core, and is open to every user of
 * the PC. An installed application does not start with one.
 */
export const isDebugged = (args: readonly string[], listening = inspectorAddress()): boolean =>
  listening !== undefined || args.some((arg) => SWITCH.test(arg))

/**
 * Chromium applies each of these to all of its processes. Launchers of AppImages add one if the system has no
 * sandbox.
 */
const WITHOUT_SANDBOX =
  /^(?:--?|\/)(?:no-sandbox|disable-(?:gpu-|setuid-|namespace-|seccomp-filter-)?sandbox)(?:=|$)/i

/** True if pages would run with all the rights of the user. An installed application does not start like this. */
export const isUnsandboxed = (args: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['ELECTRON_DISABLE_SANDBOX']) || args.some((arg) => WITHOUT_SANDBOX.test(arg))

export interface RequestedPlaces {
  /** Receives every request from now on, and the last place requested before. */
  follow(open: (place: Destination) => void): void
}

/** Place of the link in a command line. */
export const placeIn = (args: readonly string[]): Destination => parseDeepLink(findDeepLink(args) ?? '')

/**
 * Collects requests of the system and of later starts. Create it before the application is ready: macOS sends
 * the link that starts it before that, and a second start may come while the first one still opens.
 */
export function collectPlaces(
  app: Pick<App, 'on'>,
  args: readonly string[],
  log: Pick<Log, 'warn'>,
): RequestedPlaces {
  let open: ((place: Destination) => void) | null = null
  let waiting: { place: Destination } | null = null

  function request(place: Destination): void {
    if (open) return open(place)
    // Asking for the window alone takes nothing back.
    waiting = { place: place ?? waiting?.place ?? null }
  }

  function requestLink(link: string): void {
    const place = parseDeepLink(link)
    // Without its text, which may hold a plate.
    if (!place) log.warn('shell: a link leads nowhere')
    request(place)
  }

  const link = findDeepLink(args)
  if (link !== undefined) requestLink(link)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    requestLink(url)
  })
  app.on('second-instance', (_event, _args, _directory, data) => request(destinationIn(data)))
  return {
    follow(next) {
      open = next
      if (waiting) next(waiting.place)
    },
  }
}

/** Destination that another window's start sent through Electron. */
function destinationIn(data: unknown): Destination {
  try {
    return readDestination((data as { place?: unknown } | null)?.place ?? null)
  } catch {
    return null
  }
}

export interface SecondStartDeps {
  app: Pick<App, 'requestSingleInstanceLock'>
  dataDir: string
  destination: Destination
  /** Opens the web host's one-time page. */
  openEntry: (file: string) => Promise<unknown>
}

/**
 * Joins the process that holds the data directory. The lock of the directory decides, because it also covers the web
 * host. Electron's lock only carries the message between windows: on Windows it also brings the other window to the
 * front, which a socket cannot do.
 * @returns true if the other process answered
 */
export async function joinRunning(deps: SecondStartDeps): Promise<boolean> {
  const { app, dataDir, destination, openEntry } = deps
  if (!app.requestSingleInstanceLock({ place: writeDestination(destination) })) return true
  const answer = await handOver(dataDir, destination)
  if (!answer) return false
  if (answer.entry !== '') await openEntry(answer.entry)
  return true
}
