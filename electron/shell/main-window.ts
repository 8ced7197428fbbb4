import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeImage,
  Screen,
  WebContents,
} from 'electron'
import { shellTexts } from '#shared/text/shell.ts'
import type { Log } from '../core/runtime/log/log.ts'
import { APP_ORIGIN } from './origin.ts'
import type { Theme } from './theme.ts'
import type { WindowMemoryFile } from './window-memory.ts'
import { webPreferences, type PageDeps } from './web-preferences.ts'
import { placeWindow, SMALLEST } from './window-place.ts'

export interface MainWindowDeps extends PageDeps {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  memory: WindowMemoryFile
  theme: Theme
  log: Log
  /** Called with the contents of every window created. */
  onContents: (contents: WebContents) => void
  /** The page stopped repeatedly: shows the reason to the user. */
  onLost: () => void
  onClosed: () => void
}

export interface MainWindow {
  /** Brings the window to the front, creating it if there is none. */
  show(): void
  contents(): WebContents | null
  /** Sets the overlay of its icon in the taskbar of Windows, now and in every later window. */
  setOverlay(icon: NativeImage | null, description: string): void
}

/** A page that stops again within this time is reloaded only a few times. */
const STEADY_MS = 10_000
const MAX_RESTARTS = 2

/** The single window. It is a view: it may be closed and created again, and a page that stops is reloaded. */
export function createMainWindow(deps: MainWindowDeps): MainWindow {
  const { BrowserWindow, memory, theme, log } = deps
  let window: BrowserWindow | null = null
  let painted = false
  let overlay: [NativeImage | null, string] | null = null

  function open(): void {
    const before = memory.read()
    const place = placeWindow(before.bounds, workAreas(deps.screen))
    const opened = new BrowserWindow(windowOptions(deps, place))
    const { webContents } = opened
    window = opened
    painted = false
    if (overlay) opened.setOverlayIcon(...overlay)
    deps.onContents(webContents)

    opened.once('ready-to-show', () => {
      painted = true
      if (before.maximized) opened.maximize()
      opened.show()
    })
    webContents.once('did-finish-load', () => webContents.setZoomLevel(before.zoomLevel))
    opened.on('close', () =>
      memory.write({
        bounds: opened.getNormalBounds(),
        maximized: opened.isMaximized(),
        zoomLevel: webContents.getZoomLevel(),
        theme: theme.chosen(),
      }),
    )
    opened.on('closed', () => {
      window = null
      deps.onClosed()
    })
    startAgainWhenItStops(opened)
    opened.loadURL(`${APP_ORIGIN}/`).catch((error: unknown) => {
      log.error('shell: the page did not load', error)
      // An empty window can be closed; one that is never shown cannot.
      if (!opened.isDestroyed()) opened.show()
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

  return {
    show() {
      if (!window) return open()
      // Before its first paint it shows by itself.
      if (!painted) return
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    contents: () => window?.webContents ?? null,
    setOverlay(icon, description) {
      overlay = [icon, description]
      window?.setOverlayIcon(icon, description)
    },
  }
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
