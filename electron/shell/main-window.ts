import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeImage,
  Screen,
  WebContents,
  Rectangle,
} from 'electron'
import * as z from 'zod'
import { settingsSchema } from '#shared/bridge/settings.ts'
import { shellTexts } from '#shared/text/hosts.ts'
import type { Log } from '../core/runtime/log.ts'
import { APP_ORIGIN, webPreferences, type PageDeps } from './protections.ts'
import type { Theme } from './system.ts'

export interface MainWindowDeps extends PageDeps {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on'>
  memory: WindowMemoryFile
  theme: Theme
  log: Log
  /** Called with the contents of every window created. */
  onContents: (contents: WebContents) => void
  /** Called if the page stopped repeatedly. It shows the reason to the user. */
  onLost: () => void
  /** Called when the user closes the window. It hides the window or ends the application. */
  onClose: (window: BrowserWindow) => void
  /** Called when the user's session ends (Windows). */
  onSessionEnd: () => void
}

export interface MainWindow {
  /** Brings the window to the front. Creates it if there is none. */
  show(): void
  /**
   * Creates the window without showing it, for a start with the session. The window is minimised if a hidden window
   * could not be brought back.
   */
  prepare(canComeBack: boolean): void
  /** Minimises a hidden window, because nothing can bring it back any more. */
  minimizeHidden(): void
  /** Lets the window close from now on, whatever its close button does. */
  end(): void
  /** Closes the window, if there is one, as its close button does. */
  close(): void
  contents(): WebContents | null
  /** The window, or `null` if it is not on screen. */
  onScreen(): BrowserWindow | null
  /** Sets the overlay of the window's icon in the taskbar of Windows, now and in every later window. */
  setOverlay(icon: NativeImage | null, description: string): void
}

/** Milliseconds within which a page that stops again is reloaded only `MAX_RESTARTS` times. */
const STEADY_MS = 10_000
const MAX_RESTARTS = 2

/**
 * Creates the single window. The window is only a view: it may be closed and created again. A page that stops is
 * reloaded.
 */
export function createMainWindow(deps: MainWindowDeps): MainWindow {
  const { BrowserWindow, memory, theme, log } = deps
  let window: BrowserWindow | null = null
  let painted = false
  /** State in which the window appears once painted. */
  let wanted: 'shown' | 'minimized' | 'hidden' = 'shown'
  let isEnding = false
  let hasEnded = false
  let overlay: [NativeImage | null, string] | null = null

  function open(): void {
    const before = { ...memory.read() }
    const place = placeWindow(before.bounds, workAreas(deps.screen))
    const opened = new BrowserWindow(windowOptions(deps, place))
    const { webContents } = opened
    window = opened
    painted = false
    if (overlay) opened.setOverlayIcon(...overlay)
    deps.onContents(webContents)

    // With displays of different scales, Windows and macOS compute the size of a new window with the wrong scale.
    if (deps.screen.getAllDisplays().length > 1) opened.setBounds(place)

    opened.once('ready-to-show', () => {
      painted = true
      if (wanted === 'minimized') return minimize(opened)
      if (wanted === 'hidden') return
      showWindow(opened)
    })
    opened.on('show', () => {
      // Do not maximise a hidden window: on Windows that would show it.
      if (before.maximized) opened.maximize()
      before.maximized = false
    })
    webContents.once('did-finish-load', () => webContents.setZoomLevel(before.zoomLevel))
    const remember = () =>
      memory.write({
        bounds: opened.getNormalBounds(),
        maximized: opened.isMaximized() || before.maximized,
        zoomLevel: webContents.getZoomLevel(),
        theme: theme.chosen(),
      })
    opened.on('close', (event) => {
      remember()
      if (isEnding) return
      event.preventDefault()
      deps.onClose(opened)
    })
    // The system may be shutting down. If another program prevents the shutdown, the window is used again.
    opened.on('query-session-end', () => {
      isEnding = true
    })
    opened.on('focus', () => {
      isEnding = hasEnded
    })
    opened.on('session-end', () => {
      remember()
      deps.onSessionEnd()
    })
    opened.on('closed', () => {
      window = null
    })
    startAgainWhenItStops(opened)
    opened.loadURL(`${APP_ORIGIN}/`).catch((error: unknown) => {
      log.error('shell: the page did not load', error)
      // The user can close an empty window, but not a hidden one.
      if (!opened.isDestroyed() && wanted === 'shown') opened.show()
    })
  }

  function startAgainWhenItStops({ webContents }: BrowserWindow): void {
    let stops: number[] = []
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return
      log.error(`shell: the page stopped (${reason})`)
      stops = [...stops.filter((at) => Date.now() - at < STEADY_MS), Date.now()]
      if (stops.length > MAX_RESTARTS) deps.onLost()
      else webContents.reload()
    })
  }

  function showWindow(opened: BrowserWindow): void {
    keepReachable(opened)
    opened.show()
  }

  /** Moves the window if its display is gone or has another size. */
  function keepReachable(opened: BrowserWindow): void {
    if (opened.isDestroyed() || opened.isMinimized() || opened.isMaximized() || opened.isFullScreen()) return
    const displays = workAreas(deps.screen)
    const bounds = opened.getBounds()
    if (!isReachable(bounds, displays)) opened.setBounds(placeWindow(bounds, displays))
  }
  const followDisplays = () => void (window && keepReachable(window))
  deps.screen.on('display-removed', followDisplays)
  deps.screen.on('display-metrics-changed', followDisplays)

  return {
    show() {
      wanted = 'shown'
      if (!window) return open()
      // A window shows itself with its first paint.
      if (!painted) return
      if (window.isMinimized()) window.restore()
      showWindow(window)
      window.focus()
    },
    prepare(canComeBack) {
      wanted = canComeBack ? 'hidden' : 'minimized'
      open()
    },
    minimizeHidden() {
      if (!window || window.isVisible() || window.isMinimized()) return
      if (painted) minimize(window)
      else if (wanted === 'hidden') wanted = 'minimized'
    },
    end() {
      hasEnded = true
      isEnding = true
    },
    close: () => window?.close(),
    contents: () => window?.webContents ?? null,
    onScreen: () => (window?.isVisible() === true && !window.isMinimized() ? window : null),
    setOverlay(icon, description) {
      overlay = [icon, description]
      window?.setOverlayIcon(icon, description)
    },
  }
}

/** Minimises into the taskbar. Show the window first: a window that was never shown has no place there. */
function minimize(window: BrowserWindow): void {
  window.showInactive()
  window.minimize()
}

function workAreas(screen: MainWindowDeps['screen']) {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  return [main, ...others].map(({ workArea }) => workArea)
}

function windowOptions(
  { theme, ...deps }: MainWindowDeps,
  place: BrowserWindowConstructorOptions,
): BrowserWindowConstructorOptions {
  return {
    ...place,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: shellTexts.title,
    backgroundColor: theme.background(),
    autoHideMenuBar: true,
    show: false,
    webPreferences: webPreferences(deps),
  }
}

const WIDTH = 1280
const HEIGHT = 800
/** Smallest supported layout of the page. */
const SMALLEST = { width: 480, height: 480 } as const
/** Width and height, in pixels, of the part of a window that must be on a display to be draggable. */
const VISIBLE = 80

/**
 * Bounds for a window: the last bounds, moved inside an existing display. If no display shows enough of the window,
 * it is centred on the first display.
 * @param displays usable areas of the displays, the main one first
 */
export function placeWindow(remembered: Rectangle | null, displays: readonly Rectangle[]): Rectangle {
  const main = displays[0] ?? { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  const shown = remembered && displays.find((display) => isVisibleOn(remembered, display))
  const display = shown ?? main
  const width = clamp(remembered?.width ?? WIDTH, SMALLEST.width, display.width)
  const height = clamp(remembered?.height ?? HEIGHT, SMALLEST.height, display.height)
  const middle = {
    x: display.x + Math.round((display.width - width) / 2),
    y: display.y + Math.round((display.height - height) / 2),
  }
  if (!remembered || !shown) return { ...middle, width, height }
  return {
    x: clamp(remembered.x, display.x, display.x + display.width - width),
    y: clamp(remembered.y, display.y, display.y + display.height - height),
    width,
    height,
  }
}

/** Height in pixels of the strip by which a window is dragged. */
const TITLE_BAR = 32

/** True if the user can grab the window at its present bounds. */
export const isReachable = (window: Rectangle, displays: readonly Rectangle[]): boolean =>
  displays.some((display) => {
    const isTitleOn = window.y + TITLE_BAR > display.y && window.y < display.y + display.height
    return isTitleOn && isVisibleOn(window, display)
  })

function isVisibleOn(window: Rectangle, display: Rectangle): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x)
  const down = Math.min(window.y + window.height, display.y + display.height) - Math.max(window.y, display.y)
  return across >= VISIBLE && down >= VISIBLE
}

/** Limits a value. If a display is smaller than the smallest window, the display's size is used. */
const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

const coordinate = z.number().int().min(-100_000).max(100_000)
const size = z.number().int().min(1).max(100_000)

const memorySchema = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: size, height: size }).nullable().catch(null),
  maximized: z.boolean().catch(false),
  zoomLevel: z.number().min(-5).max(5).catch(0),
  /** True if the user has read that closing only hides the window. */
  hidingExplained: z.boolean().catch(false),
  /** Theme for the colour of the first paint, because the settings are not open yet. */
  theme: settingsSchema.shape.theme.catch('system'),
})

/** State of the window when it was last closed. It reveals nothing of the data on screen. */
type WindowMemory = z.infer<typeof memorySchema>

const NOTHING: WindowMemory = {
  bounds: null,
  maximized: false,
  zoomLevel: 0,
  hidingExplained: false,
  theme: 'system',
}

export interface WindowMemoryFile {
  read(): WindowMemory
  /**
   * Changes the given fields and leaves the others. It is synchronous, because the window is closing. Failures are
   * ignored.
   */
  write(change: Partial<WindowMemory>): void
}

export function createWindowMemory(path: string): WindowMemoryFile {
  function read(): WindowMemory {
    try {
      return memorySchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? NOTHING
    } catch {
      return NOTHING
    }
  }

  return {
    read,
    write(change) {
      try {
        writeFileSync(`${path}.new`, JSON.stringify({ ...read(), ...change }), { mode: 0o600 })
        renameSync(`${path}.new`, path)
      } catch {
        // The next window opens at the last known place, or in the middle.
      }
    },
  }
}
