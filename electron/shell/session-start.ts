import { join } from 'node:path'
import type { App } from 'electron'
import type { SessionStart } from '#shared/bridge/desktop.ts'
import { AUTOSTART_NAME, readAutostart, setAutostart } from '../session-start/autostart-file.ts'

export interface SessionStartDeps {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  execPath: string
  /** The user's own data: another directory is not the one to open every day. */
  isUsualDirectory: boolean
}

/** Start with the user's session. The system keeps it: nothing else records it, so nothing can disagree. */
export interface SessionStartControl {
  read(): Promise<SessionStart>
  set(on: boolean): Promise<void>
  /** This process was started by it. macOS passes no arguments and says so itself. */
  isOurStart(): boolean
}

const HIDDEN = '--hidden'

export function createSessionStart(deps: SessionStartDeps): SessionStartControl {
  const { app, platform, env, execPath, isUsualDirectory } = deps
  // In development the program is Electron's own.
  const isAvailable = app.isPackaged && isUsualDirectory
  // An AppImage runs from a directory that is gone afterwards.
  const command = [env['APPIMAGE'] ?? execPath, HIDDEN]

  const file = () =>
    join(env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config'), 'autostart', AUTOSTART_NAME)

  function readFromSystem(): SessionStart {
    const settings = app.getLoginItemSettings(platform === 'win32' ? { path: execPath, args: [HIDDEN] } : {})
    if (platform === 'darwin' && settings.status === 'requires-approval') return 'blocked'
    if (!settings.openAtLogin) return 'off'
    return platform === 'win32' && !settings.executableWillLaunchAtLogin ? 'blocked' : 'on'
  }

  return {
    async read() {
      if (!isAvailable) return 'unavailable'
      return platform === 'linux' ? readAutostart(file(), command) : readFromSystem()
    },
    async set(on) {
      if (!isAvailable) return
      if (platform === 'linux') return setAutostart(file(), command, on)
      app.setLoginItemSettings({
        openAtLogin: on,
        ...(platform === 'win32' && { path: execPath, args: [HIDDEN], enabled: on }),
      })
    },
    isOurStart: () => platform === 'darwin' && isAvailable && app.getLoginItemSettings().wasOpenedAtLogin,
  }
}
