import type Database from 'better-sqlite3-multiple-ciphers'
import type { Change, InboxRow } from '#shared/bridge/inbox.ts'
import { type Moment, joinsMoment, isReadyReport } from './moment.rules.ts'

/** A row just written to Novedades. */
export interface PlacedChange extends Pick<Change, 'event' | 'seenAt'> {
  /** Source as in `Change`. A copy may have another source. */
  source: string
  seq: number
  kind: string
  id: string
  state: InboxRow['state']
}

interface StoredMoment {
  size: number
  firstSeenAt: number
  least: InboxRow['state']
  most: InboxRow['state']
  own: number
}

/** Gives each row of Novedades its moment. Runs inside the transaction of each query that writes rows. */
export function createMoments(db: Database.Database) {
  const lastOfFile = db
    .prepare<[string, string, number], number>(
      `SELECT moment FROM change WHERE kind = ? AND id = ? AND seq < ? AND state IS NOT NULL AND moment IS NOT NULL
         AND event <> 'report.completed' ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const lastOfReports = db
    .prepare<[number], number>(
      `SELECT moment FROM change INDEXED BY change_ready_report
       WHERE event = 'report.completed' AND state IS NOT NULL AND seq < ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const stored = db.prepare<[number], StoredMoment>(
    `SELECT count(*) AS size, min(seen_at) AS firstSeenAt, min(state) AS least, max(state) AS most,
       max(source = 'own') AS own FROM change INDEXED BY change_moment WHERE moment = ? AND state IS NOT NULL`,
  )
  const setMoment = db.prepare<[number, number]>('UPDATE change SET moment = ? WHERE seq = ?')

  function readMoment(moment: number | undefined): Moment | null {
    if (moment === undefined) return null
    const { size = 0, firstSeenAt = 0, least, most, own } = stored.get(moment) ?? {}
    return { moment, size, firstSeenAt, state: least === most ? (least ?? null) : null, own: own === 1 }
  }

  return {
    enter({ seq, kind, id, event, source, seenAt, state }: PlacedChange): void {
      const last = readMoment(
        isReadyReport({ event }) ? lastOfReports.get(seq) : lastOfFile.get(kind, id, seq),
      )
      const joins = joinsMoment(last, { seenAt, state, own: source === 'own' })
      setMoment.run(joins && last ? last.moment : seq, seq)
    },
  }
}
