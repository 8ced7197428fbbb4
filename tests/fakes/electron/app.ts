import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../application.ts'

/** As the system keeps it: macOS by `status`, Windows by the program and its arguments. */
interface LoginItem {
  path: string
  args: string[]
  /** Not turned off in the system's own settings. */
  approved: boolean
}

interface Closable {
  close(): void
}

/** Event with a preventable default, like Electron's. */
export function createEvent<T extends object = object>(details?: T) {
  const event = {
    ...(details as T),
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}

class FakeApp extends EventEmitter {
  readonly isPackaged = process.env['FAKE_ELECTRON_PACKAGED'] === '1'
  readonly windows = new Set<Closable>()
  readonly #ready = Promise.withResolvers<void>()
  readonly #paths = new Map<string, string>([
    ['downloads', process.env['FAKE_ELECTRON_DOWNLOADS'] ?? '/nowhere'],
    ['home', process.env['HOME'] ?? '/nowhere'],
  ])
  #isReady = false
  #quitting = false
  #messages: string | null = null
  sandboxed = false
  name = 'Electron'
  readonly switches = new Map<string, string>()
  /** Chromium reads its switches as it starts. */
  readonly commandLine = {
    hasSwitch: (name: string) => this.switches.has(name),
    getSwitchValue: (name: string) => this.switches.get(name) ?? '',
    appendSwitch: (name: string, value = '') => {
      this.mustNotBeReady('app.commandLine.appendSwitch()')
      this.switches.set(name, value)
    },
  }
  badgeCount = 0

  isReady = () => this.#isReady
  whenReady = () => this.#ready.promise

  /** Called by the runner once the entry has been evaluated. */
  becomeReady() {
    this.#isReady = true
    this.#ready.resolve()
    this.emit('ready')
    this.#readMessages()
  }

  mustBeReady(what: string) {
    if (!this.#isReady) throw new Error(`${what} cannot be used before the app is ready`)
  }

  mustNotBeReady(what: string) {
    if (this.#isReady) throw new Error(`${what} should be called before app is ready`)
  }

  enableSandbox() {
    this.mustNotBeReady('app.enableSandbox()')
    this.sandboxed = true
  }

  loginItem: LoginItem | null = null
  openedAtLogin = process.env['FAKE_ELECTRON_AT_LOGIN'] === '1'

  setLoginItemSettings({
    openAtLogin = false,
    path = process.execPath,
    args = [] as string[],
    enabled = true,
  }) {
    this.loginItem = openAtLogin ? { path, args, approved: enabled } : null
  }

  getLoginItemSettings({ path = process.execPath, args = [] as string[] } = {}) {
    const item = this.loginItem
    const isSame = item?.path === path && JSON.stringify(item.args) === JSON.stringify(args)
    if (process.platform === 'darwin') {
      const status = item === null ? 'not-registered' : item.approved ? 'enabled' : 'requires-approval'
      return { openAtLogin: status === 'enabled', status, wasOpenedAtLogin: this.openedAtLogin }
    }
    return { openAtLogin: isSame, executableWillLaunchAtLogin: item?.path === path && item.approved }
  }

  /** Programs that open a scheme, with their arguments. */
  readonly protocolClients = new Map<string, string[]>()

  setAsDefaultProtocolClient(scheme: string, path = process.execPath, args: string[] = []): boolean {
    this.protocolClients.set(scheme, [path, ...args])
    return true
  }

  setName(name: string) {
    this.name = name
  }

  setBadgeCount(count = 0): boolean {
    this.mustBeReady('app.setBadgeCount()')
    this.badgeCount = count
    return true
  }

  setPath(name: string, path: string) {
    if (name === 'userData') this.mustNotBeReady('app.setPath(userData)')
    this.#paths.set(name, path)
  }

  getPath(name: string): string {
    const path = this.#paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  /** One per `userData`, across processes, like Chromium's; a second instance's data arrive at the first. */
  requestSingleInstanceLock(data: object = {}): boolean {
    const directory = join(this.getPath('userData'), 'singleton')
    mkdirSync(directory, { recursive: true })
    const lock = join(directory, 'lock')
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (owner !== 0 && owner !== process.pid && isAlive(owner)) {
      writeFileSync(join(directory, `message-${process.pid}.json`), JSON.stringify(data))
      return false
    }
    writeFileSync(lock, String(process.pid))
    this.#messages = directory
    watch(directory, { persistent: false }, () => this.#readMessages())
    return true
  }

  /** After `ready` alone, as Electron guarantees. */
  #readMessages() {
    const directory = this.#messages
    if (!this.#isReady || directory === null) return
    for (const name of readdirSync(directory).filter((file) => file.startsWith('message-'))) {
      const text = readFileSync(join(directory, name), 'utf8')
      if (text === '') continue
      rmSync(join(directory, name))
      this.emit('second-instance', createEvent(), [], '/', JSON.parse(text))
    }
  }

  /** In Chromium's format. */
  resolveProxy = async (_url: string) => process.env['FAKE_ELECTRON_PROXY'] ?? 'DIRECT'

  windowClosed(window: Closable) {
    this.windows.delete(window)
    if (this.windows.size > 0) return
    if (this.#quitting) this.#willQuit()
    else if (!this.emit('window-all-closed')) this.quit()
  }

  quit() {
    const event = createEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#quitting = true
    if (this.windows.size === 0) return this.#willQuit()
    for (const window of this.windows) window.close()
    // A window that refuses to close cancels it.
    this.#quitting = false
  }

  #willQuit() {
    const event = createEvent()
    this.emit('will-quit', event)
    if (!event.defaultPrevented) this.exit(0)
  }

  exit(code = 0) {
    process.exit(code)
  }
}

export const app = new FakeApp()
