import type { Desktop } from '#shared/text/shortcuts.ts'
import { isMac } from './start-shortcuts.ts'

/** System whose keyboard this is. */
export const desktop: Desktop = isMac ? 'mac' : /^win/i.test(navigator.platform) ? 'windows' : 'linux'
