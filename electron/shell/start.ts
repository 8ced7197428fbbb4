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
  /** Administrator's file to check instead of starting. */
  checkAdminFile?: string
  /** Text to print instead of starting. */
  prints?: 'help' | 'version'
  /** True to open the quick-lookup panel, in the running application if there is one. */
  opensPanel: boolean
  /** True for the usual data directory, false for one named on the command line. */
  isUsualDirectory: boolean
  /** True for a start with the session. The window stays hidden. */
  hidden: boolean
  /** True if the demonstration's first start fills it with an invented office. */
  sampleOffice: boolean
  /** Arguments passed on to the demonstration's service. */
  serviceArgs: string[]
}

/**
 * Reads our own options of the command line. All others are ignored and do not prevent a start: Chromium's own
 * switches, the system's (macOS adds one), and the web host's.
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

/** Switches of a debugger. Chromium also accepts them with one hyphen, and on Windows with a slash. */
const SWITCH = /^(?:--?|\/)(?:remote-debugging-[a-z-]+|remote-allow-origins|inspect(?:-[a-z-]+)?)(?:=|$)/i

/**
 * True if a debugger is requested or listening. A debugger can read the page and the core, and every user of the PC
 * can connect to it. An installed application does not start with a debugger.
 */
export const isDebugged = (args: readonly string[], listening = inspectorAddress()): boolean =>
  listening !== undefined || args.some((arg) => SWITCH.test(arg))

/**
 * Switches that remove the sandbox. Chromium applies each of them to all of its processes. Launchers of AppImages add
 * one if the system has no sandbox.
 */
const WITHOUT_SANDBOX =
  /^(?:--?|\/)(?:no-sandbox|disable-(?:gpu-|setuid-|namespace-|seccomp-filter-)?sandbox)(?:=|$)/i

/** True if pages would run with all the rights of the user. An installed application then refuses to start. */
export const isUnsandboxed = (args: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['ELECTRON_DISABLE_SANDBOX']) || args.some((arg) => WITHOUT_SANDBOX.test(arg))

export interface RequestedPlaces {
  /** Passes on every request from now on, and first the last place requested before. */
  follow(open: (place: Destination) => void): void
}

/** Place of the link in a command line. */
export const placeIn = (args: readonly string[]): Destination => parseDeepLink(findDeepLink(args) ?? '')

/**
 * Collects requests of the system and of later starts. Create it before the application is ready: macOS sends the
 * link that starts the application before that. A second start may come while the first one is still opening.
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
    // A request for the window alone does not discard an earlier place.
    waiting = { place: place ?? waiting?.place ?? null }
  }

  function requestLink(link: string): void {
    const place = parseDeepLink(link)
    // Do not log the text of the link, which may contain a plate.
    if (!place) log.warn('shell: a link leads nowhere')
    request(place)
  }

  const link = findDeepLink(args)
  if (link !== undefined) requestLink(link)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    requestLink(url)
  })
  app.on('second-instance', (_event, _args, _directory, data) => request(parseDestination(data)))
  return {
    follow(next) {
      open = next
      if (waiting) next(waiting.place)
    },
  }
}

/** Destination that the start of another window sent through Electron. */
function parseDestination(data: unknown): Destination {
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
 * host. Electron's lock only carries the message between windows. On Windows it also brings the other window to the
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
