import { StoreBusyError } from '../write-queue.ts'
import { KEPT } from '../writes.ts'
import type { Database, Session } from './database.ts'

/** Months that have their partition before they begin. */
const AHEAD = 2
const NAME = /^event_(\d{4})_(\d{2})$/
/** Whatever waits for this lock holds up everybody else's events: it is tried again an hour later. */
const LOCK = "SET LOCAL lock_timeout = '200ms'"

interface Month {
  name: string
  fromMs: number
  toMs: number
}

function monthOf(year: number, index: number): Month {
  const [fromMs, toMs] = [Date.UTC(year, index), Date.UTC(year, index + 1)]
  return { name: `event_${new Date(fromMs).toISOString().slice(0, 7).replace('-', '_')}`, fromMs, toMs }
}

/** Months whose partitions are to be there: this one and the next ones. */
export function monthsFrom(now: number): Month[] {
  const date = new Date(now)
  return Array.from({ length: AHEAD + 1 }, (_, index) =>
    monthOf(date.getUTCFullYear(), date.getUTCMonth() + index),
  )
}

/** Something of a month that a list still has: for each office one look at an index. */
const keptIn = (month: string) => ({
  text: `SELECT 1 FROM office WHERE EXISTS (
    SELECT FROM ${month} AS event WHERE office_id = office.id AND seq >= office.floor) LIMIT 1`,
})

/** Names of the partitions that are there. */
export async function partitionsOf(session: Session): Promise<Set<string>> {
  const rows = await session.query<{ name: string }>({
    text: `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'event'::regclass`,
  })
  return new Set(rows.map(({ name }) => name))
}

/** Makes the partitions of this month and the next two, and drops those of which nothing is kept. */
export async function tendPartitions(database: Database, now: number): Promise<void> {
  const there = await partitionsOf(database)
  for (const { name, fromMs, toMs } of monthsFrom(now).filter((month) => !there.has(month.name)))
    await attempt(database, async (session) => {
      await session.query({
        text: `CREATE TABLE ${name} PARTITION OF event FOR VALUES FROM (${fromMs}) TO (${toMs})`,
      })
    })
  for (const name of there) {
    const [, year, month] = NAME.exec(name) ?? []
    if (year === undefined || monthOf(Number(year), Number(month) - 1).toMs > now - KEPT.eventsMs) continue
    // First without a lock, which events of that month would wait for.
    if ((await database.query(keptIn(name))).length === 0) await attempt(database, dropIfNothingIsKept(name))
  }
}

/** A node whose clock is months behind may number an event into that month until the lock is there. */
const dropIfNothingIsKept = (name: string) => async (session: Session) => {
  await session.query({ text: `LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE` })
  if ((await session.query(keptIn(name))).length === 0) await session.query({ text: `DROP TABLE ${name}` })
}

/** Without it events of that month are in the partition of all others, or stay for an hour more: nothing is lost. */
async function attempt(database: Database, change: (session: Session) => Promise<void>): Promise<void> {
  try {
    await database.transaction(async (session) => {
      await session.query({ text: LOCK })
      await change(session)
    })
  } catch (error) {
    if (!(error instanceof StoreBusyError) && !isRefused(error)) throw error
  }
}

/** Another node made or dropped it, or events of that month are in the partition of all others. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && ['42P07', '42P01', '23514'].includes(String(error.code))
