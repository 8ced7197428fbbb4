import { url as inspectorAddress } from 'node:inspector'

/** Chromium also accepts switches with one hyphen, and on Windows with a slash. */
const SWITCH = /^(?:--?|\/)(?:remote-debugging-[a-z-]+|remote-allow-origins|inspect(?:-[a-z-]+)?)(?:=|$)/i

/**
 * True if a debugger is requested or listening: it reads the page and the core, and is open to every user of
 * the PC. An installed application does not start with one.
 */
export const isDebugged = (args: readonly string[], listening = inspectorAddress()): boolean =>
  listening !== undefined || args.some((arg) => SWITCH.test(arg))
