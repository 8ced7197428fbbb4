import { url as inspectorAddress } from 'node:inspector'

/** Chromium also accepts switches with one hyphen, and on Windows with a slash. */
const SWITCH = /^(?:--?|\/)(?:remote-debugging-[a-z-]+|remote-allow-origins|inspect(?:-[a-z-]+)?)(?:=|$)/i

/**
 * True if a debugger is requested or listening: it reads the page and the core, and is open to every user of
 * the PC. An installed application does not start with one.
 */
export const isDebugged = (args: readonly string[], listening = inspectorAddress()): boolean =>
  listening !== undefined || args.some((arg) => SWITCH.test(arg))

/** Chromium takes any of them for all of its processes; launchers of AppImages add one where the system isolates nothing. */
const WITHOUT_SANDBOX =
  /^(?:--?|\/)(?:no-sandbox|disable-(?:gpu-|setuid-|namespace-|seccomp-filter-)?sandbox)(?:=|$)/i

/** True if pages would run with all the rights of the user. An installed application does not start like this. */
export const isUnsandboxed = (args: readonly string[], env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['ELECTRON_DISABLE_SANDBOX']) || args.some((arg) => WITHOUT_SANDBOX.test(arg))
