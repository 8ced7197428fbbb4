import { EventEmitter } from 'node:events'
import type { WebPreferences } from 'electron'
import { app, createEvent } from './app.ts'
import { createPage, type Page } from './page.ts'
import { originOf, type FakeSession } from './session.ts'

class FakeFrame {
  url: string
  readonly parent: FakeFrame | null
  detached = false
  destroyed = false

  constructor(url: string, parent: FakeFrame | null = null) {
    this.url = url
    this.parent = parent
  }

  get origin() {
    return originOf(this.url)
  }

  isDestroyed = () => this.destroyed
}

let nextId = 1

export class FakeWebContents extends EventEmitter {
  readonly id = nextId++
  readonly session: FakeSession
  readonly preferences: WebPreferences
  readonly mainFrame = new FakeFrame('about:blank')
  page: Page | null = null
  #destroyed = false
  #zoomLevel = 0
  #onOpen: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })

  constructor(session: FakeSession, preferences: WebPreferences) {
    super()
    this.session = session
    this.preferences = preferences
    app.emit('web-contents-created', createEvent(), this)
  }

  get sandboxed() {
    return app.sandboxed || this.preferences.sandbox !== false
  }

  getLastWebPreferences = () => this.preferences
  getURL = () => this.mainFrame.url
  isDestroyed = () => this.#destroyed
  getZoomLevel = () => this.#zoomLevel
  setZoomLevel = (level: number) => {
    this.#zoomLevel = level
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
    this.#onOpen = handler
  }

  async loadURL(url: string) {
    this.emit('did-start-navigation', createEvent({ url, isMainFrame: true, isSameDocument: false }))
    const response = await this.session.request(url)
    this.page?.dispose()
    this.mainFrame.url = url
    this.page = createPage(this, response)
    this.emit('dom-ready')
    this.emit('did-finish-load')
  }

  reload() {
    void this.loadURL(this.getURL())
  }

  send(channel: string, ...args: unknown[]) {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.page?.hear(channel, structuredClone(args))
  }

  /** Navigation by the page itself: a link, a script, a redirect. @returns true if it happened */
  async navigate(
    url: string,
    how: 'navigate' | 'redirect' = 'navigate',
    frame = this.mainFrame,
  ): Promise<boolean> {
    const event = createEvent({ url, isMainFrame: frame === this.mainFrame, frame })
    const names = how === 'redirect' ? ['will-redirect'] : ['will-frame-navigate']
    if (how === 'navigate' && event.isMainFrame) names.push('will-navigate')
    for (const name of names) this.emit(name, event, url)
    if (event.defaultPrevented) return false
    await this.loadURL(url)
    return true
  }

  /** `window.open`. @returns true if a window opened */
  openWindow = (url: string): boolean => this.#onOpen({ url }).action === 'allow'

  /** A `<webview>` in the page. @returns true if it was attached */
  attachWebview(): boolean {
    const event = createEvent()
    this.emit('will-attach-webview', event, {}, {})
    return !event.defaultPrevented
  }

  /** The page's process ends by itself. */
  crash(reason = 'crashed') {
    this.page?.dispose()
    this.page = null
    this.emit('render-process-gone', createEvent(), { reason, exitCode: 1 })
  }

  forcefullyCrashRenderer() {
    this.crash('killed')
  }

  destroy() {
    this.#destroyed = true
    this.mainFrame.destroyed = true
    this.page?.dispose()
    this.page = null
    this.emit('destroyed')
  }
}
