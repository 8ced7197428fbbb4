import { resolve, join } from 'node:path'
import type { App } from 'electron'
import { LINK_SCHEME } from '#shared/bridge/links.ts'
import type { SessionStart } from '#shared/bridge/desktop.ts'
import { shellTexts } from '#shared/text/hosts.ts'
import { AUTOSTART_NAME, readAutostart, setAutostart } from '../session-start.ts'

/** Application id, the same as in the installer. Windows groups windows by it and allows notifications for it. */
export const APP_ID = 'es.ventanilla.desktop'

/**
 * Id with which Windows starts us for a click on a notification of an earlier run. It never changes, and the
 * installer's shortcut has the same id. A new id for each run would make old notifications lead nowhere.
 */
export const TOAST_ACTIVATOR = '{67332360-43EA-4426-BB1C-0AFC09ADB756}'

/** Sets the application's identity for the system. */
export function identify(
  app: Pick<App, 'setName' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  app.setName(shellTexts.title)
  // The calls below exist on Windows only.
  if (platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}

export interface LinkSchemeDeps {
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>
  platform: NodeJS.Platform
  /** Arguments of this process: the program, its entry in development, and the rest. */
  argv: readonly string[]
  execPath: string
  /** True if the application uses the usual data directory, not one named on the command line. */
  isUsualDirectory: boolean
}

/**
 * Registers this application for our links. The last argument ends the options, because a link with quotes could
 * otherwise add options. On Linux the installed desktop file declares the scheme instead.
 */
export function registerLinkScheme(deps: LinkSchemeDeps): void {
  const { app, platform, argv, execPath, isUsualDirectory } = deps
  // Links open the usual data. A start with another data directory must not take the links away.
  if (platform === 'linux' || !isUsualDirectory) return
  const entry = app.isPackaged ? [] : [resolve(argv[1] ?? '')]
  app.setAsDefaultProtocolClient(LINK_SCHEME, execPath, [...entry, '--'])
}

export interface SessionStartDeps {
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath'>
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  execPath: string
  /** True for the usual data directory. Only this one starts every day. */
  isUsualDirectory: boolean
}

/** Start with the user's session. Only the system stores this setting, so no copy of it can differ. */
export interface SessionStartControl {
  read(): Promise<SessionStart>
  set(on: boolean): Promise<void>
  /** True if the session started this process. macOS passes no arguments, and tells this itself. */
  isOurStart(): boolean
}

const HIDDEN = '--hidden'

export function createSessionStart(deps: SessionStartDeps): SessionStartControl {
  const { app, platform, env, execPath, isUsualDirectory } = deps
  // In development the program is Electron's own.
  const isAvailable = app.isPackaged && isUsualDirectory
  // An AppImage runs from a directory that is gone when it ends, so use the AppImage itself.
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
