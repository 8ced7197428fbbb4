import type {
  Event,
  PowerMonitor,
  Dialog,
  MenuItemConstructorOptions,
  NativeTheme,
  App,
  GlobalShortcut,
} from 'electron'
import { settingsSchema, type Settings, defaultSettings } from '#shared/bridge/settings.ts'
import { shellTexts, menuTexts as text } from '#shared/text/hosts.ts'
import type { Router } from '../core/bridge/router.ts'
import type { Core } from '../core/core.ts'
import type { ShortcutOutcome } from '../core/host.ts'
import type { Log } from '../core/runtime/log.ts'

/**
 * Pauses requests while the PC sleeps: without a network they would look like an outage of the service. A locked PC
 * continues polling, and refetches on return. Both lock the windows if the office wants it.
 * @param onShutdown called when the PC shuts down (Linux and macOS; on Windows the window receives the event)
 */
export function followPower(
  powerMonitor: Pick<PowerMonitor, 'on'>,
  core: Pick<Core, 'handlePower'>,
  onShutdown: () => void,
): void {
  const awake = () => core.handlePower('awake')
  powerMonitor.on('suspend', () => core.handlePower('asleep'))
  powerMonitor.on('lock-screen', () => core.handlePower('locked'))
  powerMonitor.on('resume', awake)
  powerMonitor.on('unlock-screen', awake)
  // Electron's types lack this event. After `preventDefault`, the system waits for this process to end.
  powerMonitor.on('shutdown', (event?: Pick<Event, 'preventDefault'>) => {
    event?.preventDefault()
    onShutdown()
  })
}

/** Scheme that our HTTP client uses for each of Chromium's proxy types. */
const SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
}

/**
 * First usable entry of Chromium's proxy answer (`PROXY host:port; DIRECT`). Chromium has already read the system's
 * settings and run the PAC file.
 * @returns the proxy's address, or `null` for a direct connection
 */
export function proxyAddress(answer: string): string | null {
  for (const entry of answer.split(';')) {
    const [kind = '', address] = entry.trim().split(/\s+/)
    if (kind === 'DIRECT') return null
    const scheme = SCHEMES[kind]
    if (scheme && address) return `${scheme}://${address}`
  }
  return null
}

/**
 * Opens the system's folder dialog, which can also create a folder.
 * @param from the initial folder, if it exists
 */
export async function chooseFolder(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  from: string,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: shellTexts.chooseFolder,
    ...(from !== '' && { defaultPath: from }),
    properties: ['openDirectory', 'createDirectory'],
  })
  return canceled ? null : (filePaths[0] ?? null)
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

/**
 * Template that replaces Electron's own menu, which reloads the page and opens the developer's tools. On macOS, copy
 * and paste shortcuts only work through these roles. The application's own commands are in the page.
 */
export function menuTemplate(isMac: boolean): MenuItemConstructorOptions[] {
  const app: MenuItemConstructorOptions = {
    label: text.app,
    submenu: [
      { role: 'about', label: text.about },
      separator,
      { role: 'hide', label: text.hide },
      { role: 'hideOthers', label: text.hideOthers },
      { role: 'unhide', label: text.showAll },
      separator,
      { role: 'quit', label: text.quit },
    ],
  }
  const file: MenuItemConstructorOptions = {
    label: text.file,
    submenu: [{ role: 'quit', label: text.quit }],
  }
  const edit: MenuItemConstructorOptions = {
    label: text.edit,
    submenu: [
      { role: 'undo', label: text.undo },
      { role: 'redo', label: text.redo },
      separator,
      { role: 'cut', label: text.cut },
      { role: 'copy', label: text.copy },
      { role: 'paste', label: text.paste },
      { role: 'selectAll', label: text.selectAll },
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: text.view,
    submenu: [
      { role: 'zoomIn', label: text.zoomIn },
      { role: 'zoomOut', label: text.zoomOut },
      { role: 'resetZoom', label: text.zoomReset },
      separator,
      { role: 'togglefullscreen', label: text.fullScreen },
    ],
  }
  const window: MenuItemConstructorOptions = {
    label: text.window,
    submenu: [
      { role: 'minimize', label: text.minimize },
      { role: 'close', label: text.close },
    ],
  }
  return [isMac ? app : file, edit, view, window]
}

/**
 * Follows the user's settings as the core publishes them.
 * @returns a function that reads the present settings
 */
export function followSettings(
  router: Pick<Router, 'subscribe'>,
  onChange: (settings: Settings) => void = () => {},
): () => Settings {
  let settings = defaultSettings
  router.subscribe(({ topic, payload }) => {
    if (topic !== 'slice') return
    const { name, value } = payload as { name: string; value: unknown }
    const next = name === 'settings' ? settingsSchema.safeParse(value).data : undefined
    if (!next) return
    settings = next
    onChange(next)
  })
  return () => settings
}

type ThemeName = NativeTheme['themeSource']

/** Same colours as `--bg-window` of renderer/design/tokens.css. A test compares them. */
export const BACKGROUND = { light: '#eef0f3', dark: '#0d1014' } as const

export interface Theme {
  /** Colour behind the page until it paints. */
  background(): string
  chosen(): ThemeName
}

/** Makes the frame and its menus follow the page's theme. */
export function createTheme(
  nativeTheme: NativeTheme,
  remembered: ThemeName,
  router: Pick<Router, 'subscribe'>,
): Theme {
  nativeTheme.themeSource = remembered
  followSettings(router, ({ theme }) => {
    nativeTheme.themeSource = theme
  })
  return {
    background: () => BACKGROUND[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    chosen: () => nativeTheme.themeSource,
  }
}

export interface GlobalShortcutDeps {
  globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister' | 'isRegistered'>
  /** True in a Wayland session, where the system's answer proves nothing. */
  isWayland: boolean
  onPress: () => void
  log: Log
}

export interface ShortcutRegistration {
  /** Registers a shortcut in place of the previous one, which stays if this fails. Never rejects. */
  register(accelerator: string | null): Promise<ShortcutOutcome>
  /** Gives the shortcut back to the system. */
  release(): void
}

/** Manages one global shortcut with Electron's API. */
export function createGlobalShortcut(deps: GlobalShortcutDeps): ShortcutRegistration {
  const { globalShortcut, isWayland, onPress, log } = deps
  let held: string | null = null

  function registerWithSystem(accelerator: string): ShortcutOutcome {
    try {
      // Skip a shortcut that is already registered: registering it again would answer `taken`.
      const isHeld = accelerator === held && globalShortcut.isRegistered(accelerator)
      if (!isHeld && !globalShortcut.register(accelerator, onPress)) return 'taken'
    } catch (error) {
      log.error('shell: the system refuses the global shortcut', error)
      return 'refused'
    }
    return isWayland ? 'unproven' : 'registered'
  }

  function unregister(accelerator: string | null): void {
    if (accelerator === null) return
    try {
      globalShortcut.unregister(accelerator)
    } catch (error) {
      log.error('shell: a global shortcut could not be given back', error)
    }
  }

  return {
    async register(accelerator) {
      const outcome = accelerator === null ? 'off' : registerWithSystem(accelerator)
      if (outcome === 'taken' || outcome === 'refused') return outcome
      if (held !== accelerator) unregister(held)
      held = accelerator
      return outcome
    },
    release() {
      unregister(held)
      held = null
    },
  }
}

/**
 * True in a Wayland session, also for a window that runs over XWayland. There the X server accepts a shortcut, but
 * its presses only arrive from other such windows.
 */
export const isWaylandSession = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform === 'linux' && (env['XDG_SESSION_TYPE'] === 'wayland' || Boolean(env['WAYLAND_DISPLAY']))

/** Features of the portal. GNOME's portal is only used if both are enabled. */
const PORTAL_FEATURES = 'GlobalShortcutsPortal,GlobalShortcutsPortalPreferredTrigger'

/** Registers global shortcuts through the desktop's portal on Wayland. Call it before the application is ready. */
export function enableShortcutsPortal(
  { commandLine }: Pick<App, 'commandLine'>,
  platform: NodeJS.Platform,
): void {
  // Chromium reads one list of features, so do not replace the user's list.
  if (platform === 'linux' && !commandLine.hasSwitch('enable-features'))
    commandLine.appendSwitch('enable-features', PORTAL_FEATURES)
}
