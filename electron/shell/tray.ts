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
  /** The icon was shown, and the desktop no longer shows it. */
  onGone: () => void
}

export interface TrayIcon {
  show(viewModel: TrayViewModel): void
  /** True if the user can be expected to see it: only then a window may hide behind it. */
  isThere(): boolean
  /** Looks again whether the desktop shows it, and puts it back where it is missing. */
  check(): void
  close(): void
}

/** Points of an icon: the size of the menu bar's, of the notification area's, and of the panels of Linux. */
const POINTS: Readonly<Partial<Record<NodeJS.Platform, number>>> = { darwin: 18, win32: 16 }
const LINUX_POINTS = 22
const MAX_PIXELS = 96
/** A session starts us before its panel. */
const CHECK_AFTER_MS = [10_000, 60_000] as const
const CHECK_EVERY_MS = 5_000

/** The icon in the notification area. It is never the only way to anything: many desktops have no such area. */
export function createTray(deps: TrayDeps): TrayIcon {
  const { platform, nativeTheme, screen, clock, log } = deps
  const closing = new AbortController()
  let tray: ElectronTray | null = null
  /** Referenced while it may be open. */
  let menu: ElectronMenu | null = null
  let viewModel: TrayViewModel | null = null
  let drawn = { image: '', tooltip: '', menu: '' }
  let failed = false
  /** `null` until it is known. */
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
    // Windows and Linux take one picture: it is drawn at the scale of the display with the bar.
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
    // Created before there was a panel, it would never appear in it.
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
    // Drawn only: the system has it already.
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

/** Runs a program without a shell. Rejects when it is missing or fails. */
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
 * other, and GNOME draws none without an extension. Without an answer there is none.
 */
export async function hasTrayHost(platform: NodeJS.Platform, run: RunProgram): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [command, ...args] of PROGRAMS) {
    const answer = await run(command, args).catch(() => null)
    if (answer !== null) return /\btrue\b/.test(answer)
  }
  return false
}
