import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg'
import { StoreBusyError } from '../write-queue.ts'

/** Values that a statement takes: text, numbers, bytes, and lists of them. */
export type Value = string | number | boolean | null | Uint8Array | readonly Value[]

export interface Statement {
  text: string
  values?: readonly Value[]
  /** Prepared once for each connection under this name. */
  name?: string
}

export interface Session {
  query<Row extends object>(statement: Statement): Promise<Row[]>
}

export interface Database extends Session {
  /** Commits what `run` did, or undoes it when it throws. */
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A 200 or a 503 within 3 s: less than that for a statement, its lock, and a connection that hangs. */
const STATEMENT_MS = 2_000
const LOCK_MS = 1_000
const HANG_MS = 2_800
const CONNECT_MS = 1_000

const INT8 = 20

/**
 * Settings of every connection.
 * @param url `postgres://user:password@host/database`
 */
export const connectionOf = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'ventanilla-relay',
  // Whatever the server or the role has by default: an answered 200 has reached the disk.
  options: '-c synchronous_commit=on',
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: HANG_MS,
  query_timeout: HANG_MS,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  types: {
    // Numbers of events and milliseconds are far below 2^53.
    getTypeParser: ((oid: number, format: 'text' | 'binary') =>
      oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as never,
  },
})

/**
 * How statements are planned. By itself the server keeps one plan until the statistics of its tables change: made while
 * they are small, it reads the whole of them when they have grown.
 */
const PLANS = {
  /** Anew for each call, by its values and by the sizes of the tables then: for batches. */
  anew: '-c plan_cache_mode=force_custom_plan',
  /** Once, and by an index: for reads, each of which has one. */
  'by index': '-c enable_seqscan=off',
} as const

const queryOf = ({ text, values = [], name }: Statement) => ({
  text,
  values: values as unknown[],
  ...(name !== undefined && { name }),
})

/** True if the statement itself is to blame: not the connection, a lock, a limit or the server. */
const isOurs = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(2|42|P0)/.test(error.code ?? '')

/** True if another session holds what the statement needs. */
export const isLocked = (error: unknown): boolean =>
  error instanceof StoreBusyError && error.cause instanceof DatabaseError && error.cause.code === '55P03'

function busy(error: unknown): unknown {
  if (error instanceof StoreBusyError || isOurs(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return Object.assign(new StoreBusyError('failed', `the database does not answer: ${message}`), {
    cause: error,
  })
}

/**
 * Connections to one database, opened as they are needed. What fails for any reason but the statement rejects with a
 * `StoreBusyError`.
 */
export function openDatabase({
  url,
  connections,
  verify,
  waitMs = CONNECT_MS,
  idleMs = 30_000,
  plans,
}: {
  url: string
  connections: number
  /** Looks at each new connection before it is used. */
  verify: (session: Session) => Promise<void>
  /** Longest time to a free connection, after which the caller is told to come back. */
  waitMs?: number
  /** Time after which a connection that is not used is closed; 0 to keep it. */
  idleMs?: number
  plans: keyof typeof PLANS
}): Database {
  // Its types lack `verify`.
  const looked = {
    verify: (client: PoolClient, settle: (error?: Error) => void) =>
      void verify(sessionOf(client)).then(() => settle(), settle),
  }
  const sizes = { max: connections, idleTimeoutMillis: idleMs, connectionTimeoutMillis: waitMs }
  const settings = connectionOf(url)
  const options = `${settings.options} ${PLANS[plans]}`
  const pool = new Pool({ ...settings, options, ...sizes, ...looked })
  // A connection that drops ends the process unless its error is handled. The query under way on it fails by itself, and
  // the next query opens another connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function using<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw busy(error)
    })
    try {
      const result = await run(client)
      client.release()
      return result
    } catch (error) {
      // After a limit of this side an answer may still come: the connection cannot be used again.
      client.release(!(error instanceof StoreBusyError) || isLocked(error) ? undefined : true)
      throw error
    }
  }

  return {
    query: (statement) => using((client) => sessionOf(client).query(statement)),
    transaction: (run) =>
      using(async (client) => {
        const session = sessionOf(client)
        await session.query({ text: 'BEGIN' })
        try {
          const result = await run(session)
          await session.query({ text: 'COMMIT' })
          return result
        } catch (error) {
          if (!(error instanceof StoreBusyError) || isLocked(error)) await session.query({ text: 'ROLLBACK' })
          throw error
        }
      }),
    close: () => pool.end(),
  }
}

export const sessionOf = (client: Pick<Client, 'query'>): Session => ({
  async query<Row extends object>(statement: Statement) {
    try {
      return (await client.query<Row>(queryOf(statement))).rows
    } catch (error) {
      throw busy(error)
    }
  },
})

/** PostgreSQL's texts have no NUL. */
export const plain = (text: string): string => text.replaceAll('\0', '')
