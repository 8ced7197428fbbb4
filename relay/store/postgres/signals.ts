import { Client } from 'pg'
import * as z from 'zod'
import type { Log } from '#shared/server/log.ts'
import { StoreBusyError } from '../write-queue.ts'
import { connectionOf, type Session, sessionOf, type Statement } from './database.ts'

/** Channel of NOTIFY between nodes. A signal only makes a node look sooner: one that misses it reads the same from the tables at its next poll. */
export const CHANNEL = 'ventanilla_relay'
/** PostgreSQL takes less than 8,000 bytes. */
export const MAX_SIGNAL = 7_900

const signalSchema = z.object({
  /** Who sends it, and need not hear it. */
  node: z.string(),
  /** Offices whose lists went on. */
  moved: z.union([z.array(z.int()), z.literal('all')]).optional(),
  /** What the inbox knows about offices may have changed. */
  offices: z.boolean().optional(),
  /** PCs that were revoked. */
  revoked: z.array(z.string()).optional(),
  canaries: z.array(z.object({ officeId: z.int(), id: z.string(), receivedAt: z.string() })).optional(),
  pairings: z.array(z.string()).optional(),
})
export type Signal = z.infer<typeof signalSchema>

/** Text of a signal; one that is too long says only that everything may have changed. */
export function signalText(signal: Signal): string {
  const text = JSON.stringify(signal)
  if (Buffer.byteLength(text) < MAX_SIGNAL) return text
  return JSON.stringify({ node: signal.node, moved: 'all', offices: true } satisfies Signal)
}

/** `null` for a text that is none: of another program, or of a later version. */
export function parseSignal(text: string): Signal | null {
  try {
    return signalSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** What no signal told is looked for this often. */
const POLL_MS = 2_000
const RETRY_MS = 250
const MOST_RETRY_MS = 2_000
/** Key of the session lock of the node that leads, within this database. */
const LEADER = 8_200_457_001

export interface Listener {
  /** True if this node holds the lock of the one that leads. */
  leads(): Promise<boolean>
  close(): Promise<void>
}

/**
 * The connection that hears the other nodes. It is opened again whenever it drops, and all that may have been missed
 * is looked at then, and every two seconds in any case.
 */
export async function createListener(deps: {
  url: string
  /** Name of this node: it does not hear itself. */
  node: string
  log: Log
  verify: (session: Session) => Promise<void>
  onSignal: (signal: Signal) => void
  /** Anything may have happened. */
  onPoll: () => void
  /** `verify` refused: this node must not go on. */
  onLost: (error: unknown) => void
}): Promise<Listener> {
  const { url, node, log, verify, onSignal, onPoll, onLost } = deps
  let client: Client | null = null
  let isLeader = false
  let isClosed = false
  let retryMs = RETRY_MS
  let asking: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const next = new Client(connectionOf(url))
    next.on('notification', ({ payload }) => {
      const signal = parseSignal(payload ?? '')
      if (signal !== null && signal.node !== node) onSignal(signal)
    })
    next.on('error', () => {})
    try {
      await next.connect().catch((error: unknown) => {
        throw new StoreBusyError('failed', String(error))
      })
      const session = sessionOf(next)
      await verify(session)
      await session.query({ text: `LISTEN ${CHANNEL}` })
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    if (isClosed) return void next.end().catch(() => {})
    next.once('end', () => drop(next))
    client = next
    retryMs = RETRY_MS
    onPoll()
  }

  /** One statement at a time: the client does not queue them. */
  function ask<Row extends object>(asked: Client, statement: Statement): Promise<Row[]> {
    const answer = asking.then(() => sessionOf(asked).query<Row>(statement))
    asking = answer.catch(() => {})
    return answer
  }

  function drop(dropped: Client): void {
    if (client !== dropped) return
    client = null
    isLeader = false
    dropped.end().catch(() => {})
    if (isClosed) return
    log.error('the connection that hears the other nodes dropped')
    again()
  }

  function again(): void {
    setTimeout(() => {
      if (isClosed) return
      connect().catch((error: unknown) => {
        if (!(error instanceof StoreBusyError)) onLost(error)
        retryMs = Math.min(MOST_RETRY_MS, retryMs * 2)
        again()
      })
    }, retryMs).unref()
  }

  await connect()
  const poll = setInterval(() => {
    onPoll()
    const asked = client
    // A connection that is half open hears nothing, and only an answer tells.
    if (asked !== null) ask(asked, { text: 'SELECT 1' }).catch(() => drop(asked))
  }, POLL_MS).unref()

  return {
    async leads() {
      const held = client
      if (isLeader || held === null) return isLeader
      const [row] = await ask<{ got: boolean }>(held, {
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
