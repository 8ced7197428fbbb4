import type {
  Menu as ElectronMenu,
  MenuItemConstructorOptions,
  NativeImage,
  NativeTheme,
  Screen,
  Tray as ElectronTray,
} from 'electron'
import type { Clock } from '../core/runtime/clock.ts'
import type { Log } from '../core/runtime/log.ts'
import { drawTrayIcon, type TrayIconState, type TrayIconStyle } from './tray-icon.ts'
import type { TrayAction, TrayEntry, TrayViewModel } from './tray-view-model.ts'

export interface TrayDeps {
  Tray: new (image: NativeImage) => ElectronTray
  Menu: { buildFromTemplate(template: MenuItemConstructorOptions[]): ElectronMenu }
  nativeImage: {
    createFromBitmap(pixels: Buffer, size: { width: number; height: number }): NativeImage
  }
  nativeTheme: Pick<NativeTheme, 'on' | 'shouldUseDarkColorsForSystemIntegratedUI'>
  screen: Pick<Screen, 'on' | 'getPrimaryDisplay'>
  platform: NodeJS.Platform
  clock: Clock
  log: Log
  /** True if the desktop shows tray icons. */
  hasHost: () => Promise<boolean>
  onAction: (action: TrayAction) => void
  /** Called when the desktop no longer shows an icon that it showed before. */
  onGone: () => void
}

export interface TrayIcon {
  show(viewModel: TrayViewModel): void
  /** True if the user can see the icon. Only then may a window be hidden. */
  isThere(): boolean
  /** Checks again whether the desktop shows the icon, and restores a missing icon. */
  check(): void
  close(): void
}

/**
 * Sizes of an icon in points: of the menu bar (macOS), of the notification area (Windows), and of the panels of
 * Linux.
 */
const POINTS: Readonly<Partial<Record<NodeJS.Platform, number>>> = { darwin: 18, win32: 16 }
const LINUX_POINTS = 22
const MAX_PIXELS = 96
/** Delays of more checks, in milliseconds. A session may start us before its panel. */
const CHECK_AFTER_MS = [10_000, 60_000] as const
const CHECK_EVERY_MS = 5_000

/**
 * Creates the icon in the notification area. No feature depends on the icon, because many desktops have no such area.
 */
export function createTray(deps: TrayDeps): TrayIcon {
  const { platform, nativeTheme, screen, clock, log } = deps
  const closing = new AbortController()
  let tray: ElectronTray | null = null
  /** Menu of the icon. The reference is needed while the menu may be open. */
  let menu: ElectronMenu | null = null
  let viewModel: TrayViewModel | null = null
  let drawn = { image: '', tooltip: '', menu: '' }
  let failed = false
  /** True if the desktop shows icons; `null` while unknown. */
  let hosted: boolean | null = platform === 'linux' ? null : true
  let checkedAt = -Infinity

  const isAlive = () => tray?.isDestroyed() === false

  function draw(): void {
    if (!viewModel || closing.signal.aborted) return
    try {
      drawNow(viewModel)
      failed = false
    } catch (error) {
      remove()
      if (!failed) log.error('shell: the tray icon cannot be shown', error)
      failed = true
    }
  }

  function drawNow({ icon, tooltip, menu: entries }: TrayViewModel): void {
    const look = lookOf(icon)
    if (!tray || !isAlive()) {
      tray = new deps.Tray(imageOf(look))
      drawn = { image: look.key, tooltip: '', menu: '' }
      // On macOS a click opens the menu. On Linux the desktop decides which gesture opens it.
      if (platform !== 'darwin') tray.on('click', () => deps.onAction({ do: 'show' }))
    }
    if (look.key !== drawn.image) tray.setImage(imageOf(look))
    if (tooltip !== drawn.tooltip) tray.setToolTip(tooltip)
    const text = JSON.stringify(entries)
    if (text !== drawn.menu) {
      menu = deps.Menu.buildFromTemplate(entries.map((entry) => menuItem(entry, deps.onAction)))
      tray.setContextMenu(menu)
    }
    drawn = { image: look.key, tooltip, menu: text }
  }

  function lookOf(state: TrayIconState) {
    const points = POINTS[platform] ?? LINUX_POINTS
    // Windows and Linux use one picture, so draw it at the scale of the main display.
    const scale = platform === 'darwin' ? 1 : screen.getPrimaryDisplay().scaleFactor
    const size = Math.min(Math.round(points * Math.max(scale, 1)), MAX_PIXELS)
    const style = styleOf(platform, nativeTheme)
    return { state, style, size, key: `${state} ${style} ${size}` }
  }

  function imageOf({ state, style, size }: ReturnType<typeof lookOf>): NativeImage {
    const image = deps.nativeImage.createFromBitmap(drawTrayIcon(state, style, size), {
      width: size,
      height: size,
    })
    if (platform !== 'darwin') return image
    const double = size * 2
    image.addRepresentation({
      scaleFactor: 2,
      width: double,
      height: double,
      buffer: drawTrayIcon(state, style, double),
    })
    image.setTemplateImage(true)
    return image
  }

  function remove(): void {
    if (isAlive()) tray?.destroy()
    tray = null
    menu = null
  }

  async function lookAgain(): Promise<void> {
    checkedAt = clock.elapsed()
    const before = hosted
    const now = await deps.hasHost()
    if (closing.signal.aborted) return
    hosted = now
    // Remove an icon created before the panel: it would never appear in the panel.
    if (now && before === false) remove()
    draw()
    if (before && !now) deps.onGone()
  }

  const checkSoon = () =>
    void lookAgain().catch((error: unknown) => log.error('shell: the tray cannot be checked', error))

  nativeTheme.on('updated', draw)
  screen.on('display-metrics-changed', draw)
  if (platform === 'linux') {
    checkSoon()
    for (const ms of CHECK_AFTER_MS)
      void clock.sleep(ms, closing.signal).then(() => !closing.signal.aborted && !hosted && checkSoon())
  }

  return {
    show(next) {
      viewModel = next
      draw()
    },
    isThere() {
      if (platform === 'linux' && clock.elapsed() - checkedAt > CHECK_EVERY_MS) checkSoon()
      return isAlive() && hosted === true
    },
    check: checkSoon,
    close() {
      closing.abort()
      remove()
    },
  }
}

/** Only Windows reports the colour of its bar. macOS tints the icon itself. */
function styleOf(platform: NodeJS.Platform, nativeTheme: TrayDeps['nativeTheme']): TrayIconStyle {
  if (platform === 'darwin') return 'template'
  if (platform !== 'win32') return 'any'
  return nativeTheme.shouldUseDarkColorsForSystemIntegratedUI ? 'dark' : 'light'
}

function menuItem(entry: TrayEntry, act: (action: TrayAction) => void): MenuItemConstructorOptions {
  if (entry.kind === 'separator') return { type: 'separator' }
  // Windows would draw an ampersand in a name as the underline of the next letter.
  const label = entry.label.replaceAll('&', '&&')
  if (entry.kind === 'item') {
    const { action, shortcut } = entry
    if (!action) return { label, enabled: false }
    // Only draw the accelerator: the system already has the shortcut.
    const drawn = shortcut !== undefined && { accelerator: shortcut, registerAccelerator: false }
    return { label, click: () => act(action), ...drawn }
  }
  return {
    label,
    submenu: entry.options.map((option) => ({
      label: option.label.replaceAll('&', '&&'),
      type: 'radio',
      checked: option.chosen,
      click: () => act(option.action),
    })),
  }
}

/** Runs a program without a shell. Rejects if it is missing or fails. */
export type RunProgram = (command: string, args: readonly string[]) => Promise<string>

const WATCHER = 'org.kde.StatusNotifierWatcher'
const PATH = '/StatusNotifierWatcher'
const PROPERTY = 'IsStatusNotifierHostRegistered'

/** Programs that query the session bus. Every desktop has at least one of them. */
const PROGRAMS: readonly (readonly [command: string, ...args: string[]])[] = [
  [
    'gdbus',
    'call',
    '--session',
    '--timeout',
    '2',
    '--dest',
    WATCHER,
    '--object-path',
    PATH,
    '--method',
    'org.freedesktop.DBus.Properties.Get',
    WATCHER,
    PROPERTY,
  ],
  ['busctl', '--user', '--timeout=2', 'get-property', WATCHER, PATH, WATCHER, PROPERTY],
]

/**
 * True if the desktop shows tray icons. Electron cannot tell: on Linux an icon that nobody draws looks like any
 * other. GNOME draws none without an extension. Without an answer the result is false.
 */
export async function hasTrayHost(platform: NodeJS.Platform, run: RunProgram): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [command, ...args] of PROGRAMS) {
    const answer = await run(command, args).catch(() => null)
    if (answer !== null) return /\btrue\b/.test(answer)
  }
  return false
}
