import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { cleanAnswer } from '#shared/api/wire-fields.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import {
  createDispatchers,
  type DispatcherLimits,
  type Dispatchers,
  type ResolveProxy,
} from './dispatchers.ts'
import { proxyFailure, statusFailure, transportFailure } from './failures.ts'

/**
 * Parses an answer. Nesting deeper than `maxDepth` is rejected before anything is built. Code that walks the value
 * (schemas, views) recurses, and a hostile or broken answer must not decide how deep.
 * @returns `too-deep`, `not-json`, or the value
 */
export function readJson(
  text: string,
  maxDepth: number,
): { kind: 'value'; value: unknown } | { kind: 'too-deep' } | { kind: 'not-json' } {
  if (deeperThan(text, maxDepth)) return { kind: 'too-deep' }
  try {
    return { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'not-json' }
  }
}

function deeperThan(text: string, maxDepth: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (++depth > maxDepth) return true
    } else if (char === '}' || char === ']') depth--
  }
  return false
}

/** A form with one file (RFC 7578). Its length is known before the file is read. */
export interface MultipartForm {
  headers: Readonly<Record<string, string>>
  /** Body of the form. It can be read once, because the file is a stream. */
  bytes(): AsyncGenerator<Uint8Array>
  /** True once the connection has read the whole file. Before that, the document cannot have arrived. */
  readonly isWhole: boolean
  /** Extra time for the upload in milliseconds, added to the timeout of an answer. */
  allowMs: number
}

export interface FormFile {
  name: string
  mime: string
  size: number
  bytes: AsyncIterable<Uint8Array>
  /** Called with the number of bytes that the connection has read so far. */
  onSent?: (bytes: number) => void
}

/** Slowest usable line, in bytes per millisecond: 32 KB/s. */
const SLOWEST_BYTES_PER_MS = 32

/** The `file` part comes after the fields, so that a server that reads in order knows the fields first. */
export function multipartForm(file: FormFile, fields: Readonly<Record<string, string>>): MultipartForm {
  const boundary = `ventanilla-${randomUUID()}`
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      `Content-Type: ${file.mime}\r\n\r\n`,
  )
  let isWhole = false
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    get isWhole() {
      return isWhole
    },
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    allowMs: Math.ceil(file.size / SLOWEST_BYTES_PER_MS),
    async *bytes() {
      yield head
      let sent = 0
      for await (const chunk of file.bytes) {
        yield chunk
        sent += chunk.byteLength
        file.onSent?.(sent)
      }
      isWhole = true
      yield tail
    },
  }
}

/** Quoted as browsers do (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Address and key of the account, read for every request: both can change at run time. */
export interface ServiceTarget {
  /** Base http(s) address of the service, with no trailing slash. */
  baseUrl: string
  apiKey: string
}

interface TransportLimits extends DispatcherLimits {
  /** Nesting limit of an answer. */
  maxDepth: number
}

export interface TransportDeps extends TransportLimits {
  /** Current address and key, or the reason that there is none. */
  target: () => Promise<Result<ServiceTarget>>
  resolveProxy: ResolveProxy
}

interface ServiceRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Form with a file, streamed instead of `body`. */
  form?: MultipartForm
  /** True for a request that costs money or cannot be undone: see `Dispatchers.for`. */
  alone?: boolean
  signal?: AbortSignal
}

/** Response from an address that may not be the service. */
export interface Probe {
  status: number
  json: boolean
  /** Server's clock, epoch milliseconds, if sent. */
  date: number | null
  /** Milliseconds from the request to the whole answer. */
  ms: number
}

/** HTTP transport to the service. It never throws. */
export interface Transport {
  /** JSON value of a 2xx (`null` for one without a body), or the mapped error. */
  request(request: ServiceRequest): Promise<Result<unknown>>
  /** Sends a GET that only tests whether the service can be reached. */
  probe(path: string): Promise<Result<Probe>>
  /** Bytes of a pre-signed link. The link is the whole permission, so the key is not sent. */
  download(link: string, signal: AbortSignal): Promise<Result<Uint8Array>>
  /** Bytes of a link of the account's own service. The key is sent only to that service. */
  downloadOwn(link: string, signal: AbortSignal): Promise<Result<Uint8Array>>
  close(): Promise<void>
}

const MAX_REDIRECTS = 3
/** Official reports are a few hundred kilobytes. */
const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024
const NO_SIGNAL = new AbortController().signal

/**
 * HTTP transport with limits against an untrusted peer. The key goes to the configured origin alone. A redirect to
 * another origin is refused instead of followed without the key, because its target is not the service.
 */
export function createTransport({ target, resolveProxy, maxDepth, ...limits }: TransportDeps): Transport {
  const answers = createDispatchers(resolveProxy, limits)
  const documents = createDispatchers(resolveProxy, { ...limits, maxBytes: MAX_DOCUMENT_BYTES })

  /** Sends one request, and follows the redirects of a GET that `mayGo` allows. */
  async function exchange(
    dispatchers: Dispatchers,
    url: URL,
    request: Omit<ServiceRequest, 'path'>,
    headers: Record<string, string>,
    mayGo: (url: URL) => boolean,
    signal: AbortSignal,
  ): Promise<Result<Dispatcher.ResponseData>> {
    for (let hops = 0, at = url; ; hops++) {
      if (!mayGo(at)) return fail(appError('redirect-refused', { detail: at.origin }))
      const way = await dispatchers.for(at, request.alone === true).catch(() => null)
      // The system's proxy address is invalid. Its detail may contain a password, so it is left out.
      if (!way) return fail(appError('proxy-refused', { detail: 'not an address' }))
      const { dispatcher, proxied } = way
      let answer: Dispatcher.ResponseData
      try {
        answer = await dispatcher.request({
          origin: at.origin,
          path: at.pathname + at.search,
          method: request.method,
          headers: {
            ...headers,
            'accept-encoding': 'identity',
            ...(request.body !== undefined && { 'content-type': 'application/json' }),
            ...request.form?.headers,
          },
          ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
          ...(request.form && { body: Readable.from(request.form.bytes(), { objectMode: false }) }),
          signal,
        })
      } catch (error) {
        if (proxied && !signal.aborted) return fail(proxyFailure(error))
        throw error
      }
      const location = header(answer, 'location')
      if (answer.statusCode < 300 || answer.statusCode > 399 || location === undefined) return ok(answer)
      await answer.body.dump()
      if (hops === MAX_REDIRECTS || request.method !== 'GET' || !URL.canParse(location, at.href))
        return fail(appError('redirect-refused'))
      at = new URL(location, at)
    }
  }

  /**
   * Sends a request to the account's own origin with its key, and removes the key from an answer that repeats
   * it.
   */
  async function sendRequest(request: ServiceRequest, signal: AbortSignal): Promise<Result<Answer>> {
    const account = await target()
    if (!account.ok) return account
    const { baseUrl, apiKey } = account.value
    const { origin } = new URL(baseUrl)
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' }
    const url = new URL(baseUrl + request.path)
    const answer = await exchange(answers, url, request, headers, (at) => at.origin === origin, signal)
    if (!answer.ok) return answer
    const inJson = JSON.stringify(apiKey).slice(1, -1)
    const clean = (text: string) => text.replaceAll(apiKey, '···').replaceAll(inJson, '···')
    return ok({
      status: answer.value.statusCode,
      header: (name) => clean(header(answer.value, name) ?? '') || undefined,
      text: clean(await answer.value.body.text()),
    })
  }

  /** Runs with a timeout for the whole answer, and maps an exception to our error. */
  async function within<T>(
    ms: number,
    wish: AbortSignal,
    run: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const deadline = AbortSignal.timeout(ms)
    const signal = AbortSignal.any([wish, deadline])
    try {
      // A request that waits for its connection ignores the signal. It is not sent once it has a connection.
      return await Promise.race([run(signal), aborted(signal)])
    } catch (error) {
      if (wish.aborted) return fail(appError('cancelled'))
      return fail(deadline.aborted ? appError('timeout') : transportFailure(error))
    }
  }

  function interpret(answer: Answer): Result<unknown> {
    const { status } = answer
    if (status === 204) return ok(null)
    const json = readAnswer(answer, maxDepth)
    if (status < 200 || status > 299) {
      // The service answers unknown paths with JSON too. A page means another server.
      if (status === 404 && json.kind === 'not-json') return fail(appError('wrong-service'))
      const body = json.kind === 'value' ? json.value : undefined
      return fail(statusFailure(status, body, answer.header('retry-after'), Date.now()))
    }
    if (json.kind === 'too-deep') return fail(appError('answer-too-deep'))
    if (json.kind === 'not-json')
      return fail(appError('bad-answer', { detail: answer.header('content-type') ?? 'not JSON' }))
    return ok(json.value)
  }

  function bytesBehind(link: string, withKey: boolean, wish: AbortSignal): Promise<Result<Uint8Array>> {
    // A document may be many times larger than an answer, so it gets six times as long.
    return within(limits.answerMs * 6, wish, async (signal) => {
      const account = await target()
      if (!account.ok) return account
      const { baseUrl, apiKey } = account.value
      const { origin } = new URL(baseUrl)
      const mayGo = (at: URL) => at.origin === origin || (at.protocol === 'https:' && !withKey)
      if (!URL.canParse(link)) return fail(appError('bad-answer', { detail: 'not a link' }))
      const headers = { accept: '*/*', ...(withKey && { authorization: `Bearer ${apiKey}` }) }
      const answer = await exchange(documents, new URL(link), { method: 'GET' }, headers, mayGo, signal)
      if (!answer.ok) return answer
      const { statusCode, body } = answer.value
      if (statusCode === 200) return ok(await body.bytes())
      await body.dump()
      // Only this document is refused: the service that gave the link has just accepted the key.
      if (statusCode === 401) return fail(appError('rejected', { status: 401, detail: 'HTTP 401' }))
      return fail(statusFailure(statusCode, undefined, undefined, Date.now()))
    })
  }

  return {
    request: (request) =>
      within(limits.answerMs + (request.form?.allowMs ?? 0), request.signal ?? NO_SIGNAL, async (signal) => {
        const answer = await sendRequest(request, signal)
        return answer.ok ? interpret(answer.value) : answer
      }),

    probe: (path) =>
      within(limits.answerMs, NO_SIGNAL, async (signal) => {
        const started = performance.now()
        const answer = await sendRequest({ method: 'GET', path }, signal)
        if (!answer.ok) return answer
        const { kind } = readAnswer(answer.value, maxDepth)
        const date = Date.parse(answer.value.header('date') ?? '')
        return ok({
          status: answer.value.status,
          json: kind !== 'not-json',
          date: Number.isNaN(date) ? null : date,
          ms: Math.round(performance.now() - started),
        })
      }),

    download: (link, signal) => bytesBehind(link, false, signal),
    downloadOwn: (link, signal) => bytesBehind(link, true, signal),

    async close() {
      await Promise.all([answers.close(), documents.close()])
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })

/** A whole answer of the service. */
interface Answer {
  status: number
  header(name: string): string | undefined
  text: string
}

function readAnswer({ header: headerOf, text }: Answer, maxDepth: number) {
  const encoding = headerOf('content-encoding')
  // We requested no encoding: an encoded answer could evade the size limit.
  const readable = encoding === undefined || encoding === 'identity'
  const read = readable ? readJson(text, maxDepth) : ({ kind: 'not-json' } as const)
  return read.kind === 'value' ? { ...read, value: cleanAnswer(read.value) } : read
}

function header(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name]
  return Array.isArray(value) ? value[0] : value
}
