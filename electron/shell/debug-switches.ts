import { url as inspectorAddress } from 'node:inspector'

/** Chromium takes its switches with one hyphen too, and on Windows with a slash. */
const SWITCH = /^(?:--?|\/)(?:remote-debugging-[a-z-]+|remote-allow-origins|inspect(?:-[a-z-]+)?)(?:=|$)/i

/**
 * Whether a debugger is asked for or listening: it reads the page and the core, and listens to every user of the PC.
 * An installed application does not start with one.
 */
export const isDebugged = (args: readonly string[], listening = inspectorAddress()): boolean =>
  listening !== undefined || args.some((arg) => SWITCH.test(arg))
