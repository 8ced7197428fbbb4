import { StoreBusyError, type WriteBackend } from '../write-queue.ts'
import { getWriteOffice, type Write, type WriteName, type WriteOutcome, type WritesOver } from '../writes.ts'
import { type Database, isLocked, type Session } from './database.ts'
import { createInboxWrites, ingestAll, createReceiptWrites } from './event.writes.ts'
import { createAlarmWrites, createOfficeWrites, createSealingWrites } from './office.writes.ts'
import { deleteExpired } from './retention.ts'
import { createRecordWrites } from './record.writes.ts'
import { CHANNEL, type Signal, encodeSignal } from './signals.ts'

/** Writes that take other locks than those of offices. Each has its own transaction. */
const ALONE: ReadonlySet<WriteName> = new Set(['addOffice', 'keepOffice', 'see', 'sweep'])
/** Writes after which the other nodes invalidate their inbox cache. */
const OF_OFFICES: ReadonlySet<WriteName> = new Set([
  'addOffice',
  'keepOffice',
  'changeHeader',
  'enforceHeader',
  'closeOffice',
  'changeSealing',
])
/** Writes after which the other nodes read the positions of the office's lists. */
const MOVES: ReadonlySet<WriteName> = new Set(['replay', 'writeRecords'])
/** Lock timeout of an office in a batch of its own, after it delayed a shared batch. */
const APART_LOCK = "SET LOCAL lock_timeout = '300ms'"

/** Runs batches as transactions: one call and one `NOTIFY` for all queued events. */
export function createBatches(deps: {
  database: Database
  /** Id of this node. */
  node: string
  lanes: number
}): WriteBackend {
  const { database, node, lanes } = deps

  async function inTransaction(writes: readonly Write[], isApart: boolean): Promise<WriteOutcome[]> {
    if (!isApart && writes.every(({ name }) => name === 'ingest'))
      return ingestAll(database, node, pickEvents(writes))
    return database.transaction(async (session) => {
      if (isApart) await session.query({ text: APART_LOCK })
      const offices = [...new Set(writes.map(getWriteOffice).filter((id) => id !== null))]
      await lockOffices(session, offices)
      const outcomes = await runEach(session, writes)
      const text = encodeSignal({ node, ...buildSignal(writes, outcomes) })
      await session.query({ text: 'SELECT pg_notify($1, $2)', values: [CHANNEL, text] })
      return outcomes
    })
  }

  async function runEach(session: Session, writes: readonly Write[]): Promise<WriteOutcome[]> {
    const others = createSessionWrites(session)
    const ingested = writes.filter(({ name }) => name === 'ingest')
    const numbered = ingested.length === 0 ? [] : await ingestAll(session, node, pickEvents(ingested))
    const outcomes: WriteOutcome[] = []
    for (const write of writes) {
      const outcome = write.name === 'ingest' ? numbered.shift() : await runOne(others, write)
      outcomes.push(outcome ?? { ok: false, message: 'without an outcome' })
    }
    return outcomes
  }

  async function runOne(
    others: ReturnType<typeof createSessionWrites>,
    { name, args }: Write,
  ): Promise<WriteOutcome> {
    try {
      return { ok: true, value: await others[name as SessionWrite](args as never) }
    } catch (error) {
      // A database error has aborted the transaction. Any other error concerns this write alone.
      if (!(error instanceof Error) || error instanceof StoreBusyError || 'code' in error) throw error
      return { ok: false, message: error.message }
    }
  }

  /**
   * Runs writes in one transaction. After a failure, runs the writes of each office separately, so that a refused
   * write or a locked office fails alone.
   */
  async function runTogether(writes: readonly Write[], isApart = false): Promise<WriteOutcome[]> {
    try {
      return await inTransaction(writes, isApart)
    } catch (error) {
      const locked = isLocked(error)
      // The connection or the server failed. The transaction may have been committed, and a retry would fail too.
      if (!locked && error instanceof StoreBusyError) throw error
      const offices = [...Map.groupBy(writes.entries(), ([, write]) => getWriteOffice(write)).values()]
      const parts = offices.length > 1 ? offices : locked ? [] : [...writes.entries()].map((entry) => [entry])
      if (parts.length < 2) return writes.map(() => buildFailure(error))
      const outcomes: WriteOutcome[] = []
      for (const part of parts) {
        const some = await runTogether(
          part.map(([, write]) => write),
          true,
        )
        for (const [at, [index]] of part.entries()) outcomes[index] = some[at] ?? buildFailure(error)
      }
      return outcomes
    }
  }

  async function runAlone(write: Write): Promise<WriteOutcome> {
    try {
      if (write.name === 'sweep') return { ok: true, value: await deleteExpired(database, write.args.now) }
      const [outcome] = await runTogether([write])
      return outcome ?? { ok: false, message: 'without an outcome' }
    } catch (error) {
      return buildFailure(error)
    }
  }

  return {
    lanes,
    async run(writes) {
      const alone = writes.filter(({ name }) => ALONE.has(name))
      const together = writes.filter(({ name }) => !ALONE.has(name))
      const done = together.length === 0 ? [] : await runTogether(together)
      const apart: WriteOutcome[] = []
      for (const write of alone) apart.push(await runAlone(write))
      return writes.map(
        ({ name }) =>
          (ALONE.has(name) ? apart : done).shift() ?? { ok: false, message: 'without an outcome' },
      )
    },
    close: async () => {},
  }
}

/** Locks the rows of the offices, in ascending order. */
async function lockOffices(session: Session, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const text = 'SELECT 1 FROM office WHERE id = ANY($1) ORDER BY id FOR UPDATE'
  await session.query({ text, values: [ids] })
}

const pickEvents = (writes: readonly Write[]) =>
  writes.flatMap((write) => (write.name === 'ingest' ? [write.args] : []))

const buildFailure = (error: unknown): WriteOutcome => ({
  ok: false,
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof StoreBusyError && { isBusy: true }),
})

/** Builds the signal of a batch for the other nodes. Events send their own signal. */
function buildSignal(writes: readonly Write[], outcomes: readonly WriteOutcome[]): Omit<Signal, 'node'> {
  const done = writes.filter((_, index) => outcomes[index]?.ok)
  const canaries = done.flatMap((write) => (write.name === 'canary' ? [write.args] : []))
  const revoked = done.flatMap((write) => (write.name === 'revokeDevice' ? [write.args.id] : []))
  const moved = done.flatMap((write) => (MOVES.has(write.name) ? (getWriteOffice(write) ?? []) : []))
  return {
    ...(moved.length > 0 && { moved }),
    ...(revoked.length > 0 && { revoked }),
    ...(canaries.length > 0 && { canaries }),
    ...(done.some(({ name }) => OF_OFFICES.has(name)) && { offices: true }),
  }
}

/** Writes of this type run one by one. Events are numbered together, and retention has its own transactions. */
type SessionWrite = Exclude<WriteName, 'ingest' | 'sweep'>

/** Writes that run one by one, in a transaction that has locked their offices. */
const createSessionWrites = (session: Session): WritesOver<SessionWrite> => ({
  ...createInboxWrites(session),
  ...createOfficeWrites(session),
  ...createSealingWrites(session),
  ...createReceiptWrites(session),
  ...createRecordWrites(session),
  ...createAlarmWrites(session),
})
