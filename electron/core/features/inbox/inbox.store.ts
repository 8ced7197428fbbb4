import type Database from 'better-sqlite3-multiple-ciphers'
import type {
  InboxFilter,
  InboxRow,
  InboxGroup,
  InboxOrder,
  InboxCounts,
  ResourceKind,
  Unshown,
} from '#shared/bridge/inbox.ts'
import { inboxCursors, inboxPlace } from '#shared/domain/inbox.ts'
import {
  changeOf,
  subjectOf,
  SUBJECT_COLUMNS,
  SUBJECT_JOINS,
  type ChangeRow,
  type SubjectColumns,
} from '../changes/change-rows.store.ts'
import { STATE_BEFORE } from './inbox-marks.store.ts'

/** Stored row of `change` with its subject. */
type JoinedRow = ChangeRow & SubjectColumns & { r_muted: number }

/** Condition of each filter, shared by its list and its count. */
const WHERE: Readonly<Record<InboxFilter, string>> = {
  unread: `c.state = 'unread'`,
  actionable: `c.mine = 1 AND c.state IN ('unread', 'read')`,
  all: `c.state IS NOT NULL`,
}
const FILTERS = Object.keys(WHERE) as InboxFilter[]

const COLUMNS = `c.*, ${SUBJECT_COLUMNS}, coalesce(r.muted, 0) AS r_muted`

/** One value for each filter. */
function mapFilters<T>(make: (where: string, filter: InboxFilter) => T): Record<InboxFilter, T> {
  return Object.fromEntries(FILTERS.map((filter) => [filter, make(WHERE[filter], filter)])) as Record<
    InboxFilter,
    T
  >
}

function toInboxRow(row: JoinedRow): InboxRow {
  return {
    ...changeOf(row),
    seq: row.seq,
    kind: row.kind,
    id: row.id,
    subject: subjectOf(row),
    state: row.state ?? 'read',
    ...(row.until !== null && { until: row.until }),
    actionable: row.mine === 1,
    ...(row.marked_by !== null && { markedBy: row.marked_by }),
  }
}

/** One page of lines. */
export interface GroupPage {
  groups: InboxGroup[]
  /** Place below which the next page starts; `null` at the end. */
  next: number | null
  /** Number of the newest change when the page was read. */
  newest: number
  /** Number of unfinished lines of the filter, on all pages. */
  open: number
}

/**
 * Indexes are named explicitly, because the planner would rather scan all of Novedades. Each index is read in the
 * order of the moments.
 */
const INDEX: Readonly<Record<InboxFilter, string>> = {
  unread: 'change_unread_moment',
  actionable: 'change_asking',
  all: 'change_moment',
}
/** A change that still waits for a person. */
const ASKS = WHERE.actionable

/**
 * Queries of the lines of Novedades. A line has the changes of one moment that a filter shows. Runs in the worker.
 */
function createInboxGroupQueries(db: Database.Database) {
  /** Moments below a moment, the newest first. The index is read only as far as the page goes. */
  const prepareMomentsBelow = (index: string, where: string, having = '') =>
    db
      .prepare<[number, number], number>(
        `SELECT c.moment FROM change c INDEXED BY ${index} WHERE ${where} AND c.moment < ?
         GROUP BY c.moment ${having} ORDER BY c.moment DESC LIMIT ?`,
      )
      .pluck()
  const byTime = mapFilters((where, filter) => prepareMomentsBelow(INDEX[filter], where))
  const asking = mapFilters((where) => prepareMomentsBelow(INDEX.actionable, `${ASKS} AND ${where}`))
  const others = mapFilters((where, filter) =>
    prepareMomentsBelow(INDEX[filter], where, `HAVING max(${ASKS}) = 0`),
  )
  const rowsOf = mapFilters((where, filter) =>
    db.prepare<[number], JoinedRow>(
      `SELECT ${COLUMNS} FROM change c INDEXED BY ${INDEX[filter]} ${SUBJECT_JOINS}
       WHERE ${where} AND c.moment = ? ORDER BY c.seq DESC`,
    ),
  )
  const counts = mapFilters((where, filter) =>
    db
      .prepare<[], number>(
        `SELECT count(*) FROM (SELECT 1 FROM change c INDEXED BY ${INDEX[filter]} WHERE ${where} GROUP BY c.moment)`,
      )
      .pluck(),
  )
  const open = mapFilters((where, filter) =>
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
    const rows = rowsOf[filter].all(moment).map(toInboxRow)
    return rows.length === 0 ? [] : [{ moment, place: inboxPlace(rows, moment, filter, order), rows }]
  }

  function listMoments(filter: InboxFilter, order: InboxOrder, before: number, limit: number): number[] {
    // With this filter every line waits for a person.
    if (order === 'time' || filter === 'actionable') return byTime[filter].all(before, limit)
    const cursors = inboxCursors(before)
    const first = asking[filter].all(cursors.asking, limit)
    const rest = others[filter].all(cursors.others, limit - first.length)
    return [...first, ...rest]
  }

  return {
    /**
     * Lines below a place, the highest first. In one transaction, so that the pages of one answer agree with each
     * other.
     */
    inboxGroups: db.transaction(
      (filter: InboxFilter, order: InboxOrder, before: number | null, limit: number): GroupPage => {
        const below = before ?? Number.MAX_SAFE_INTEGER
        const groups = listMoments(filter, order, below, limit).flatMap((moment) =>
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
    /** Lines of the filter for the moments of these changes. */
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

/** A change with its subject, and the data for its notification. */
export interface NotificationRow extends InboxRow {
  muted: boolean
  /** True if a later change of the same resource was known before this one arrived. */
  superseded: boolean
  tag: string | null
}

/** Data for the text of one notification. */
export interface TaggedRows {
  tag: string
  /** Oldest first. Only the last rows of a long burst are included. */
  rows: NotificationRow[]
  total: number
  /** Number of files of each kind. */
  files: { kind: ResourceKind; n: number }[]
}

/** A row with the columns of its notification. */
type NoticeRow = JoinedRow & { tag: string | null; superseded: number }

const JOIN = `FROM change c ${SUBJECT_JOINS}`
/** Only a late arrival is superseded, because an earlier change was worth notifying. */
const SUPERSEDED = `(c.event LIKE '%.status_changed' AND EXISTS (SELECT 1 FROM change o WHERE o.kind = c.kind
  AND o.id = c.id AND o.ord > c.ord AND o.seq < c.seq AND o.event LIKE '%.status_changed')) AS superseded`

/** Queries of Novedades and its notifications. Runs in the worker; every write is one transaction. */
export function createInboxQueries(db: Database.Database) {
  const groups = createInboxGroupQueries(db)
  const pages = mapFilters((where) =>
    db.prepare<[number, number], JoinedRow>(
      `SELECT ${COLUMNS} ${JOIN} WHERE ${where} AND c.seq < ? ORDER BY c.seq DESC LIMIT ?`,
    ),
  )
  const pagesOfOne = mapFilters((where) =>
    db.prepare<[string, string, number, number], JoinedRow>(
      `SELECT ${COLUMNS} ${JOIN}
       WHERE c.kind = ? AND c.id = ? AND ${where} AND c.seq < ? ORDER BY c.seq DESC LIMIT ?`,
    ),
  )
  const finish = mapFilters((where) =>
    db.prepare<[number], { seq: number; moment: number; was: string; mine: number }>(
      `SELECT c.seq, c.moment, c.mine, c.state AS was FROM change c
       WHERE ${where} AND c.state IN ('unread', 'read') AND c.seq <= ?`,
    ),
  )
  const mark = db.prepare<[string, number]>(
    `UPDATE change SET state = ?, until = NULL, marked_by = NULL, ${STATE_BEFORE} WHERE seq = ? AND state IS NOT NULL`,
  )
  const known = db
    .prepare<[number], number>('SELECT seq FROM change WHERE seq = ? AND state IS NOT NULL')
    .pluck()
  const see = db.prepare<[number]>(`UPDATE change SET state = 'read' WHERE seq = ? AND state = 'unread'`)
  const snooze = db.prepare<[number, number]>(
    `UPDATE change SET state = 'snoozed', until = ?, marked_by = NULL, ${STATE_BEFORE}
     WHERE seq = ? AND state IS NOT NULL`,
  )
  const wake = db.prepare<[number], { seq: number }>(
    `UPDATE change SET state = 'unread', until = NULL, marked_by = NULL WHERE state = 'snoozed' AND until <= ?
     RETURNING seq`,
  )
  const nextWake = db.prepare<[], { at: number | null }>(
    `SELECT min(until) AS at FROM change WHERE state = 'snoozed'`,
  )

  /** The states are literals, because SQLite does not use a partial index for a parameter. */
  const prepareNotices = (state: 'due' | 'raising') =>
    db.prepare<[number, number], NoticeRow>(
      `SELECT ${COLUMNS}, ${SUPERSEDED} FROM change c INDEXED BY change_notice ${SUBJECT_JOINS}
       WHERE c.notice = '${state}' AND c.notice IN ('due', 'raising') AND c.seq > ? ORDER BY c.seq LIMIT ?`,
    )
  const notices = { due: prepareNotices('due'), raising: prepareNotices('raising') }
  const raising = db.prepare<[], { tag: string }>(
    `SELECT tag FROM change INDEXED BY change_notice WHERE notice = 'raising' AND notice IN ('due', 'raising')
     GROUP BY tag ORDER BY min(seq)`,
  )
  const ofTag = db.prepare<[string, number], NoticeRow>(
    `SELECT ${COLUMNS}, 0 AS superseded ${JOIN} WHERE c.tag = ? ORDER BY c.seq DESC LIMIT ?`,
  )
  const countOfTag = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM change WHERE tag = ?')
  const filesOfTag = db.prepare<[string], { kind: ResourceKind; n: number }>(
    'SELECT kind, count(DISTINCT id) AS n FROM change WHERE tag = ? GROUP BY kind ORDER BY n DESC, kind',
  )
  const suppress = db.prepare<[string, number]>(
    `UPDATE change SET notice = 'suppressed', notice_why = ? WHERE seq = ? AND notice = 'due'`,
  )
  // A change always has the same tag, so a repeated notification replaces itself. A change that was read after its
  // decision stays due, and is decided again.
  const raise = db.prepare<[string, number]>(
    `UPDATE change SET notice = 'raising', tag = ?
     WHERE seq = ? AND notice = 'due' AND tag IS NULL AND state = 'unread'`,
  )
  const outcome = db.prepare<[string, string | null, string]>(
    `UPDATE change SET notice = ?, notice_why = ? WHERE tag = ? AND notice = 'raising'`,
  )
  const readTag = db.prepare<[string]>(`UPDATE change SET state = 'read' WHERE tag = ? AND state = 'unread'`)
  const finishTag = db.prepare<[string, string, string], { seq: number }>(
    `UPDATE change SET state = 'done', until = NULL, marked_by = NULL, ${STATE_BEFORE}
     WHERE tag = ? AND kind = ? AND id = ? AND state IS NOT NULL AND state <> 'done' RETURNING seq`,
  )
  const unshown = db.prepare<[], { n: number; denied: number | null }>(
    `SELECT count(*) AS n, max(notice_why = 'denied') AS denied FROM change INDEXED BY change_unread
     WHERE state = 'unread' AND notice = 'failed'`,
  )

  const readTagged = (tag: string, limit: number): TaggedRows => ({
    tag,
    rows: ofTag.all(tag, limit).map(toNotificationRow).toReversed(),
    total: countOfTag.get(tag)?.n ?? 0,
    files: filesOfTag.all(tag),
  })

  return {
    ...groups,
    /** Changes one by one, the newest first. */
    inbox(
      filter: InboxFilter,
      of: { kind: string; id: string } | null,
      before: number | null,
      limit: number,
    ): { rows: InboxRow[]; next: number | null } {
      const below = before ?? Number.MAX_SAFE_INTEGER
      const rows = of ? pagesOfOne[filter].all(of.kind, of.id, below, limit) : pages[filter].all(below, limit)
      const last = rows.at(-1)
      return { rows: rows.map(toInboxRow), next: rows.length === limit && last ? last.seq : null }
    },
    inboxCounts: (): InboxCounts => ({
      unread: groups.countInboxGroups('unread'),
      actionable: groups.countInboxGroups('actionable'),
    }),
    markInbox: db.transaction((seqs: number[], state: 'read' | 'unread' | 'done'): void => {
      for (const seq of seqs) mark.run(state, seq)
    }),
    /**
     * Marks the unread changes among these as read.
     * @returns the changes that were unread
     */
    seeInbox: db.transaction((seqs: readonly number[]): number[] =>
      seqs.filter((seq) => see.run(seq).changes > 0),
    ),
    /** Snoozes all of these changes, or none if one of them is no longer in Novedades. */
    snoozeInbox: db.transaction((seqs: readonly number[], until: number): boolean => {
      const isKnown = seqs.every((seq) => known.get(seq) !== undefined)
      if (isKnown) for (const seq of seqs) snooze.run(until, seq)
      return isKnown
    }),
    /**
     * Marks every open change of the filter as done, up to the newest change on screen. Later changes stay as they
     * are.
     * @param dry only counts the changes
     * @returns the earlier states, for undo, and the number of lines
     */
    finishInbox: db.transaction(
      (
        filter: InboxFilter,
        upTo: number,
        dry = false,
      ): { unread: number[]; read: number[]; lines: number; asking: number } => {
        const rows = finish[filter].all(upTo)
        if (!dry) for (const { seq } of rows) mark.run('done', seq)
        const listSeqs = (was: string) => rows.filter((row) => row.was === was).map(({ seq }) => seq)
        return {
          unread: listSeqs('unread'),
          read: listSeqs('read'),
          lines: new Set(rows.map(({ moment }) => moment)).size,
          asking: new Set(rows.flatMap(({ moment, mine }) => (mine === 1 ? [moment] : []))).size,
        }
      },
    ),
    wakeInbox: (now: number): number[] => wake.all(now).map(({ seq }) => seq),
    nextInboxWake: (): number | null => nextWake.get()?.at ?? null,

    /** Tags that were decided but not confirmed as raised, the oldest first. */
    raisingTags: (): string[] => raising.all().map(({ tag }) => tag),
    notifications: (state: 'due' | 'raising', after: number, limit: number): NotificationRow[] =>
      notices[state].all(after, limit).map(toNotificationRow),
    notificationsOfTag: readTagged,
    /**
     * Stores the policy's decisions in one transaction: rows not notified, with the reason, and rows under one tag.
     * @returns every row of each raised tag, at most `limit`
     */
    decideNotifications: db.transaction(
      (decided: {
        suppressed: { seq: number; why: string }[]
        raised: { tag: string; seqs: number[] }[]
        limit: number
      }): TaggedRows[] => {
        for (const { seq, why } of decided.suppressed) suppress.run(why, seq)
        for (const { tag, seqs } of decided.raised) for (const seq of seqs) raise.run(tag, seq)
        return decided.raised
          .map(({ tag }) => readTagged(tag, decided.limit))
          .filter(({ total }) => total > 0)
      },
    ),
    notificationOutcome: (tag: string, state: 'shown' | 'failed', why: string | null): void =>
      void outcome.run(state, why, tag),
    readNotices: (tag: string): void => void readTag.run(tag),
    /**
     * Marks the changes of a notification about one file as done.
     * @returns the changes that were open; `null` for an unknown tag
     */
    finishTag: db.transaction((tag: string): number[] | null => {
      // The notification names its oldest change. Other files may have joined the burst since it was shown.
      const [first] = readTagged(tag, Number.MAX_SAFE_INTEGER).rows
      return first ? finishTag.all(tag, first.kind, first.id).map(({ seq }) => seq) : null
    }),
    unshown(): Unshown {
      const { n = 0, denied = 0 } = unshown.get() ?? {}
      return { count: n, denied: denied === 1 }
    },
  }
}

const toNotificationRow = (row: NoticeRow): NotificationRow => ({
  ...toInboxRow(row),
  muted: row.r_muted === 1,
  superseded: row.superseded === 1,
  tag: row.tag,
})
