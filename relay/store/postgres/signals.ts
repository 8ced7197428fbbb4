import { Client } from 'pg'
import * as z from 'zod'
import { presenceFrameWire } from '#shared/api/relay.ts'
import type { Log } from '#shared/server/log.ts'
import type { PostedPresence } from '../store.ts'
import { StoreBusyError } from '../write-queue.ts'
import { buildConnectionConfig, type Session, createSession, type Statement } from './database.ts'

/**
 * Channel of `NOTIFY` between nodes. A signal only makes a node read sooner. A node that misses a signal reads the
 * same data at its next poll.
 */
export const CHANNEL = 'ventanilla_relay'
/** Maximum bytes. PostgreSQL accepts fewer than 8,000. */
export const MAX_SIGNAL = 7_900

const signalSchema = z.object({
  /** Sender. A node ignores its own signals. */
  node: z.string(),
  /** Offices with new events or a new floor. */
  moved: z.union([z.array(z.int()), z.literal('all')]).optional(),
  /** The inbox cache is invalid. */
  offices: z.boolean().optional(),
  revoked: z.array(z.string()).optional(),
  canaries: z.array(z.object({ officeId: z.int(), id: z.string(), receivedAt: z.string() })).optional(),
  pairings: z.array(z.string()).optional(),
  /** Posted by a PC. It is in no table: a node that misses it waits for the next one. */
  presence: presenceFrameWire.extend({ officeId: z.int() }).optional(),
})
export type Signal = z.infer<typeof signalSchema>

/** Encodes a signal. A signal that is too long becomes a general one: everything may have changed. */
export function encodeSignal(signal: Signal): string {
  const text = JSON.stringify(signal)
  if (Buffer.byteLength(text) < MAX_SIGNAL) return text
  return JSON.stringify({ node: signal.node, moved: 'all', offices: true } satisfies Signal)
}

/** Returns `null` for a text of another program or a later version. */
function parseSignal(text: string): Signal | null {
  try {
    return signalSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Nothing is stored, so the commit waits for no disk and no standby. */
const SEND_PRESENCES = `SELECT pg_notify($1, signal)
  FROM unnest($2::text[]) AS signal, set_config('synchronous_commit', 'off', true)`

/**
 * Sends presences to the other nodes. One statement is under way at a time: each commit with a `NOTIFY` holds a lock of
 * the whole server. Presences that are posted meanwhile share the next statement.
 */
export function createPresenceSender(database: Session, node: string) {
  let waiting: string[] = []
  let sending: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | null = null

  async function sendWaiting(): Promise<void> {
    const signals = waiting
    waiting = []
    next = null
    await database.query({ text: SEND_PRESENCES, values: [CHANNEL, signals] })
  }

  return (presence: PostedPresence): Promise<void> => {
    waiting.push(encodeSignal({ node, presence }))
    if (next === null) {
      next = sending.then(sendWaiting)
      sending = next.catch(() => {})
    }
    return next
  }
}

/** Interval of the poll that finds changes without a signal. */
const POLL_MS = 2_000
const RETRY_MS = 250
const MOST_RETRY_MS = 2_000
/** Session lock of the leading node in this database. */
const LEADER = 8_200_457_001

export interface Listener {
  /** True if this node holds the leader lock. */
  isLeader(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Listens to the other nodes. A dropped connection is reopened. A poll finds missed changes after a reopen, and every
 * two seconds.
 */
export async function createListener(deps: {
  url: string
  /** Id of this node, to ignore its own signals. */
  node: string
  log: Log
  verify: (session: Session) => Promise<void>
  onSignal: (signal: Signal) => void
  /** Anything may have changed. */
  onPoll: () => void
  /** `verify` failed: this node must end. */
  onLost: (error: unknown) => void
}): Promise<Listener> {
  const { url, node, log, verify, onSignal, onPoll, onLost } = deps
  let client: Client | null = null
  let isLeader = false
  let isClosed = false
  let retryMs = RETRY_MS
  let asking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const next = new Client(buildConnectionConfig(url))
    next.on('notification', ({ payload }) => {
      const signal = parseSignal(payload ?? '')
      if (signal !== null && signal.node !== node) onSignal(signal)
    })
    next.on('error', () => {})
    try {
      await next.connect().catch((error: unknown) => {
        throw new StoreBusyError('failed', String(error))
      })
      const session = createSession(next)
      await verify(session)
      await session.query({ text: `LISTEN ${CHANNEL}` })
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    if (isClosed) return void next.end().catch(() => {})
    next.once('end', () => dropConnection(next))
    client = next
    retryMs = RETRY_MS
    onPoll()
  }

  /** Runs one statement at a time, because the client does not queue statements. */
  function runQuery<Row extends object>(connection: Client, statement: Statement): Promise<Row[]> {
    const answer = asking.then(() => createSession(connection).query<Row>(statement))
    asking = answer.catch(() => {})
    return answer
  }

  function dropConnection(dropped: Client): void {
    if (client !== dropped) return
    client = null
    isLeader = false
    dropped.end().catch(() => {})
    if (isClosed) return
    log.error('the connection that hears the other nodes dropped')
    scheduleReconnect()
  }

  function scheduleReconnect(): void {
    setTimeout(() => {
      if (isClosed) return
      connect().catch((error: unknown) => {
        if (!(error instanceof StoreBusyError)) onLost(error)
        retryMs = Math.min(MOST_RETRY_MS, retryMs * 2)
        scheduleReconnect()
      })
    }, retryMs).unref()
  }

  await connect()
  const poll = setInterval(() => {
    onPoll()
    const asked = client
    // A half-open connection receives nothing. Only a query reveals it.
    if (asked !== null) runQuery(asked, { text: 'SELECT 1' }).catch(() => dropConnection(asked))
  }, POLL_MS).unref()

  return {
    async isLeader() {
      const held = client
      if (isLeader || held === null) return isLeader
      const [row] = await runQuery<{ got: boolean }>(held, {
        text: 'SELECT pg_try_advisory_lock($1) AS got',
        values: [LEADER],
      })
      isLeader = row?.got === true && client === held
      return isLeader
    },
    async close() {
      isClosed = true
      clearInterval(poll)
      await client?.end().catch(() => {})
    },
  }
}
