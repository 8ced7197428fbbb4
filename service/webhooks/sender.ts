import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { guardedLookup } from '../documents/private-addresses.ts'

export interface Sending {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** What became of an attempt. `status` is `null` when nobody answered. */
export interface Answer {
  readonly status: number | null
  readonly error: string | null
  readonly isTimeout: boolean
  readonly retryAfterMs: number | null
  /** The beginning of what the receiver said. */
  readonly response: string
}

export interface Sender {
  send(sending: Sending): Promise<Answer>
  close(): Promise<void>
}

/** More is not kept; a receiver that goes on talking is hung up on. */
const LONGEST_RESPONSE = 20 * 1024

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.')
const isLinkLocal = (address: string) => /^(169\.254\.|fe[89ab])/i.test(address)

/**
 * One attempt of one delivery: a POST that is never redirected, answered within the limit or not at all. It goes
 * to this machine, or to a host that the operator named; a name is connected to the very address that was checked.
 */
export function createSender(deps: { timeoutMs: number; hosts: readonly string[] }): Sender {
  const { timeoutMs, hosts } = deps
  const isAllowed = (address: string, host: string) =>
    isLoopback(address) || (hosts.includes(host) && !isLinkLocal(address))
  const agent = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout: timeoutMs },
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  const stopping = new AbortController()

  return {
    async send({ url, body, headers }) {
      const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isAllowed(host, host)) return failed('that address is not allowed', false)
      const limit = AbortSignal.timeout(timeoutMs)
      const signal = AbortSignal.any([limit, stopping.signal])
      try {
        const answer = await request(url, { method: 'POST', body, headers, dispatcher: agent, signal })
        const retryAfter = Number(answer.headers['retry-after'])
        return {
          status: answer.statusCode,
          error: null,
          isTimeout: false,
          retryAfterMs: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter * 1_000 : null,
          response: await readBeginning(answer.body),
        }
      } catch (error) {
        if (limit.aborted) return failed(`no answer in ${timeoutMs} ms`, true)
        return failed(nameOf(error), false)
      }
    },
    async close() {
      stopping.abort()
      await agent.destroy()
    },
  }
}

const failed = (error: string, isTimeout: boolean): Answer => ({
  status: null,
  error,
  isTimeout,
  retryAfterMs: null,
  response: '',
})

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return code === 'EADDRNOTALLOWED' ? 'that address is not allowed' : code
}

/** The status has been told: a body that breaks off or never ends takes nothing back. */
async function readBeginning(body: Readable): Promise<string> {
  body.on('error', () => {})
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop hangs up.
      if (size >= LONGEST_RESPONSE) break
    }
  } catch {
    // Kept as far as it came.
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_RESPONSE).toString('utf8')
}
