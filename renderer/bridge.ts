import type {
  CommandArgs,
  CommandName,
  CommandResult,
  TopicName,
  TopicPayload,
  TransferArgs,
  TransferInName,
  TransferInResult,
  TransferName,
  TransferOutName,
} from '#shared/bridge/contract.ts'
import type {
  BRIDGE_PATH as BridgePath,
  CallFrame,
  HostFrame,
  PANEL_BRIDGE_PATH as PanelBridgePath,
  ServerFrame,
  TRANSFER_ARGS_HEADER as ArgsHeader,
  TRANSFER_PATH as TransferPath,
} from '#shared/bridge/frames.ts'
import type { ShellApi } from '#shared/bridge/ipc.ts'
import type { AppError, ErrorCode, Result } from '#shared/bridge/result.ts'

/** Saves bytes to the browser's downloads. */
export function download(blob: Blob, fileName: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The browser needs the URL only until the download has started.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** File name in a `Content-Disposition`, or `null`. */
function fileNameInHeader(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decodeURIComponent(extended)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}

/** `lost`: reconnecting. `closed`: this session is over, and Ventanilla must be opened again. */
export type LinkState = 'connecting' | 'connected' | 'lost' | 'closed'

export interface TransferProgress {
  loaded: number
  /** `null` until the size is known. */
  total: number | null
}

export interface TransferOptions {
  signal?: AbortSignal
  onProgress?: (progress: TransferProgress) => void
}

/** The screens' only access to the core. No method rejects. */
export interface Bridge {
  call<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<Result<CommandResult<N>>>
  on<N extends TopicName>(topic: N, listener: (payload: TopicPayload<N>) => void): () => void
  /** Calls the listener at once with the present state, and on every change. */
  onState(listener: (state: LinkState) => void): () => void
  /** Reads the bytes of a file from the core, to show them here. */
  read<N extends TransferOutName>(
    name: N,
    args: TransferArgs<N>,
    options?: TransferOptions,
  ): Promise<Result<Blob>>
  /** Reads a file and passes it to the browser's downloads. The core gives its name. */
  save<N extends TransferOutName>(
    name: N,
    args: TransferArgs<N>,
    options?: TransferOptions,
  ): Promise<Result<void>>
  send<N extends TransferInName>(
    name: N,
    args: TransferArgs<N>,
    file: File,
    options?: TransferOptions,
  ): Promise<Result<TransferInResult<N>>>
}

// Only the types of the contract are imported: its modules build zod schemas as they load, and the window's bundle
// must not include the validator. If the contract changes, these constants do not compile.
export const BRIDGE_PATH: typeof BridgePath = '/bridge'
export const PANEL_BRIDGE_PATH: typeof PanelBridgePath = '/bridge/panel'
const TRANSFER_PATH: typeof TransferPath = '/transfer/'
const ARGS_HEADER: typeof ArgsHeader = 'x-ventanilla-args'
const SESSION_PATH = '/session'
/** Close code of a host that ends. The host never gets this address again. */
const CLOSE_GOING_AWAY = 1001
const CLOSE_SESSION_OVER = 4401
/** Final answers. `401`, `403`: no session. `421`: another run of the host. */
const SESSION_OVER: readonly number[] = [401, 403, 421]
const WAIT_FOR_LINK_MS = 5000
const FIRST_RETRY_MS = 200
const MAX_RETRY_MS = 5000

const error = (code: ErrorCode, retryable: boolean, detail?: string): { ok: false; error: AppError } => ({
  ok: false,
  error: detail === undefined ? { code, retryable } : { code, retryable, detail },
})
const lost = () => error('bridge-lost', true)
export { error as bridgeError }

export interface WebBridgeDeps {
  webSocketUrl: string
  /** Origin of the page, for transfers and the session check. */
  origin: string
  openSocket?: (url: string) => WebSocket
  fetch?: typeof fetch
  random?: () => number
  /** Leaves this page for another address. */
  leaveFor?: (address: string) => void
}

/**
 * Bridge over the web host's WebSocket. It reconnects while the host runs, and follows the host to its new address
 * after a restart. Once the host has ended, the bridge sends nothing to its address, because another program of the
 * PC may listen there.
 */
export function createWebBridge(deps: WebBridgeDeps): Bridge {
  const openSocket = deps.openSocket ?? ((url: string) => new WebSocket(url))
  const doFetch = deps.fetch ?? ((input, init) => fetch(input, init))
  const random = deps.random ?? Math.random
  const leaveFor = deps.leaveFor ?? ((address: string) => location.replace(address))

  let socket: WebSocket | null = null
  let state: LinkState = 'connecting'
  let failures = 0
  let nextId = 1
  /** Id of the run of the host that served this page. */
  let host: string | null = null
  let moving: HostFrame['moving']
  /**
   * Module that follows the host to its next process. It is loaded now, because the next process may serve another
   * build.
   */
  let restarts: Promise<typeof import('./follow-host.ts')> | null = null
  const inFlight = new Map<number, (result: Result<unknown>) => void>()
  const waiting = new Set<(connected: boolean) => void>()
  const stateListeners = new Set<(state: LinkState) => void>()
  const topicListeners = new Map<string, Set<(payload: never) => void>>()

  const enter = (next: LinkState) => {
    if (next === state) return
    state = next
    for (const listener of stateListeners) listener(next)
    if (next === 'connected' || next === 'closed') {
      for (const release of waiting) release(next === 'connected')
    }
  }

  /** @returns false if another program answers at the host's address */
  const acceptHost = (frame: HostFrame): boolean => {
    if (host !== null && frame.host !== host) return false
    host = frame.host
    moving = frame.moving ?? moving
    failures = 0
    enter('connected')
    restarts ??= import('./follow-host.ts')
    restarts.catch(() => {
      restarts = null
    })
    return true
  }

  const receive = (data: unknown, from: WebSocket) => {
    let frame: ServerFrame
    try {
      frame = JSON.parse(String(data)) as ServerFrame
    } catch {
      return // Pending calls end when the link drops, so a broken frame needs no answer.
    }
    if ('host' in frame) {
      if (!acceptHost(frame)) from.close(CLOSE_SESSION_OVER)
      return
    }
    if (state !== 'connected') return
    if ('id' in frame) {
      inFlight.get(frame.id)?.(frame.result as Result<unknown>)
      inFlight.delete(frame.id)
      return
    }
    for (const listener of topicListeners.get(frame.topic) ?? []) listener(frame.payload as never)
  }

  const connect = () => {
    const current = openSocket(deps.webSocketUrl)
    let opened = false
    socket = current
    // The link counts as connected only after the host has sent its id.
    current.addEventListener('open', () => {
      opened = true
    })
    current.addEventListener('message', (event) => receive(event.data, current))
    current.addEventListener('close', (event) => {
      socket = null
      for (const end of inFlight.values()) end(lost())
      inFlight.clear()
      if (moving) return void followHost(moving)
      if (event.code === CLOSE_SESSION_OVER || event.code === CLOSE_GOING_AWAY) return enter('closed')
      enter('lost')
      void (opened ? retryLater() : afterFailedConnect())
    })
  }

  const retryLater = () => {
    const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
    failures += 1
    // Half fixed and half random, so that the windows of an office do not reconnect at the same time.
    setTimeout(connect, longest / 2 + random() * (longest / 2))
  }

  /** Asks the host why it refused the WebSocket, which the event does not tell. Some answers are final. */
  const afterFailedConnect = async () => {
    try {
      const answer = await doFetch(deps.origin + SESSION_PATH, {
        credentials: 'same-origin',
        cache: 'no-store',
      })
      if (SESSION_OVER.includes(answer.status)) return enter('closed')
    } catch {
      // The host is not listening yet. Retry.
    }
    retryLater()
  }

  /** Waits for the next process of the host, and opens its address. */
  const followHost = async (way: NonNullable<HostFrame['moving']>) => {
    enter('lost')
    const { nextAddress } = (await restarts?.catch(() => null)) ?? {}
    const address = await nextAddress?.({ origin: deps.origin, fetch: doFetch, ...way })
    if (address == null) enter('closed')
    else leaveFor(address)
  }

  const whenConnected = (): Promise<boolean> => {
    if (state === 'connected') return Promise.resolve(true)
    if (state === 'closed') return Promise.resolve(false)
    return new Promise((resolve) => {
      const release = (connected: boolean) => {
        clearTimeout(timer)
        waiting.delete(release)
        resolve(connected)
      }
      const timer = setTimeout(() => release(false), WAIT_FOR_LINK_MS)
      waiting.add(release)
    })
  }

  const transferUrl = (name: TransferName) => deps.origin + TRANSFER_PATH + name

  const bringOut = async (
    name: TransferOutName,
    args: unknown,
    { signal, onProgress }: TransferOptions,
  ): Promise<Result<{ blob: Blob; fileName: string }>> => {
    if (!(await whenConnected())) return lost()
    try {
      const answer = await doFetch(transferUrl(name), {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(args),
        signal: signal ?? null,
      })
      if (answer.status >= 400) return (await readResult(answer)) as Result<never>
      const blob = await readWithProgress(answer, onProgress)
      const fileName = fileNameInHeader(answer.headers.get('content-disposition')) ?? name
      return { ok: true, value: { blob, fileName } }
    } catch {
      return signal?.aborted ? error('cancelled', false) : lost()
    }
  }

  connect()

  return {
    async call(name, args) {
      // The call is sent in the same turn of the event loop, so that the user's request leaves before the next
      // render.
      if (state !== 'connected' && !(await whenConnected())) return lost()
      if (socket === null) return lost()
      const frame: CallFrame = { id: nextId++, command: name, args }
      const answer = new Promise<Result<unknown>>((resolve) => inFlight.set(frame.id, resolve))
      socket.send(JSON.stringify(frame))
      return (await answer) as Result<never>
    },

    on(topic, listener) {
      const listeners = topicListeners.get(topic) ?? new Set()
      topicListeners.set(topic, listeners)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    onState(listener) {
      stateListeners.add(listener)
      listener(state)
      return () => stateListeners.delete(listener)
    },

    async read(name, args, options = {}) {
      const file = await bringOut(name, args, options)
      return file.ok ? { ok: true, value: file.value.blob } : file
    },

    async save(name, args, options = {}) {
      const file = await bringOut(name, args, options)
      if (!file.ok) return file
      download(file.value.blob, file.value.fileName)
      return { ok: true, value: undefined }
    },

    async send(name, args, file, { signal, onProgress } = {}) {
      if (!(await whenConnected())) return lost()
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve(error('cancelled', false))
        // `fetch` does not report upload progress.
        const request = new XMLHttpRequest()
        request.open('POST', transferUrl(name))
        request.setRequestHeader(ARGS_HEADER, encodeURIComponent(JSON.stringify(args)))
        request.responseType = 'text'
        request.upload.onprogress = (event) =>
          onProgress?.({ loaded: event.loaded, total: event.lengthComputable ? event.total : null })
        request.onload = () => resolve(parseResult(request.responseText) as Result<never>)
        request.onerror = () => resolve(lost())
        request.onabort = () => resolve(error('cancelled', false))
        signal?.addEventListener('abort', () => request.abort(), { once: true })
        request.send(file)
      })
    },
  }
}

function parseResult(text: string): Result<unknown> {
  try {
    const value = JSON.parse(text) as Result<unknown>
    if (typeof value === 'object' && value !== null && typeof value.ok === 'boolean') return value
  } catch {
    // The text is not an answer of the core.
  }
  return error('internal', false)
}

async function readResult(answer: Response): Promise<Result<unknown>> {
  const result = parseResult(await answer.text())
  return result.ok ? error('internal', false) : result
}

async function readWithProgress(answer: Response, onProgress?: TransferOptions['onProgress']): Promise<Blob> {
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  const length = Number(answer.headers.get('content-length'))
  const total = Number.isFinite(length) && length > 0 ? length : null
  const chunks: BlobPart[] = []
  let loaded = 0
  const reader = answer.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) break
    chunks.push(part.value)
    loaded += part.value.byteLength
    onProgress?.({ loaded, total })
  }
  return new Blob(chunks, { type })
}

/**
 * Opens the bridge to the desktop window's preload if there is one, or else to the web host. The desktop bridge is a
 * separate chunk, which a browser does not download.
 * @param path of the web host's socket for this page
 */
export async function openBridge(path: string): Promise<{ bridge: Bridge; isInShell: boolean }> {
  const shell = (globalThis as { ventanilla?: ShellApi }).ventanilla
  if (shell) {
    const { createIpcBridge } = await import('./bridge-ipc.ts')
    return { bridge: createIpcBridge(shell), isInShell: true }
  }
  const webSocketUrl = new URL(path, location.href)
  webSocketUrl.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return {
    bridge: createWebBridge({ webSocketUrl: webSocketUrl.href, origin: location.origin }),
    isInShell: false,
  }
}
