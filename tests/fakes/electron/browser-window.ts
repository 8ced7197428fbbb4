import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { app, createEvent } from './app.ts'
import { session, type FakeSession } from './session.ts'
import { FakeWebContents } from './web-contents.ts'

export class FakeBrowserWindow extends EventEmitter {
  readonly webContents: FakeWebContents
  readonly options: BrowserWindowConstructorOptions
  /** Calls and events of the window, in order. */
  readonly history: string[] = []
  bounds: Rectangle
  overlay: { icon: unknown; description: string } | null = null
  #visible: boolean
  #minimized = false
  #maximized = false
  #destroyed = false

  static getAllWindows = (): FakeBrowserWindow[] => [...app.windows] as unknown as FakeBrowserWindow[]

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    app.mustBeReady('BrowserWindow')
    const { webPreferences = {}, x = 0, y = 0, width = 800, height = 600 } = options
    this.bounds = { x, y, width, height }
    this.#visible = options.show !== false
    const pages = (webPreferences.session as unknown as FakeSession | undefined) ?? session.defaultSession
    this.webContents = new FakeWebContents(pages, webPreferences)
    this.webContents.on('dom-ready', () => setImmediate(() => this.emit('ready-to-show')))
    app.windows.add(this)
  }

  loadURL(url: string) {
    return this.webContents.loadURL(url)
  }

  show() {
    this.#visible = true
    this.history.push('show')
  }

  focus() {
    this.history.push('focus')
  }

  minimize() {
    this.#minimized = true
  }

  restore() {
    this.#minimized = false
    this.history.push('restore')
  }

  maximize() {
    this.#maximized = true
  }

  setOverlayIcon(icon: unknown, description: string) {
    this.overlay = icon === null ? null : { icon, description }
  }

  isVisible = () => this.#visible
  isMinimized = () => this.#minimized
  isMaximized = () => this.#maximized
  isDestroyed = () => this.#destroyed
  getNormalBounds = () => this.bounds

  close() {
    const event = createEvent()
    this.emit('close', event)
    if (event.defaultPrevented) return
    this.#destroyed = true
    this.webContents.destroy()
    this.emit('closed')
    app.windowClosed(this)
  }
}
