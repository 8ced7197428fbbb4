import { UsageError } from '#shared/server/options.ts'
import type { Relay } from '../create-relay.ts'
import type { Secrets } from '../office/secrets.ts'
import type { Place } from './place.ts'

/** Asks the relay as the office's administrator. Throws when it refuses. */
type Ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** A refusal, as the relay said it. */
export class AnswerError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface OfficeApi {
  ask: Ask
  /** True if a relay is running on the data directory, or may be on the database. */
  isRunning: boolean
  /** A relay that was opened for this command. */
  relay: Relay | null
  close(): Promise<void>
}

/** Time that a command waits for a relay that is just stopping. */
const LOCK_MS = 500

/**
 * The same calls in both cases, so that there is always one writer: over HTTP to the running relay, or into a
 * relay that is opened here without listening.
 */
export async function openOfficeApi(place: Place, office: string | null): Promise<OfficeApi> {
  const unlock = lockOrNull(place)
  if (unlock === null) {
    const running = place.announced()
    if (running === null) throw new Error('the relay is starting or stopping: try again')
    const ask: Ask = async (method, path, body) => {
      const response = await fetch(running.url + path, {
        method,
        headers: headersOf(await chooseToken(place.secrets(), office), body),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return readAnswer(response.status, await response.text())
    }
    return { ask, isRunning: true, relay: null, close: async () => {} }
  }
  const relay = await place.open()
  await relay.offices.settle()
  const ask: Ask = async (method, path, body) => {
    const answer = await relay.app.inject({
      method,
      url: path,
      headers: headersOf(await chooseToken(relay.store.secrets, office), body),
      ...(body !== undefined && { payload: body }),
    })
    return readAnswer(answer.statusCode, answer.body)
  }
  const close = async () => {
    await relay.stop()
    unlock()
  }
  return { ask, isRunning: place.isShared, relay, close }
}

const headersOf = (token: string, body: object | undefined) => ({
  authorization: `Bearer ${token}`,
  ...(body !== undefined && { 'content-type': 'application/json' }),
})

function lockOrNull(place: Place): (() => void) | null {
  try {
    return place.lock(LOCK_MS)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null
    throw error
  }
}

function readAnswer(status: number, text: string): unknown {
  const value: unknown = text === '' ? null : JSON.parse(text)
  if (status < 400) return value
  const { code = '', message = `it answered ${status}` } = (value ?? {}) as {
    code?: string
    message?: string
  }
  throw new AnswerError(status, code, message)
}

/** Administrator's token of the office meant: the only one, or that of a name. */
async function chooseToken(secrets: Secrets, name: string | null): Promise<string> {
  // One office's secrets may not open: doctor says so, and the other offices go on.
  const opened = (await secrets.offices()).map((id) => secrets.of(id).catch(() => null))
  const all = (await Promise.all(opened)).filter((own) => own !== null)
  const found = name === null ? all : all.filter((own) => own.name === name)
  const [only] = found
  if (only === undefined)
    throw new UsageError(
      name === null ? 'there is no office: make one with init NAME' : `no office is called ${name}`,
    )
  if (found.length > 1)
    throw new UsageError(`say which office with --office: ${all.map((own) => own.name).join(', ')}`)
  return only.adminToken
}
