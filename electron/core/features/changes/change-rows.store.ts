import type Database from 'better-sqlite3-multiple-ciphers'
import {
  changeSchema,
  type Change,
  type InboxRow,
  type ResourceKind,
  type Subject,
} from '#shared/bridge/inbox.ts'
import { LEGAL_ALERT, REQUEST_ALERT } from '#shared/domain/notifications.ts'
import { isHandedIn, isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'
import { getFact, type SourceEvent, mergeIntoTimeline, type Line } from './events.rules.ts'
import { incidentsIn, waitsForOthersOnly } from '#shared/text/incidents.ts'
import { dependsOnOffice, isActionable } from './alerts.rules.ts'
import { vehicleOf } from '../cases/case-functions.store.ts'
import { createInboxMarks } from '../inbox/inbox-marks.store.ts'
import { createMoments } from '../inbox/moments.store.ts'
import { readRecord } from '../../store/stored-json.rules.ts'
import { VISIBLE } from '../../store/visible.ts'

/** Stored row of `change`. */
export interface ChangeRow {
  seq: number
  kind: ResourceKind
  id: string
  event: string
  status: string | null
  detail: string
  at: number
  seen_at: number
  server_at: number | null
  ord: number
  source: Change['source']
  key: string | null
  mine: number
  state: InboxRow['state'] | null
  until: number | null
  /** Colleague who marked it at another PC; `null` for a mark of this PC. */
  marked_by: string | null
}

/** Subject of a stored change. */
export interface SubjectColumns {
  r_vrm: string | null
  r_vin: string | null
  r_label: string | null
  vehicle: string | null
  client: string | null
  seller: string | null
  buyer: string | null
}

/** Open procedure of the plate of a report, the latest. A client of an ended procedure may have sold the vehicle. */
const CASE_OF_PLATE = `(SELECT max(k.seq) FROM case_record k INDEXED BY case_record_vrm
  WHERE k.vrm = c.vrm AND k.blocked = 0 AND k.closed_at IS NULL)`
/** Columns of `SubjectColumns`, from a change `c` with `SUBJECT_JOINS`. */
export const SUBJECT_COLUMNS = `coalesce(r.vrm, c.vrm, p.vrm) AS r_vrm, coalesce(r.vin, p.vin) AS r_vin,
  coalesce(r.label, c.label) AS r_label, ${vehicleOf('coalesce(r.vrm, c.vrm, p.vrm)')} AS vehicle,
  d.client, d.seller_name AS seller, d.buyer_name AS buyer`
/** Joins a change with its resource, and with the procedure that has its client: a signature has one by its link. */
export const SUBJECT_JOINS = `LEFT JOIN resource r ON r.kind = c.kind AND r.id = c.id
  LEFT JOIN signature_link l ON c.kind = 'signature' AND l.signature_id = c.id
  LEFT JOIN resource p ON p.kind = 'procedure' AND p.id = l.procedure_id AND p.${VISIBLE}
  LEFT JOIN case_annotations d ON d.seq = CASE c.kind WHEN 'report' THEN ${CASE_OF_PLATE}
    WHEN 'procedure' THEN iif(r.${VISIBLE}, r.seq, NULL) ELSE p.seq END`

export const subjectOf = (row: SubjectColumns): Subject => ({
  ...(row.r_vrm !== null && { vrm: row.r_vrm }),
  ...(row.r_vin !== null && { vin: row.r_vin }),
  ...(row.r_label !== null && { label: row.r_label }),
  ...(row.vehicle && { vehicle: row.vehicle }),
  ...(row.client && { client: row.client }),
  ...(row.seller && { seller: row.seller }),
  ...(row.buyer && { buyer: row.buyer }),
})

/**
 * Initial placement of a new row. `inbox`: in Novedades, with a notification. `own`: an action of this PC.
 * `timeline`: only in the timeline. `waiting`: not in Novedades until its resource is read (`release`), so that no
 * row lacks its plate or name.
 */
export type Placement = 'inbox' | 'own' | 'timeline' | 'waiting'

/** A change and its placement. `subject`: for a change without a resource of its own. */
export interface NewChange {
  kind: ResourceKind
  id: string
  sourceEvent: SourceEvent
  placement: Placement
  subject?: Subject
}

/** Events that other rows report already, so they would be duplicates in Novedades. */
const LINES_ONLY = new Set(['procedure.finished'])

/** Writes changes into timelines. Runs inside the open transaction. */
export function createChangeWriter(db: Database.Database) {
  const moments = createMoments(db)
  const { showMarkOf } = createInboxMarks(db)
  const linesOf = db.prepare<[string, string], ChangeRow>('SELECT * FROM change WHERE kind = ? AND id = ?')
  const insert = db.prepare(
    `INSERT INTO change (kind, id, event, status, detail, at, seen_at, server_at, ord, source, key, mine, vrm, label,
       state, notice, notice_why)
     VALUES (@kind, @id, @event, @status, @detail, @at, @seenAt, @serverAt, @ord, @source, @key, @mine, @vrm, @label,
       @state, @notice, @why)`,
  )
  const merge = db.prepare(
    `UPDATE change SET key = coalesce(key, @key), server_at = coalesce(@serverAt, server_at), at = min(at, @at),
       ord = @ord, detail = json_patch(@detail, detail) WHERE seq = @seq`,
  )
  const promote = db.prepare<[number, number]>('UPDATE change SET ord = ? WHERE seq = ?')
  const noLongerActionable = db.prepare<[string, string, number]>(
    `UPDATE change SET mine = 0
     WHERE kind = ? AND id = ? AND mine = 1 AND ord <= ? AND event NOT IN ('${LEGAL_ALERT}', '${REQUEST_ALERT}')`,
  )
  const termsOver = db.prepare<{ id: string; party: string | null }>(
    `UPDATE change SET mine = 0 WHERE kind = 'procedure' AND id = @id AND mine = 1 AND event = '${LEGAL_ALERT}'
       AND (@party IS NULL OR (json_valid(detail) AND json_extract(detail, '$.about') = @party))`,
  )
  const withdraw = db.prepare<[string, string]>(
    `UPDATE change SET state = NULL, until = NULL, mine = 0,
       notice_why = CASE WHEN notice IN ('due', 'raising') THEN 'unknown' ELSE notice_why END,
       notice = CASE WHEN notice IN ('due', 'raising') THEN 'suppressed' ELSE notice END
     WHERE kind = ? AND id = ? AND state IS NOT NULL`,
  )
  /** Rows that never entered Novedades. Only an event of an unread resource is written like this. */
  const waiting = db.prepare<[string, string], ChangeRow>(
    `SELECT * FROM change WHERE kind = ? AND id = ? AND state IS NULL AND notice IS NULL AND source = 'relay'
       AND event NOT IN (${[...LINES_ONLY].map((event) => `'${event}'`).join(', ')}) ORDER BY seq`,
  )
  /**
   * Moves a row into Novedades under a new number, because rows newer than the newest row on screen count as unseen.
   */
  const enter = db.prepare(
    `UPDATE change SET seq = (SELECT max(seq) + 1 FROM change), source = @source, mine = @mine, state = @state,
       notice = @notice, notice_why = @why WHERE seq = @seq RETURNING seq`,
  )
  const ofIncidents = db.prepare<[string], ChangeRow>(
    `SELECT * FROM change WHERE kind = 'procedure' AND id = ? AND source <> 'own'
       AND event IN ('procedure.status_changed', 'procedure.incident.added', 'alert.inactive') ORDER BY ord, seq`,
  )
  const setMine = db.prepare<[number, number]>('UPDATE change SET mine = ? WHERE seq = ?')
  const incidentOver = db.prepare<[string, string, string]>(
    `UPDATE change SET mine = 0 WHERE kind = ? AND id = ? AND mine = 1 AND event = 'procedure.incident.added'
       AND json_valid(detail) AND json_extract(detail, '$.incidentId') = ?`,
  )

  /**
   * Settles the actionable rows once the procedure is no longer blocked, or the incident is over. A late state
   * settles only rows from before it, because a later block still waits. Of the alerts of a legal term only the last
   * one waits, until the office has handed the procedure in.
   */
  function insertOrMerge({ kind, id, sourceEvent }: NewChange, ord: number): void {
    if (kind !== 'procedure') return
    const { event, status, detail } = sourceEvent
    if (event === 'procedure.status_changed' && status !== 'BLOCKED') noLongerActionable.run(kind, id, ord)
    // This includes an alert raised between the end of the procedure and the arrival of its state here.
    if (event === 'procedure.status_changed' && (isProcedureOver(status) || isHandedIn(status)))
      termsOver.run({ id, party: null })
    if (event === LEGAL_ALERT) termsOver.run({ id, party: String(detail['about']) })
    const { incidentId } = detail
    if (incidentId !== undefined && /\.(solved|removed)$/.test(event))
      incidentOver.run(kind, id, String(incidentId))
  }

  return {
    /** @returns the new row's `seq`, or `null` for a duplicate */
    write(change: NewChange): number | null {
      const { kind, id, sourceEvent, subject } = change
      const step = mergeIntoTimeline(linesOf.all(kind, id).map(toLine), sourceEvent)
      const detail = JSON.stringify(sourceEvent.detail)
      if (step.step === 'none') return null
      if (step.step === 'promote') {
        promote.run(step.ord, step.seq)
        return null
      }
      if (step.step === 'merge') {
        merge.run({ ...sourceEvent, detail, seq: step.seq, ord: step.ord })
        // The service's time of the event may be the one under which a colleague has marked it.
        showMarkOf(kind, id, step.seq, sourceEvent.seenAt)
        return null
      }
      insertOrMerge(change, step.ord)
      const placement = LINES_ONLY.has(sourceEvent.event) ? 'timeline' : change.placement
      const source = placement === 'own' ? 'own' : sourceEvent.source
      const { state } = PLACEMENTS[placement]
      const { lastInsertRowid } = insert.run({
        kind,
        id,
        event: sourceEvent.event,
        status: sourceEvent.status ?? null,
        detail,
        at: sourceEvent.at,
        seenAt: sourceEvent.seenAt,
        serverAt: sourceEvent.serverAt,
        ord: step.ord,
        source,
        key: sourceEvent.key,
        mine: canBeMine(placement) && isActionable(sourceEvent) ? 1 : 0,
        vrm: subject?.vrm ?? null,
        label: subject?.label ?? null,
        ...PLACEMENTS[placement],
      })
      const seq = Number(lastInsertRowid)
      const { event, seenAt } = sourceEvent
      if (state !== null) {
        moments.enter({ seq, kind, id, event, source, seenAt, state })
        showMarkOf(kind, id, seq, seenAt)
      }
      return seq
    },

    /**
     * Puts the rows that waited for their resource into Novedades, the oldest first.
     * @returns their new numbers
     */
    release(
      kind: string,
      id: string,
      isOwn: (change: Change, seq: number) => boolean,
      now: number,
    ): number[] {
      return waiting.all(kind, id).map((row) => {
        const change = changeOf(row)
        const placement = isOwn(change, row.seq) ? 'own' : 'inbox'
        const source = placement === 'own' ? 'own' : row.source
        const { state } = PLACEMENTS[placement]
        const mine = placement === 'own' ? 0 : row.mine
        const { seq } = enter.get({ seq: row.seq, source, mine, ...PLACEMENTS[placement] }) as { seq: number }
        const { event, seen_at: seenAt } = row
        moments.enter({ seq, kind, id, event, source, seenAt, state })
        showMarkOf(kind, id, seq, now)
        return seq
      })
    },

    /**
     * Decides from the answer which rows of a blocked procedure wait for the office. One rule covers the state, its
     * incidents and their reminders. An incident that depends on third parties never waits for the office.
     */
    settleIncidents(id: string, body: Record<string, unknown>): void {
      if (body['status'] !== 'BLOCKED') return
      const incidents = incidentsIn(body)
      const isHeld = waitsForOthersOnly('BLOCKED', incidents)
      const rows = ofIncidents.all(id)
      const present = rows.findLast(({ event }) => event === 'procedure.status_changed')
      for (const row of rows) {
        const { detail } = changeOf(row)
        const incident = incidents?.find((one) => one.id !== '' && one.id === detail['incidentId'])
        const mine =
          row.event === 'procedure.status_changed'
            ? row === present && row.status === 'BLOCKED' && !isHeld
            : row.event === 'alert.inactive'
              ? row.mine === 1 && !isHeld
              : incident
                ? !incident.solved && incident.waitsFor === 'us'
                : row.mine === 1 && !isHeld && dependsOnOffice(detail)
        if (mine !== (row.mine === 1)) setMine.run(mine ? 1 : 0, row.seq)
      }
    },

    /** Time at which the resource entered its present state, by its timeline. */
    since(kind: string, id: string): number | null {
      const lines = linesOf.all(kind, id).filter((row) => getFact(changeOf(row)).what === 'status')
      return lines.toSorted((a, b) => a.ord - b.ord || a.seq - b.seq).at(-1)?.at ?? null
    },
    /** Takes the rows of a resource out of Novedades, and cancels their notifications. */
    withdraw: (kind: string, id: string): void => void withdraw.run(kind, id),
    hasLines: (kind: string, id: string): boolean => linesOf.get(kind, id) !== undefined,
  }
}

const canBeMine = (placement: Placement): boolean => placement === 'inbox' || placement === 'waiting'

const PLACEMENTS = {
  inbox: { state: 'unread', notice: 'due', why: null },
  own: { state: 'done', notice: 'suppressed', why: 'own' },
  timeline: { state: null, notice: null, why: null },
  waiting: { state: null, notice: null, why: null },
} as const

export function changeOf(row: ChangeRow): Change {
  const { data: detail } = changeSchema.shape.detail.safeParse(readRecord(row.detail))
  return {
    event: row.event,
    ...(row.status !== null && { status: row.status }),
    detail: detail ?? {},
    ...(detail === undefined && { unreadable: true }),
    at: row.at,
    seenAt: row.seen_at,
    source: row.source,
  }
}

function toLine(row: ChangeRow): Line {
  const { seq, ord, key, server_at } = row
  return { ...changeOf(row), seq, ord, key, serverAt: server_at }
}
