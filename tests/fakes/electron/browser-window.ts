import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { app, createEvent } from './app.ts'
import { session, type FakeSession } from './session.ts'
import { FakeWebContents } from './web-contents.ts'

const front: { window: FakeBrowserWindow | null } = { window: null }

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
  #fullScreen = false
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
    this.#appear('show')
  }

  showInactive() {
    this.#appear('showInactive')
  }

  #appear(how: string) {
    const wasVisible = this.#visible
    this.#visible = true
    this.history.push(how)
    if (!wasVisible) this.emit('show')
    if (how === 'show') this.#take()
  }

  hide() {
    this.#visible = false
    this.history.push('hide')
    if (front.window === this) FakeBrowserWindow.leave()
    this.emit('hide')
  }

  focus() {
    this.history.push('focus')
    this.#take()
  }

  #take() {
    if (front.window === this) return
    FakeBrowserWindow.leave()
    front.window = this
    this.emit('focus')
  }

  /** Another program comes to the front. */
  static leave() {
    const before = front.window
    front.window = null
    before?.emit('blur')
  }

  /** Leaving takes an animation, as on macOS. */
  setFullScreen(on: boolean) {
    setImmediate(() => {
      this.#fullScreen = on
      this.history.push(on ? 'enter-full-screen' : 'leave-full-screen')
      this.emit(on ? 'enter-full-screen' : 'leave-full-screen')
    })
  }

  setBounds(bounds: Partial<Rectangle>) {
    this.bounds = { ...this.bounds, ...bounds }
  }

  minimize() {
    this.#minimized = true
    this.history.push('minimize')
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
  isFocused = () => front.window === this
  isFullScreen = () => this.#fullScreen
  getBounds = () => this.bounds
  getNormalBounds = () => this.bounds

  close() {
    const event = createEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  /** Without asking anything. */
  destroy() {
    if (this.#destroyed) return
    this.#destroyed = true
    if (front.window === this) front.window = null
    this.webContents.destroy()
    this.emit('closed')
    app.windowClosed(this)
  }
}
