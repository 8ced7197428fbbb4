import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg'
import { StoreBusyError } from '../write-queue.ts'

/** Values of a statement: text, numbers, bytes, and arrays of them. */
export type Value = string | number | boolean | null | Uint8Array | readonly Value[]

export interface Statement {
  text: string
  values?: readonly Value[]
  /** Name of the prepared statement. Each connection prepares it once. */
  name?: string
}

export interface Session {
  query<Row extends object>(statement: Statement): Promise<Row[]>
}

export interface Database extends Session {
  /** Commits after `run`, or rolls back if `run` throws. */
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A sender gets 200 or 503 within 3 s. A statement, a lock and a hanging connection have shorter timeouts. */
const STATEMENT_MS = 2_000
const LOCK_MS = 1_000
const HANG_MS = 2_800
const CONNECT_MS = 1_000

const INT8 = 20

/**
 * Settings of every connection.
 * @param url `postgres://user:password@host/database`
 */
export const buildConnectionConfig = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'ventanilla-relay',
  // Overrides the defaults of the server and the role: an answered 200 must be on disk.
  options: '-c synchronous_commit=on',
  statement_timeout: STATEMENT_MS,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: HANG_MS,
  query_timeout: HANG_MS,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  types: {
    // Event numbers and milliseconds are far below 2^53.
    getTypeParser: ((oid: number, format: 'text' | 'binary') =>
      oid === INT8 && format !== 'binary' ? Number : types.getTypeParser(oid, format)) as never,
  },
})

/**
 * Query planning. By default the server caches one plan until the table statistics change. A plan made for small
 * tables scans whole tables after they have grown.
 */
const PLANS = {
  /** Plan each call, for its values and the present table sizes. For batches. */
  anew: '-c plan_cache_mode=force_custom_plan',
  /** Plan once, always by index. For reads, each of which has an index. */
  'by index': '-c enable_seqscan=off',
} as const

const buildQuery = ({ text, values = [], name }: Statement) => ({
  text,
  values: values as unknown[],
  ...(name !== undefined && { name }),
})

/** True if the statement itself is wrong: not the connection, a lock, a limit or the server. */
const isStatementError = (error: unknown): boolean =>
  error instanceof DatabaseError && /^(2|42|P0)/.test(error.code ?? '')

/** True if another session holds a lock that the statement needs. */
export const isLocked = (error: unknown): boolean =>
  error instanceof StoreBusyError && error.cause instanceof DatabaseError && error.cause.code === '55P03'

function toBusyError(error: unknown): unknown {
  if (error instanceof StoreBusyError || isStatementError(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return Object.assign(new StoreBusyError('failed', `the database does not answer: ${message}`), {
    cause: error,
  })
}

/** Opens a connection pool of one database. Failures other than statement errors reject with a `StoreBusyError`. */
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
  /** Checks each new connection before its first use. */
  verify: (session: Session) => Promise<void>
  /** Maximum wait for a free connection. After it, the caller is told to retry. */
  waitMs?: number
  /** Time after which an idle connection is closed; 0 keeps it open. */
  idleMs?: number
  plans: keyof typeof PLANS
}): Database {
  // The types of `pg` lack `verify`.
  const looked = {
    verify: (client: PoolClient, settle: (error?: Error) => void) =>
      void verify(createSession(client)).then(() => settle(), settle),
  }
  const sizes = { max: connections, idleTimeoutMillis: idleMs, connectionTimeoutMillis: waitMs }
  const settings = buildConnectionConfig(url)
  const options = `${settings.options} ${PLANS[plans]}`
  const pool = new Pool({ ...settings, options, ...sizes, ...looked })
  // An unhandled error of a dropped connection would end the process. The running query rejects by itself, and the
  // next query opens a new connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function withClient<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw toBusyError(error)
    })
    try {
      const result = await run(client)
      client.release()
      return result
    } catch (error) {
      // After a client timeout, the late result may still arrive, so the connection cannot be reused.
      client.release(!(error instanceof StoreBusyError) || isLocked(error) ? undefined : true)
      throw error
    }
  }

  return {
    query: (statement) => withClient((client) => createSession(client).query(statement)),
    transaction: (run) =>
      withClient(async (client) => {
        const session = createSession(client)
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

export const createSession = (client: Pick<Client, 'query'>): Session => ({
  async query<Row extends object>(statement: Statement) {
    try {
      return (await client.query<Row>(buildQuery(statement))).rows
    } catch (error) {
      throw toBusyError(error)
    }
  },
})

/** Removes NUL, which PostgreSQL does not accept in a text. */
export const removeNul = (text: string): string => text.replaceAll('\0', '')
