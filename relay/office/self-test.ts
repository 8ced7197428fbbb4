import { createHmac, timingSafeEqual } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { SELF_TEST_STEPS, type SelfTest } from '#shared/api/relay.ts'
import type { Clock } from '#shared/server/clock.ts'
import { HttpError } from '../http/errors.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'
import { newId, type Secrets } from './secrets.ts'

/** Event name of a self-test. A canary arrives through the inbox like any event, but gets no number. */
const CANARY_EVENT = 'relay.canary'

export interface Canaries {
  /** Signed body of a canary, which only this relay can create. */
  buildBody(officeId: number, id: string): string
  isOurs(officeId: number, given: { event: string; id: string; body: string }): boolean
  /** Reports that a canary passed the inbox and a commit. */
  recordArrival(id: string): void
  /** Resolves to true if the canary arrives within that time. */
  wait(id: string, ms: number): Promise<boolean>
}

export function createCanaries(secret: Buffer): Canaries {
  const waiting = new Map<string, () => void>()
  const signCanary = (officeId: number, id: string) =>
    createHmac('sha256', secret).update(`canary\n${officeId}\n${id}`).digest('base64url')

  return {
    buildBody: (officeId, id) =>
      JSON.stringify({ event: CANARY_EVENT, data: { id, path: signCanary(officeId, id) } }),
    isOurs(officeId, { event, id, body }) {
      if (event !== CANARY_EVENT) return false
      const given = (JSON.parse(body) as { data: { path?: string } }).data.path ?? ''
      const expected = signCanary(officeId, id)
      return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
    },
    recordArrival: (id) => waiting.get(id)?.(),
    wait: (id, ms) =>
      new Promise((resolve) => {
        const end = (isThere: boolean) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(isThere)
        }
        const timer = setTimeout(() => end(false), ms)
        waiting.set(id, () => end(true))
      }),
  }
}

export interface SelfTester {
  run(officeId: number): Promise<SelfTest>
}

type Step = (typeof SELF_TEST_STEPS)[number]

/** Timeout of each step. */
const STEP_MS = 5_000

/**
 * Sends a canary through the relay's public address, as the operator would, and reports the step that fails. Steps
 * after a failed one are skipped.
 */
export function createSelfTester(deps: {
  clock: Clock
  canaries: Canaries
  secrets: Secrets
  publicUrl: () => string
  rate: TokenBuckets
}): SelfTester {
  const { clock, canaries, secrets, publicUrl, rate } = deps

  async function postCanary(officeId: number, id: string): Promise<number> {
    const own = await secrets.get(officeId)
    if (own === null) throw new Error('NO_SECRETS')
    // Loaded with the first self-test, because the library takes 5 MB.
    const { request } = await import('undici')
    const answer = await request(`${publicUrl()}/in/${own.inboxKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [own.header.name]: own.header.value },
      body: canaries.buildBody(officeId, id),
      signal: AbortSignal.timeout(STEP_MS),
    })
    await answer.body.dump()
    return answer.statusCode
  }

  return {
    async run(officeId) {
      if (!rate.takeToken(String(officeId)))
        throw new HttpError(429, 'too_many', 'One at a time.', { 'retry-after': '10' })
      const id = newId()
      const url = new URL(publicUrl())
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const received = canaries.wait(id, 3 * STEP_MS)
      let status = 0
      const checks: Record<Step, (() => Promise<unknown>) | null> = {
        name: isIP(host) !== 0 ? null : () => limitTime(lookup(host)),
        tls: url.protocol === 'https:' ? () => connectTls(host, Number(url.port || 443)) : null,
        async address() {
          status = await postCanary(officeId, id)
          // 401 comes from the inbox itself, so the address is right.
          if (status !== 200 && status !== 401) throw new Error(String(status))
        },
        async header() {
          if (status !== 200) throw new Error(String(status))
        },
        async stored() {
          if (!(await limitTime(received))) throw new Error('NOT_RECEIVED')
        },
      }
      const steps: SelfTest['steps'] = []
      for (const step of SELF_TEST_STEPS) {
        const check = checks[step]
        const isReached = steps.every(({ outcome }) => outcome !== 'failed')
        steps.push(
          check === null || !isReached ? { step, outcome: 'skipped' } : await measureStep(step, check),
        )
      }
      return { id, steps, time: new Date(clock.now()).toISOString() }
    },
  }
}

async function measureStep(step: Step, check: () => Promise<unknown>): Promise<SelfTest['steps'][number]> {
  const started = performance.now()
  try {
    await check()
    return { step, outcome: 'ok', ms: performance.now() - started }
  } catch (error) {
    return { step, outcome: 'failed', ms: performance.now() - started, detail: readErrorCode(error) }
  }
}

const readErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'ERROR'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 80)
}

function limitTime<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), STEP_MS)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}

function connectTls(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: isIP(host) === 0 ? host : undefined, timeout: STEP_MS })
    socket.once('secureConnect', () => {
      socket.destroy()
      resolve()
    })
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
  })
}
