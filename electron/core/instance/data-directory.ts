import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

const NAME = 'Ventanilla'

export interface SystemPaths {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  home: string
}

/**
 * Usual data directory of the user. It has no dependencies: the native host of the browser extension imports it too,
 * and must start at once.
 */
export function usualDataDirectory({ platform, env, home }: SystemPaths = currentSystem()): string {
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), NAME, 'Data')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', NAME)
  return posix.join(env['XDG_DATA_HOME'] || posix.join(home, '.local', 'share'), NAME)
}

export const currentSystem = (): SystemPaths => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
})
