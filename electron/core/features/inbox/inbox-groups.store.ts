import type Database from 'better-sqlite3-multiple-ciphers'
import type { InboxFilter, InboxGroup, InboxOrder } from '#shared/bridge/inbox.ts'
import { cursorsAt, placeOf } from '#shared/domain/inbox-place.ts'
import { byFilter, COLUMNS, inboxOf, RESOURCE, type JoinedRow, WHERE } from './inbox-rows.store.ts'

/** One page of lines. */
export interface GroupPage {
  groups: InboxGroup[]
  /** Place to read on below; `null` at the end. */
  next: number | null
  /** The newest change that there was. */
  newest: number
  /** Lines of the filter that are not done with, whatever the page. */
  open: number
}

/** Named explicitly: the planner would rather scan all of Novedades. Each is read in the order of the moments. */
const INDEX: Readonly<Record<InboxFilter, string>> = {
  unread: 'change_unread_moment',
  actionable: 'change_asking',
  all: 'change_moment',
}
/** A change that still asks something of a person. */
const ASKS = WHERE.actionable

/** Lines of Novedades: the changes of each moment that a filter shows. Runs in the worker. */
export function createInboxGroupQueries(db: Database.Database) {
  /** Moments below one, the newest first. The index is read only as far as the page goes. */
  const momentsBelow = (index: string, where: string, having = '') =>
    db
      .prepare<[number, number], number>(
        `SELECT c.moment FROM change c INDEXED BY ${index} WHERE ${where} AND c.moment < ?
         GROUP BY c.moment ${having} ORDER BY c.moment DESC LIMIT ?`,
      )
      .pluck()
  const byTime = byFilter((where, filter) => momentsBelow(INDEX[filter], where))
  const asking = byFilter((where) => momentsBelow(INDEX.actionable, `${ASKS} AND ${where}`))
  const others = byFilter((where, filter) => momentsBelow(INDEX[filter], where, `HAVING max(${ASKS}) = 0`))
  const rowsOf = byFilter((where, filter) =>
    db.prepare<[number], JoinedRow>(
      `SELECT ${COLUMNS} FROM change c INDEXED BY ${INDEX[filter]} ${RESOURCE}
       WHERE ${where} AND c.moment = ? ORDER BY c.seq DESC`,
    ),
  )
  const counts = byFilter((where, filter) =>
    db
      .prepare<[], number>(
        `SELECT count(*) FROM (SELECT 1 FROM change c INDEXED BY ${INDEX[filter]} WHERE ${where} GROUP BY c.moment)`,
      )
      .pluck(),
  )
  const open = byFilter((where, filter) =>
    db
      .prepare<[], number>(
        `SELECT count(DISTINCT c.moment) FROM change c INDEXED BY ${INDEX[filter]}
         WHERE ${where} AND c.state IN ('unread', 'read')`,
      )
      .pluck(),
  )
  const momentOf = db.prepare<[number], number>('SELECT moment FROM change WHERE seq = ?').pluck()
  const newest = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM change').pluck()

  function groupOf(filter: InboxFilter, order: InboxOrder, moment: number): InboxGroup[] {
    const rows = rowsOf[filter].all(moment).map(inboxOf)
    return rows.length === 0 ? [] : [{ moment, place: placeOf(rows, moment, filter, order), rows }]
  }

  function momentsOf(filter: InboxFilter, order: InboxOrder, before: number, limit: number): number[] {
    // All of them ask for something.
    if (order === 'time' || filter === 'actionable') return byTime[filter].all(before, limit)
    const cursors = cursorsAt(before)
    const first = asking[filter].all(cursors.asking, limit)
    const rest = others[filter].all(cursors.others, limit - first.length)
    return [...first, ...rest]
  }

  return {
    /** Lines below a place, the highest first. One transaction: the pages of one answer agree with each other. */
    inboxGroups: db.transaction(
      (filter: InboxFilter, order: InboxOrder, before: number | null, limit: number): GroupPage => {
        const below = before ?? Number.MAX_SAFE_INTEGER
        const groups = momentsOf(filter, order, below, limit).flatMap((moment) =>
          groupOf(filter, order, moment),
        )
        const last = groups.at(-1)
        return {
          groups,
          next: groups.length === limit && last ? last.place : null,
          newest: newest.get() ?? 0,
          open: open[filter].get() ?? 0,
        }
      },
    ),
    /** Lines that the filter shows of the moments of these changes. */
    inboxGroupsOf: db.transaction(
      (filter: InboxFilter, order: InboxOrder, seqs: readonly number[]): InboxGroup[] => {
        const moments = new Set(seqs.flatMap((seq) => momentOf.get(seq) ?? []))
        return [...moments].flatMap((moment) => groupOf(filter, order, moment))
      },
    ),
    /** Number of lines of a filter. */
    countInboxGroups: (filter: InboxFilter): number => counts[filter].get() ?? 0,
  }
}
