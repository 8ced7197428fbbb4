import { resolve, join } from 'node:path'
import type { App } from 'electron'
import { LINK_SCHEME } from '#shared/bridge/route.ts'
import type { SessionStart } from '#shared/bridge/desktop.ts'
import { shellTexts } from '#shared/text/hosts.ts'
import { AUTOSTART_NAME, readAutostart, setAutostart } from '../session-start.ts'

/** Same id as in the installer. Windows groups windows by it and allows notifications for it. */
export const APP_ID = 'es.ventanilla.desktop'

/**
 * With it Windows starts us for a click on a notification left by an earlier run. It never changes, and is
 * the one in the installer's shortcut: one per run would lead nowhere afterwards.
 */
export const TOAST_ACTIVATOR = '{67332360-43EA-4426-BB1C-0AFC09ADB756}'

/** Sets the application's identity for the system. */
export function identify(
  app: Pick<App, 'setName' | 'setAppUserModelId' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  app.setName(shellTexts.title)
  // These exist on Windows alone.
  if (platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}

export interface LinkSchemeDeps {
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>
  platform: NodeJS.Platform
  /** Of this process: the program, its entry in development, and the rest. */
  argv: readonly string[]
  execPath: string
  /** Runs on the user's own data, and not on a directory named on the command line. */
  isUsualDirectory: boolean
}

/**
 * Registers this application for our links. The last argument ends the options, because a link with quotes could add
 * options otherwise. On Linux the installed desktop file declares the scheme instead.
 */
export function registerLinkScheme(deps: LinkSchemeDeps): void {
  const { app, platform, argv, execPath, isUsualDirectory } = deps
  // Links open the user's own data: a copy beside them does not take the links away.
  if (platform === 'linux' || !isUsualDirectory) return
  const entry = app.isPackaged ? [] : [resolve(argv[1] ?? '')]
  app.setAsDefaultProtocolClient(LINK_SCHEME, execPath, [...entry, '--'])
}

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
