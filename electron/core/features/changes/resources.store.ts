import type Database from 'better-sqlite3-multiple-ciphers'
import type { ResourceRow, Change, ResourceView, Subject } from '#shared/bridge/inbox.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { VISIBLE } from '../../store/visible.ts'
import { changeOf, createChangeWriter, type Placement, type ChangeRow } from './change-rows.store.ts'
import { diffResources } from './changes-between.rules.ts'
import { type ResourceEvent, type SourceEvent, parseServerTime } from './events.rules.ts'
import type { RowOutcome } from './received-events.store.ts'
import { type PolledKind, isPolled, type Seen } from './resource.rules.ts'
import {
  computeBackgroundDelay,
  computeGoneDelay,
  computeRelayedDelay,
  withJitter,
} from './schedule.rules.ts'

/** Columns common to every list of resources. */
export interface ListedColumns {
  id: string
  status: string
  status_description: string | null
  vrm: string | null
  vin: string | null
  label: string | null
  since: number
  checked_at: number | null
  gone: number
}

/** A stored resource as a row of a list. */
export function listRowOf(kind: ResourceRow['kind'], row: ListedColumns): ResourceRow {
  return {
    kind,
    id: row.id,
    subject: {
      ...(row.vrm !== null && { vrm: row.vrm }),
      ...(row.vin !== null && { vin: row.vin }),
      ...(row.label !== null && { label: row.label }),
    },
    status: row.status,
    ...(row.status_description !== null && { statusDescription: row.status_description }),
    since: row.since,
    checkedAt: row.checked_at,
    gone: row.gone === 1,
  }
}

export interface DueResource {
  kind: PolledKind
  id: string
  failures: number
}

/** Time of the next fetch while a relay reports changes, as in the index `resource_relayed`. */
const RELAYED = 'coalesce(relayed_at, next_at)'

/** Finds the resources to fetch, and when. Runs in the worker. */
export function createDueResourceQueries(db: Database.Database) {
  const due = db.prepare<[number, number], DueResource>(
    'SELECT kind, id, failures FROM resource WHERE next_at <= ? ORDER BY next_at LIMIT ?',
  )
  const nextDue = db.prepare<[], { at: number | null }>(
    'SELECT min(next_at) AS at FROM resource WHERE next_at IS NOT NULL',
  )
  /** Resources that are due while a relay reports changes. */
  const relayedDue = db.prepare<[number, number], DueResource>(
    `SELECT kind, id, failures FROM resource WHERE next_at IS NOT NULL AND ${RELAYED} <= ? ORDER BY ${RELAYED} LIMIT ?`,
  )
  const nextRelayedDue = db.prepare<[], { at: number | null }>(
    `SELECT min(${RELAYED}) AS at FROM resource WHERE next_at IS NOT NULL`,
  )
  const groups = db.prepare<[], { kind: PolledKind; status: string; n: number }>(
    'SELECT kind, status, count(*) AS n FROM resource WHERE next_at IS NOT NULL AND gone = 0 GROUP BY kind, status',
  )
  const lastChecked = db.prepare<[], { at: number | null }>('SELECT max(checked_at) AS at FROM resource')
  const reconcile = db.prepare<[number, number, number]>(
    `UPDATE resource INDEXED BY resource_due SET next_at = min(next_at, coalesce(checked_at, 0), ?), relayed_at = NULL
     WHERE next_at IS NOT NULL AND gone = 0 AND (coalesce(checked_at, 0) < ? OR checked_at > ?)`,
  )

  return {
    /**
     * Due resources, the longest due first.
     * @param relayed a relay reports changes, so that most are fetched later
     */
    dueResources: (now: number, limit: number, relayed = false): DueResource[] =>
      (relayed ? relayedDue : due).all(now, limit),
    nextResourceDue: (relayed = false): number | null =>
      (relayed ? nextRelayedDue : nextDue).get()?.at ?? null,
    openResources: () => groups.all(),
    lastResourceCheck: (): number | null => lastChecked.get()?.at ?? null,
    /**
     * Marks every open resource that was not fetched since `checkedBefore` as due, the oldest fetch first. A fetch
     * time in the future, from before the clock was set back, counts as old.
     */
    reconcileResources: (checkedBefore: number, now: number): number =>
      reconcile.run(now, checkedBefore, now).changes,
  }
}

interface StoredResource extends ListedColumns {
  seq: number
  kind: PolledKind
  added_at: number
  next_at: number | null
  failures: number
  error: string | null
  muted: number
  server_at: number | null
  provisional_at: number | null
  revision: string | null
  body: string
  blocked_at: number | null
}

/** Answer of the service about one resource. */
export interface Answered {
  seen: Seen
  now: number
  officeHours: boolean
  /** Random number from 0 to 1, for the jitter of the next fetch. */
  random: number
  /** Cause of the changes: the outside world, or this PC. */
  cause: 'poll' | 'own'
  /** Accepts an answer older than the stored one, because the service keeps repeating it. */
  insist: boolean
}

export interface AnswerOutcome {
  /** `stale`: the answer is older than the stored one, so it was ignored. */
  result: 'first' | 'changed' | 'same' | 'stale'
  /** Numbers of the added rows. */
  seqs: number[]
}

/** Effect of the service's answer that a resource is unknown. */
export interface Vanished {
  /** Numbers of the added rows. */
  seqs: number[]
  /** True if the row of the resource looks different now. */
  changed: boolean
}

/**
 * Queries of changes. Runs in the worker; every write is one transaction.
 * @param kept called when a procedure was stored whole, for further writes
 */
export function createResourceQueries(db: Database.Database, onKept: (id: string, now: number) => void) {
  const writer = createChangeWriter(db)
  const { isSelfCaused, isOwnResource } = createSelfCaused(db)
  const find = db.prepare<[string, string], StoredResource>(
    'SELECT * FROM resource WHERE kind = ? AND id = ?',
  )
  const visible = db.prepare<[string, string], StoredResource>(
    `SELECT * FROM resource WHERE kind = ? AND id = ? AND ${VISIBLE}`,
  )
  const allVisible = db.prepare<[], { kind: PolledKind; id: string }>(
    `SELECT kind, id FROM resource WHERE kind IN ('procedure', 'signature') AND gone = 0 AND ${VISIBLE}`,
  )
  const insert = db.prepare<[string, string, string, number, number, number]>(
    'INSERT INTO resource (kind, id, status, since, added_at, next_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const dueNow = db.prepare<[number, string, string]>(
    `UPDATE resource SET next_at = ?, relayed_at = NULL, gone = 0,
       -- Never read: out of sight until it is.
       blocked_at = CASE WHEN revision IS NULL THEN blocked_at END WHERE kind = ? AND id = ?`,
  )
  const saveResource = db.prepare(
    `UPDATE resource SET status = @status, status_description = @statusDescription, vrm = @vrm, vin = @vin,
       label = @label, since = @since, checked_at = @now, next_at = @nextAt, relayed_at = @relayedAt,
       failures = 0, error = NULL, gone = 0, server_at = coalesce(@serverAt, server_at), provisional_at = @provisionalAt, revision = @revision, body = @body,
       -- What changes lives: it is in sight again.
       blocked_at = NULL
     WHERE kind = @kind AND id = @id`,
  )
  const touch = db.prepare<[number, number | null, number | null, string, string]>(
    `UPDATE resource SET checked_at = ?, next_at = ?, relayed_at = ?, failures = 0, error = NULL, gone = 0
     WHERE kind = ? AND id = ?`,
  )
  const fail = db.prepare<[number, string, string, string]>(
    `UPDATE resource SET failures = failures + 1, next_at = CASE WHEN next_at IS NULL THEN NULL ELSE ? END,
       relayed_at = NULL, error = ? WHERE kind = ? AND id = ?`,
  )
  /** `failures` counts the answers that the resource is unknown. */
  const vanish = db.prepare<[number, number, number | null, string, string]>(
    'UPDATE resource SET gone = 1, failures = ?, checked_at = ?, next_at = ?, relayed_at = NULL WHERE kind = ? AND id = ?',
  )
  const outOfSight = db.prepare<[number, string, string]>(
    'UPDATE resource SET blocked_at = ? WHERE kind = ? AND id = ?',
  )
  const timeline = db.prepare<[string, string], ChangeRow>(
    'SELECT * FROM change WHERE kind = ? AND id = ? ORDER BY ord DESC, seq DESC LIMIT 500',
  )
  const mute = db.prepare<[number, string, string]>('UPDATE resource SET muted = ? WHERE kind = ? AND id = ?')
  /** Changes made from this PC are not news. */
  const choosePlacement = (
    kind: string,
    id: string,
    sourceEvent: SourceEvent,
    placement: Placement,
  ): Placement => (placement === 'inbox' && isSelfCaused(kind, id, sourceEvent) ? 'own' : placement)

  /** Stores an answer in one transaction: data, timeline, Novedades and notifications. */
  const answered = db.transaction((input: Answered): AnswerOutcome => {
    const { seen, now, cause, insist } = input
    const { kind, id } = seen
    const known = find.get(kind, id)
    const serverAt = parseServerTime(seen.updatedAt ?? undefined, now)
    const schedule = (since: number): { nextAt: number | null; relayedAt: number | null } => {
      const watched = {
        kind,
        status: seen.status,
        age: Math.max(0, now - since),
        officeHours: input.officeHours,
      }
      const addJitter = (delay: number | null) =>
        delay === null ? null : now + withJitter(delay, input.random)
      return {
        nextAt: addJitter(computeBackgroundDelay(watched)),
        relayedAt: addJitter(computeRelayedDelay(watched)),
      }
    }
    const recordUnchanged = (since: number) => {
      const { nextAt, relayedAt } = schedule(since)
      touch.run(now, nextAt, relayedAt, kind, id)
    }
    const older = known?.server_at != null && serverAt !== null && serverAt < known.server_at
    if (known && older && !insist) {
      recordUnchanged(known.since)
      return { result: 'stale', seqs: [] }
    }
    const before = known?.revision == null ? null : recordIn(known.body)
    if (!known) insert.run(kind, id, seen.status, now, now, now)
    // A resource's first state starts its timeline without being news, unless an event reported it.
    const placement: Placement = cause === 'own' ? 'own' : writer.hasLines(kind, id) ? 'inbox' : 'timeline'
    const seqs = diffResources(kind, before, seen.body, now).flatMap(
      (sourceEvent) =>
        writer.write({
          kind,
          id,
          sourceEvent,
          placement: choosePlacement(kind, id, sourceEvent, placement),
        }) ?? [],
    )
    const isOwn = (change: Change, seq: number) =>
      isSelfCaused(kind, id, change, seq) || (cause === 'own' && change.status === seen.status)
    if (known?.revision === null) seqs.push(...writer.release(kind, id, isOwn, now))
    if (kind === 'procedure') writer.settleIncidents(id, seen.body)
    const since = writer.since(kind, id) ?? known?.since ?? now
    if (before !== null && known?.revision === seen.revision) {
      recordUnchanged(since)
      // A resource that is back, or readable again, is shown as changed even with the same content.
      const wasOff = known.gone === 1 || known.error !== null
      return { result: seqs.length > 0 || wasOff ? 'changed' : 'same', seqs }
    }
    saveResource.run({
      kind,
      id,
      status: seen.status,
      statusDescription: seen.statusDescription,
      vrm: seen.subject.vrm ?? null,
      vin: seen.subject.vin ?? null,
      label: seen.subject.label ?? null,
      since,
      now,
      ...schedule(since),
      serverAt,
      provisionalAt: parseServerTime(seen.provisionalSince ?? undefined, now),
      revision: seen.revision,
      body: JSON.stringify(seen.body),
    })
    if (kind === 'procedure') onKept(id, now)
    return { result: before === null ? 'first' : 'changed', seqs }
  })

  /**
   * Stores an event. The resource is fetched next, at the latest after a restart, because the event itself is only a
   * hint.
   */
  const eventArrived = db.transaction(
    ({ kind, id, sourceEvent }: ResourceEvent, placement: Placement): number | null => {
      const known = find.get(kind, id)
      if (isPolled(kind) && !known)
        insert.run(kind, id, sourceEvent.status ?? '', sourceEvent.at, sourceEvent.seenAt, sourceEvent.seenAt)
      const seq = writer.write({
        kind,
        id,
        sourceEvent,
        placement: choosePlacement(kind, id, sourceEvent, placement),
      })
      // Retention may have blocked the resource. A duplicate event does not make it visible again.
      if (known && (seq !== null || known.blocked_at === null)) dueNow.run(sourceEvent.seenAt, kind, id)
      return seq
    },
  )

  return {
    resourceAnswered: (input: Answered): AnswerOutcome => answered.immediate(input),

    /** Records an unusable answer or a refusal. The resource is fetched again later, after the others. */
    resourceFailed: (kind: string, id: string, error: AppError, nextAt: number): void =>
      void fail.run(nextAt, JSON.stringify(error), kind, id),

    /**
     * Records that the service no longer knows a resource. The resource stays, is notified once, and is polled less
     * and less.
     */
    resourceGone: db.transaction((kind: PolledKind, id: string, now: number, random: number): Vanished => {
      const known = find.get(kind, id)
      if (!known) return { seqs: [], changed: false }
      const wasGone = known.gone === 1
      const looks = wasGone ? known.failures + 1 : 1
      const delay = computeGoneDelay(looks)
      vanish.run(looks, now, delay === null ? null : now + withJitter(delay, random), kind, id)
      if (wasGone) return { seqs: [], changed: false }
      // Only an event named this resource, which may belong to another account of the office, or be unknown to the
      // service yet. The resource is hidden until its first answer.
      if (known.revision === null && writer.hasLines(kind, id)) {
        outOfSight.run(now, kind, id)
        writer.withdraw(kind, id)
        return { seqs: [], changed: true }
      }
      const sourceEvent = {
        event: `${kind}.gone`,
        detail: { gone: now },
        at: now,
        seenAt: now,
        source: 'poll' as const,
        serverAt: null,
        key: `${kind}.gone ${id} ${now}`,
      }
      const seq = writer.write({ kind, id, sourceEvent, placement: 'inbox' })
      return { seqs: seq === null ? [] : [seq], changed: true }
    }),

    /** Procedures and signatures that the user sees. */
    visibleResources: (): { kind: PolledKind; id: string }[] => allVisible.all(),

    /** True once an answer about the resource was stored. */
    isResourceRead: (kind: string, id: string): boolean => find.get(kind, id)?.revision != null,

    eventArrived,

    /** Stores an event of the relay. It becomes news once its resource is read, and never before. */
    eventReceived: db.transaction((event: ResourceEvent): RowOutcome => {
      const { kind, id, sourceEvent } = event
      const isNamed = !isPolled(kind) || find.get(kind, id)?.revision != null
      const seq = eventArrived(event, isNamed ? 'inbox' : 'waiting')
      // A separate statement, so that the trigger on `blocked_at` fires.
      if (!isNamed && !isOwnResource(kind, id)) outOfSight.run(sourceEvent.seenAt, kind, id)
      return seq === null ? 'same' : isNamed ? 'new' : 'waits'
    }),

    /** Stores the change for a report that finished here. Reports are not polled as resources. */
    reportHappened: db.transaction((event: ResourceEvent, subject: Subject): number | null =>
      writer.write({
        kind: event.kind,
        id: event.id,
        sourceEvent: event.sourceEvent,
        placement: 'inbox',
        subject,
      }),
    ),

    resourceView(kind: string, id: string): ResourceView | null {
      const row = visible.get(kind, id)
      if (!row) return null
      return {
        ...listRowOf(row.kind, row),
        addedAt: row.added_at,
        nextCheckAt: row.next_at,
        muted: row.muted === 1,
        ...(row.error !== null && { error: JSON.parse(row.error) as AppError }),
        body: recordIn(row.body),
        timeline: timeline.all(kind, id).map((line) => ({ seq: line.seq, ...changeOf(line) })),
      }
    },

    muteResource: (kind: string, id: string, muted: boolean): boolean =>
      mute.run(muted ? 1 : 0, kind, id).changes > 0,
  }
}

/** Milliseconds in which the service or the next fetch reports the move out of `BLOCKED`. */
const FOLLOWS_MS = 3_600_000

/**
 * Finds the changes that this PC caused. A fetch and the relay get the same answer, because both use the stored rows.
 */
interface SelfCaused {
  /**
   * True if this PC caused a reported change. For a procedure: its creation or confirmation, a solved incident, and
   * the move out of `BLOCKED` that follows. For a signature: our request was accepted or sent on.
   * @param seq `seq` of the change, if it has a row
   */
  isSelfCaused(
    kind: string,
    id: string,
    change: Pick<SourceEvent, 'event' | 'status' | 'detail' | 'seenAt'>,
    seq?: number,
  ): boolean
  /** True if this PC created the resource and knows its id. */
  isOwnResource(kind: string, id: string): boolean
}

function createSelfCaused(db: Database.Database): SelfCaused {
  const solved = db.prepare<[string, string], { found: number }>(
    'SELECT 1 AS found FROM attachment WHERE procedure_id = ? AND incident_id = ? AND solve_at IS NOT NULL LIMIT 1',
  )
  const unblocked = db.prepare<[string, number, number], { found: number }>(
    `SELECT 1 AS found FROM attachment s WHERE s.procedure_id = ? AND s.solve_at BETWEEN ? AND ? AND NOT EXISTS (
       SELECT 1 FROM change c WHERE c.kind = 'procedure' AND c.id = s.procedure_id AND c.status = 'PENDING'
         AND c.event = 'procedure.status_changed' AND c.seen_at >= s.solve_at) LIMIT 1`,
  )
  const sentHere = db.prepare<[string], { found: number }>(
    'SELECT 1 AS found FROM signature_request WHERE signature_id = ?',
  )
  const openedHere = db.prepare<[string], { found: number }>(
    'SELECT 1 AS found FROM draft WHERE procedure_id = ? LIMIT 1',
  )
  /** A sent procedure may come back to `PENDING` later. Only its first states are this PC's doing. */
  const earlier = db.prepare<[string, number]>(
    `SELECT 1 FROM change WHERE kind = 'procedure' AND id = ? AND seq < ? AND event = 'procedure.status_changed'
       AND status NOT IN ('DRAFT', 'PENDING') LIMIT 1`,
  )
  const isOpening = (id: string, status: string | undefined, seq: number) =>
    (status === 'DRAFT' || status === 'PENDING') &&
    openedHere.get(id) !== undefined &&
    earlier.get(id, seq) === undefined

  return {
    isOwnResource: (kind, id) =>
      kind === 'procedure' ? openedHere.get(id) !== undefined : sentHere.get(id) !== undefined,

    isSelfCaused(kind, id, { event, status, detail, seenAt }, seq = Number.MAX_SAFE_INTEGER) {
      if (kind === 'signature')
        return (status === 'submitted' || status === 'sent') && sentHere.get(id) !== undefined
      if (kind !== 'procedure') return false
      if (event === 'procedure.incident.solved' || event === 'procedure.incident.removed')
        return (
          detail['incidentId'] !== undefined && solved.get(id, String(detail['incidentId'])) !== undefined
        )
      if (event !== 'procedure.status_changed') return false
      if (isOpening(id, status, seq)) return true
      return status === 'PENDING' && unblocked.get(id, seenAt - FOLLOWS_MS, seenAt) !== undefined
    },
  }
}
