import { EventEmitter } from 'node:events'
import { app } from './app.ts'

type Handle = (request: Request) => Promise<Response> | Response
type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void
type Details = { requestingUrl: string; isMainFrame: boolean }
type RequestHandler = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: Details,
) => void
type CheckHandler = (contents: null, permission: string, origin: string, details: Details) => boolean

type DisplayMediaHandler = (request: object, answer: (streams: object | null) => void) => void

const standardSchemes = new Set<string>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges?: { standard?: boolean } }[]) {
    app.mustNotBeReady('protocol.registerSchemesAsPrivileged')
    for (const { scheme, privileges } of schemes) if (privileges?.standard) standardSchemes.add(scheme)
  },
}

/** Origin as Chromium serializes it: opaque for schemes not registered as standard. */
export function originOf(address: string): string {
  const url = new URL(address)
  const scheme = url.protocol.slice(0, -1)
  return standardSchemes.has(scheme) || /^https?$/.test(scheme) ? `${scheme}://${url.host}` : 'null'
}

export class FakeSession extends EventEmitter {
  readonly partition: string
  readonly #schemes = new Map<string, Handle>()
  #beforeRequest: BeforeRequest | null = null
  #onRequest: RequestHandler | null = null
  #onCheck: CheckHandler | null = null
  #onDisplayMedia: DisplayMediaHandler | null = null
  #onDevice: ((details: object) => boolean) | null = null

  constructor(partition: string) {
    super()
    this.partition = partition
  }

  /** `localStorage` of the pages of this session. */
  readonly stored = new Map<string, string>()
  async clearStorageData() {
    this.stored.clear()
  }

  isPersistent = () => this.partition.startsWith('persist:') || this.partition === ''

  readonly protocol = {
    handle: (scheme: string, handler: Handle) => {
      app.mustBeReady('protocol.handle')
      this.#schemes.set(scheme, handler)
    },
  }

  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest) => {
      this.#beforeRequest = listener
    },
  }

  setPermissionRequestHandler(handler: RequestHandler) {
    this.#onRequest = handler
  }

  setPermissionCheckHandler(handler: CheckHandler) {
    this.#onCheck = handler
  }

  setDevicePermissionHandler(handler: (details: object) => boolean) {
    this.#onDevice = handler
  }

  /** Request of a page in this session. One that would reach the network says so. */
  async request(url: string, init?: RequestInit): Promise<Response> {
    const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => {
      if (this.#beforeRequest) this.#beforeRequest({ url }, resolve)
      else resolve({})
    })
    if (cancel) throw new Error('net::ERR_BLOCKED_BY_CLIENT')
    const handler = this.#schemes.get(new URL(url).protocol.slice(0, -1))
    if (!handler) return new Response('from the network')
    return handler(new Request(url, init))
  }

  /** Answer to a page's permission request. Electron grants it without a handler. */
  requestPermission(permission: string, details: Details): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#onRequest) this.#onRequest(null, permission, resolve, details)
      else resolve(true)
    })
  }

  checkPermission(permission: string, origin: string, details: Details): boolean {
    return this.#onCheck?.(null, permission, origin, details) ?? true
  }

  setDisplayMediaRequestHandler(handler: DisplayMediaHandler) {
    this.#onDisplayMedia = handler
  }

  /** Answer to `getDisplayMedia`. Without a handler Electron does not support it. */
  requestDisplayMedia(): Promise<'unsupported' | 'refused' | 'granted'> {
    const handler = this.#onDisplayMedia
    if (!handler) return Promise.resolve('unsupported')
    return new Promise((resolve) =>
      handler({}, (streams) => resolve(streams === null ? 'refused' : 'granted')),
    )
  }

  mayUseDevice = () => this.#onDevice?.({}) ?? true
}

const sessions = new Map<string, FakeSession>()

export const session = {
  fromPartition(partition: string): FakeSession {
    app.mustBeReady('session.fromPartition')
    const known = sessions.get(partition) ?? new FakeSession(partition)
    sessions.set(partition, known)
    return known
  },
  get defaultSession() {
    return session.fromPartition('')
  },
}
