import type { Dispatcher } from 'undici'
import { isLoopback } from '#shared/domain/service-address.ts'
import { MAX_ARCHIVE_BYTES } from '#shared/update-feed/format.ts'
import { createDispatchers, type ResolveProxy } from '../../api/dispatchers.ts'
import { describeError, UpdateError } from './update-engine.ts'

/** Client of an update server. It uses only https, through the system's proxy, with limits. */
export interface UpdateServer {
  /** Reads a small file completely. */
  read(address: URL, maxBytes: number, signal: AbortSignal): Promise<Buffer>
  /** Opens a file from a byte on. `from`: first byte that the server sends, 0 if the server cannot resume. */
  open(
    address: URL,
    from: number,
    signal: AbortSignal,
  ): Promise<{ from: number; body: AsyncIterable<Uint8Array> }>
  close(): Promise<void>
}

export interface UpdateServerDeps {
  resolveProxy: ResolveProxy
  /** `connectMs` and `idleMs`: limits in milliseconds to connect, and without any received byte. */
  connectMs?: number
  idleMs?: number
}

const MAX_REDIRECTS = 3
const SMALL_MS = 30_000

/** True for https, and for plain http within this PC, which trials use. */
export const isAllowedAddress = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))

export function createUpdateServer(deps: UpdateServerDeps): UpdateServer {
  const { resolveProxy, connectMs = 10_000, idleMs = 30_000 } = deps
  const dispatchers = createDispatchers(resolveProxy, {
    connectMs,
    answerMs: idleMs,
    maxBytes: MAX_ARCHIVE_BYTES,
  })

  async function request(
    address: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    for (let hops = 0, at = address; ; hops++) {
      if (!isAllowedAddress(at)) throw new UpdateError('address', at.origin)
      // A remote server must not redirect to a service of this PC.
      if (isLoopback(at.hostname) && !isLoopback(address.hostname))
        throw new UpdateError('address', at.origin)
      const { dispatcher, proxied } = await dispatchers.for(at, false).catch((error: unknown) => {
        // The detail of an invalid proxy address may contain a password.
        throw new UpdateError('proxy', 'not an address', { cause: error })
      })
      const answer = await dispatcher
        .request({
          origin: at.origin,
          path: at.pathname + at.search,
          method: 'GET',
          headers: { ...headers, 'accept-encoding': 'identity' },
          signal,
        })
        .catch((error: unknown) => {
          if (signal.aborted) throw error
          throw new UpdateError(proxied ? 'proxy' : 'unreachable', describeError(error), { cause: error })
        })
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode > 399 || location === undefined) return answer
      await answer.body.dump()
      const next = URL.parse(String(location), at.href)
      if (hops === MAX_REDIRECTS || !next) throw new UpdateError('unreachable', 'redirects')
      at = next
    }
  }

  async function rejectResponse({ statusCode, body }: Dispatcher.ResponseData): Promise<never> {
    await body.dump()
    if (statusCode === 404 || statusCode === 410) throw new UpdateError('not-there', `HTTP ${statusCode}`)
    throw new UpdateError(statusCode === 407 ? 'proxy' : 'unreachable', `HTTP ${statusCode}`)
  }

  return {
    async read(address, maxBytes, wish) {
      const signal = AbortSignal.any([wish, AbortSignal.timeout(SMALL_MS)])
      const answer = await request(address, { 'cache-control': 'no-cache' }, signal)
      if (answer.statusCode !== 200) return rejectResponse(answer)
      const chunks: Uint8Array[] = []
      let bytes = 0
      try {
        for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
          bytes += chunk.byteLength
          if (bytes > maxBytes) throw new UpdateError('feed-damaged', `more than ${maxBytes} bytes`)
          chunks.push(chunk)
        }
      } catch (error) {
        if (wish.aborted || error instanceof UpdateError) throw error
        throw new UpdateError('unreachable', describeError(error), { cause: error })
      }
      return Buffer.concat(chunks)
    },

    async open(address, from, signal) {
      const answer = await request(address, from > 0 ? { range: `bytes=${from}-` } : {}, signal)
      const { statusCode, body, headers } = answer
      if (statusCode === 200) return { from: 0, body }
      const [, begins] = /^bytes (\d+)-/.exec(String(headers['content-range'] ?? '')) ?? []
      if (statusCode === 206 && Number(begins) === from) return { from, body }
      // The server has no such bytes, so the file has changed meanwhile.
      if (statusCode === 416 && from > 0) {
        await body.dump()
        throw new UpdateError('archive-damaged', 'HTTP 416')
      }
      return rejectResponse(answer)
    },

    close: () => dispatchers.close(),
  }
}
