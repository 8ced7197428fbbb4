import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Clipboard,
  Screen,
  WebContents,
  Rectangle,
} from 'electron'
import { PANEL_PATH } from '#shared/bridge/frames.ts'
import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import { clipboardPlates } from '#shared/domain/plates/list.ts'
import { shellTexts } from '#shared/text/hosts.ts'
import type { Log } from '../core/runtime/log.ts'
import { APP_ORIGIN, webPreferences, type PageDeps } from './protections.ts'
import type { Theme } from './system.ts'

export interface PanelWindowDeps extends PageDeps {
  BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint' | 'on'>
  clipboard: Pick<Clipboard, 'readText'>
  /** True if the user allows the panel to read the clipboard when it opens. */
  readsClipboard: () => boolean
  platform: NodeJS.Platform
  theme: Pick<Theme, 'background'>
  log: Log
  onContents: (contents: WebContents) => void
  /** Called when the panel is visible and the clipboard has been read. */
  onShown: (clipboard: ClipboardPlates) => void
}

export interface PanelWindow {
  /** Creates the hidden window, so that it is painted before the first press of the shortcut. */
  prepare(): void
  /** Shows the panel on the screen of the pointer, or hides it if it is in front. */
  toggle(): void
  show(): void
  hide(): void
  resize(height: number): void
  contents(): WebContents | null
  /** Ends the window: a hidden window keeps the application running. */
  close(): void
}

/**
 * Delay before hiding, in milliseconds. The page clears itself when it loses the focus. The delay lets it finish, so
 * that the panel never shows an old answer again.
 */
const HIDE_AFTER_BLUR_MS = 150

/** Creates the floating window of quick lookup. It depends on no other window. */
export function createPanelWindow(deps: PanelWindowDeps): PanelWindow {
  const { BrowserWindow, screen, log } = deps
  let window: BrowserWindow | null = null
  let shows = 0

  function open(): BrowserWindow {
    if (window && !window.isDestroyed()) return window
    const opened = new BrowserWindow(windowOptions(deps))
    window = opened
    const { webContents } = opened
    deps.onContents(webContents)
    opened.on('blur', () => {
      setTimeout(() => {
        if (!opened.isDestroyed() && !opened.isFocused()) opened.hide()
      }, HIDE_AFTER_BLUR_MS)
    })
    // Closed by Alt+F4 or by the system: hide the window instead.
    opened.on('close', (event) => {
      if (window !== opened) return
      event.preventDefault()
      opened.hide()
    })
    webContents.on('render-process-gone', (_event, { reason }) => {
      log.error(`shell: the page of the panel stopped (${reason})`)
      // The next press of the shortcut opens another window.
      if (window === opened) window = null
      if (!opened.isDestroyed()) opened.destroy()
    })
    opened.loadURL(`${APP_ORIGIN}${PANEL_PATH}`).catch((error: unknown) => {
      log.error('shell: the page of the panel did not load', error)
      if (window === opened) window = null
      if (!opened.isDestroyed()) opened.destroy()
    })
    return opened
  }

  function show(): void {
    const shown = open()
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    shown.setBounds(placePanel(workArea, shown.getBounds().height))
    const turn = ++shows
    shown.show()
    shown.focus()
    void readClipboard(deps).then((clipboard) => {
      if (turn === shows) deps.onShown(clipboard)
    })
  }
  function hide(): void {
    if (window?.isDestroyed() === false) window.hide()
  }

  screen.on('display-removed', hide)
  return {
    prepare: () => void open(),
    show,
    hide,
    toggle() {
      if (window?.isDestroyed() === false && window.isVisible() && window.isFocused()) hide()
      else show()
    },
    resize(height) {
      if (window?.isDestroyed() !== false) return
      const { x, y } = window.getBounds()
      window.setBounds({ x, y, width: PANEL_WIDTH, height: panelHeight(height) })
    },
    contents: () => (window?.isDestroyed() === false ? window.webContents : null),
    close() {
      const closed = window
      window = null
      if (closed?.isDestroyed() === false) closed.destroy()
    },
  }
}

/**
 * Reads plates from the clipboard. Its content may be an image, megabytes of text, or unreadable. Then there is no
 * suggestion.
 */
async function readClipboard({ clipboard, readsClipboard, log }: PanelWindowDeps): Promise<ClipboardPlates> {
  try {
    if (!readsClipboard()) return null
    const text = await clipboard.readText()
    // The window may have been locked meanwhile.
    return readsClipboard() ? clipboardPlates(text) : null
  } catch (error) {
    log.warn(`shell: the clipboard cannot be read: ${error instanceof Error ? error.name : 'unknown'}`)
    return null
  }
}

const windowOptions = (deps: PanelWindowDeps): BrowserWindowConstructorOptions => ({
  width: PANEL_WIDTH,
  height: panelHeight(0),
  // On macOS, a window of type `panel` gets the keyboard without bringing the whole application to the front.
  ...(deps.platform === 'darwin' && { type: 'panel' }),
  title: shellTexts.panelTitle,
  backgroundColor: deps.theme.background(),
  frame: false,
  resizable: false,
  minimizable: false,
  maximizable: false,
  fullscreenable: false,
  skipTaskbar: true,
  alwaysOnTop: true,
  show: false,
  webPreferences: webPreferences(deps),
})

export const PANEL_WIDTH = 640
const MAX_HEIGHT = 560
const MIN_HEIGHT = 72

/** Height of the window for a content of this height, in pixels. */
export const panelHeight = (content: number): number =>
  Math.min(Math.max(Math.ceil(content), MIN_HEIGHT), MAX_HEIGHT)

/**
 * Bounds of the panel: centred, with its top at a third of the display's usable area. The panel stays inside the area
 * when it grows.
 */
export function placePanel(area: Rectangle, height: number): Rectangle {
  const width = Math.min(PANEL_WIDTH, area.width)
  const room = Math.max(0, area.height - MAX_HEIGHT)
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.min(Math.round(area.height / 3), room),
    width,
    height: Math.min(height, area.height),
  }
}
