import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import {
  boundSkew,
  maxStamp,
  nextStamp,
  parseStamp,
  type Stamp,
  stampAt,
} from '#shared/records/hybrid-clock.ts'
import {
  dropHistory,
  emptyRecord,
  eraseRecord,
  type FieldValue,
  highestStamp,
  mergeRecords,
  parseRecord,
  readFields,
  readVersions,
  type SharedRecord,
  writeFields,
} from '#shared/records/shared-record.ts'
import { recordIdOf } from '#shared/sealing/sealed-record.ts'
import type { SharedHistory, SharedKindId } from '#shared/bridge/sharing.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { HANDOVER, HANDOVER_PART } from '../drafts/handovers.rules.ts'
import { createOfficeSettings } from './office-settings.store.ts'
import { createPeople, type SharedKind } from './shared-kinds.store.ts'

/** Sharing of this PC with the others of its office, as stored. */
export interface StoredSharing {
  isOn: boolean
  /** Id of this PC at the relay. */
  device: string
  /** 32 bytes in base64url that all PCs of the office have. The ids of records are derived from them. */
  secret: string
  /** Highest stamp that this PC has made or read. */
  seen: Stamp | null
  /** Position in the relay's list of records, as `EPOCH.SEQ`. `null` before the first read. */
  cursor: string | null
}

/** Content of a record, as it is sealed. `key` names the thing on each PC; a record without fields has none. */
interface Content extends SharedRecord {
  kind: SharedKindId
  key?: string
}

interface Row {
  seq: number
  id: string
  kind: SharedKindId
  key: string | null
  content: string
  relay_seq: number
  revision: number
  applied: number
}

/** Record to write to the relay. */
export interface OutgoingRecord {
  id: string
  content: string
  /** Number of the write that this one replaces, 0 for a new record. */
  after: number
  revision: number
}

/** Record that the relay gave, opened. */
export interface ArrivedRecord {
  id: string
  content: string
  /** Number of its write. */
  seq: number
  /** Key that it is sealed with. */
  keyId: string
}

/** Record that the relay no longer has. */
export type RemovedRecord = Pick<ArrivedRecord, 'id' | 'seq'>

/** Things that another PC changed: their kind and key. */
export type ChangedThing = readonly [kind: SharedKindId | typeof HANDOVER, key: string]

/** Records of hand-overs, which are not merged (`../drafts/handovers.store.ts`). In the caller's transaction. */
export interface HandoverRecords {
  arrived(record: ArrivedRecord, now: number): ChangedThing | null
  /** The relay has no readable record of this id. */
  lost(id: string, seq: number, isDeleted: boolean): ChangedThing | null
  restarted(): void
  officeLeft(now: number): void
}

/** Erasure of shared records, in the caller's transaction. */
export type SharedErasures = Pick<
  ReturnType<typeof createSharingQueries>,
  'eraseShared' | 'eraseSharedAbout' | 'erasureConfirmations'
>

export interface SharedCounts {
  /** Records of this PC. */
  total: number
  /** Records that the relay does not have yet, or has in an older state. */
  pending: number
}

const SHARING = 'sharing'
/** Changed things per step. */
const STEP = 200
/** Bytes of one write to the relay. Sealing adds a third. */
const MAX_OUTGOING = 1_200_000
/** Bytes of one record. A larger one loses its history; one that is still larger is not shared. */
const MAX_CONTENT = 700_000
/** Beginning of the names of the fields by which each PC confirms an erasure. The rest is the id of the PC. */
const APPLIED_FIELD = 'applied:'
const FITS = `octet_length(content) <= ${MAX_CONTENT}`

/**
 * Queries of what the PCs of an office share. Runs in the worker; every write is one transaction. Triggers note each
 * changed thing (`shared_change`) with the change itself, so a kill loses none.
 */
export function createSharingQueries(
  db: Database.Database,
  kinds: Readonly<Record<SharedKindId, SharedKind>>,
  handovers: HandoverRecords,
) {
  const readMeta = db.prepare<[string], string>('SELECT v FROM meta WHERE k = ?').pluck()
  const writeMeta = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const byId = db.prepare<[string], Row>('SELECT * FROM shared_record WHERE id = ?')
  const named = db.prepare<[], Row & { key: string }>('SELECT * FROM shared_record WHERE key IS NOT NULL')
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO shared_record (id, kind, content) VALUES (?, ?, ?)',
  )
  const write = db.prepare<{ seq: number; key: string | null; content: string }>(
    'UPDATE shared_record SET key = @key, content = @content, revision = revision + 1 WHERE seq = @seq',
  )
  /** Notes the relay's number of a record. Without a difference nothing is pending. */
  const noteRelay = db.prepare<{ seq: number; relaySeq: number; keyId: string; isSame: number }>(
    `UPDATE shared_record SET relay_seq = @relaySeq, key_id = @keyId,
       sent_revision = CASE WHEN @isSame THEN revision ELSE 0 END WHERE seq = @seq`,
  )
  const noteStored = db.prepare<{ id: string; relaySeq: number; keyId: string; revision: number }>(
    `UPDATE shared_record SET relay_seq = @relaySeq, key_id = @keyId, sent_revision = @revision
     WHERE id = @id AND relay_seq < @relaySeq`,
  )
  const noteDamaged = db.prepare<[number, string]>(
    'UPDATE shared_record SET relay_seq = ?, sent_revision = 0 WHERE id = ?',
  )
  const noteApplied = db.prepare<[number, number]>('UPDATE shared_record SET applied = ? WHERE seq = ?')
  const pending = db.prepare<[number], Row>(
    `SELECT * FROM shared_record WHERE revision > sent_revision AND ${FITS} ORDER BY seq LIMIT ?`,
  )
  const ofOtherKey = db.prepare<{ keyId: string; limit: number }, Row>(
    `SELECT * FROM shared_record WHERE (key_id < @keyId OR key_id > @keyId) AND ${FITS} LIMIT @limit`,
  )
  const counts = db.prepare<[], SharedCounts>(
    `SELECT (SELECT count(*) FROM shared_record) AS total,
       (SELECT count(*) FROM shared_record WHERE revision > sent_revision AND ${FITS}) AS pending`,
  )
  const forgetRelay = db.prepare('UPDATE shared_record SET relay_seq = 0, sent_revision = 0')
  const removeAll = db.prepare('DELETE FROM shared_record')
  const changes = db.prepare<[number], { kind: SharedKindId; key: string; is_old: number }>(
    'SELECT kind, key, is_old FROM shared_change LIMIT ?',
  )
  const hasChange = db.prepare<[string, string]>('SELECT 1 FROM shared_change WHERE kind = ? AND key = ?')
  const addChange = db.prepare<[kind: string, key: string, isOld: number]>(
    'INSERT INTO shared_change (kind, key, is_old) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const removeChange = db.prepare<[string, string]>('DELETE FROM shared_change WHERE kind = ? AND key = ?')
  const hasAnyChange = db.prepare<[], number>('SELECT 1 FROM shared_change LIMIT 1').pluck()

  const unconfirmed = db.prepare<[], Row & { key: string }>(
    `SELECT * FROM shared_record WHERE kind = 'erasure' AND key IS NOT NULL AND applied = 0`,
  )
  const confirmAgain = db.prepare(`UPDATE shared_record SET applied = 0 WHERE kind = 'erasure'`)
  const countErased = db
    .prepare<{ ids: string; from: Stamp }, number>(
      `SELECT count(*) FROM json_each(@ids) e JOIN shared_record r ON r.id = e.value
       WHERE r.content ->> 'erased' >= @from`,
    )
    .pluck()

  const people = createPeople(db)
  let skewMs = 0
  /** The next stamp, of the time that all PCs have. */
  const stampNow = ({ seen, device }: StoredSharing, now: number): Stamp =>
    nextStamp(seen, now + skewMs, device)
  const readSharing = () => JSON.parse(readMeta.get(SHARING) ?? 'null') as StoredSharing | null
  const writeSharing = (sharing: StoredSharing) => writeMeta.run(SHARING, JSON.stringify(sharing))

  const parseContent = (content: string): SharedRecord => parseRecord(JSON.parse(content)) ?? emptyRecord
  const idOf = ({ secret }: StoredSharing, kind: SharedKindId, key: string) =>
    recordIdOf(Buffer.from(secret, 'base64url'), kind, key)

  /** Row of a thing, a new one without fields if it has none. */
  function requireRow(id: string, kind: SharedKindId): Row {
    const known = byId.get(id)
    if (known) return known
    insert.run(id, kind, JSON.stringify({ kind, ...emptyRecord } satisfies Content))
    return byId.get(id) as Row
  }

  function writeContent({ seq, kind }: Row, key: string | null, record: SharedRecord): void {
    // An erased record does not keep its key either, because the key may be the identifier of a person.
    const kept = Object.keys(record.fields).length === 0 ? null : key
    const content: Content = { kind, ...(kept !== null && { key: kept }), ...record }
    write.run({ seq, key: kept, content: JSON.stringify(content) })
  }

  /** Writes the present fields of a record where the program reads them. */
  function apply(row: Row, key: string, record: SharedRecord, now: number): void {
    const isApplied = kinds[row.kind].write(key, readFields(record), now)
    noteApplied.run(isApplied ? 1 : 0, row.seq)
    removeChange.run(row.kind, key)
  }

  /** Takes what was changed on this PC into its record. */
  function collect(sharing: StoredSharing, kind: SharedKindId, key: string, isOld: boolean, now: number) {
    removeChange.run(kind, key)
    const here = kinds[kind].read(key, now)
    if (here === null) return
    const id = idOf(sharing, kind, key)
    const known = byId.get(id)
    const record = known ? parseContent(known.content) : emptyRecord
    if (known?.applied === 0) return apply(known, key, record, now)
    const removed = isOld ? [] : Object.keys(readFields(record)).filter(kinds[kind].owns)
    const values = { ...Object.fromEntries(removed.map((name) => [name, null])), ...here.fields }
    if (!known && Object.keys(values).length === 0) return
    // A change from before sharing was turned on keeps its own time, so that it does not replace newer values.
    const at = isOld ? stampAt(Math.min(here.at, now + skewMs), sharing.device) : stampNow(sharing, now)
    const next = fitRecord(writeFields(record, values, at))
    if (isSame(next, record)) return
    if (!isOld) sharing.seen = at
    const row = requireRow(id, kind)
    writeContent(row, key, next)
    if (isOld) apply(row, key, next, now)
    else kinds[kind].taken?.(key, readFields(next))
  }

  const collectSome = db.transaction((now: number): boolean => {
    const sharing = readSharing()
    if (sharing?.isOn !== true) return false
    const some = changes.all(STEP)
    for (const { kind, key, is_old } of some) collect(sharing, kind, key, is_old === 1, now)
    if (some.length > 0) writeSharing(sharing)
    return some.length === STEP
  })

  function merge(sharing: StoredSharing, arrived: ArrivedRecord, now: number): ChangedThing | null {
    const content: Partial<Content> = recordIn(arrived.content)
    const kindName: string | undefined = content.kind
    if (kindName === HANDOVER || kindName === HANDOVER_PART) return handovers.arrived(arrived, now)
    const remote = parseRecord(content)
    // A later version of the program shares more.
    if (remote === null || content.kind === undefined || !Object.hasOwn(kinds, content.kind)) return null
    const { kind } = content
    // A PC wrote this record under another secret. The same thing has another record under the office's secret.
    if (content.key !== undefined && idOf(sharing, kind, content.key) !== arrived.id) return null
    const key = content.key ?? requireRow(arrived.id, kind).key
    if (key !== null && hasChange.get(kind, key)) collect(sharing, kind, key, false, now)
    const row = requireRow(arrived.id, kind)
    const before = parseContent(row.content)
    const merged = fitRecord(mergeRecords(before, remote))
    const highest = highestStamp(merged)
    if (highest !== null) sharing.seen = maxStamp(sharing.seen, highest)
    const isChanged = !isSame(merged, before)
    if (isChanged) writeContent(row, key, merged)
    noteRelay.run({
      seq: row.seq,
      relaySeq: arrived.seq,
      keyId: arrived.keyId,
      isSame: isSame(merged, remote) ? 1 : 0,
    })
    if (!isChanged || key === null) return null
    apply(row, key, merged, now)
    return [kind, key]
  }

  function eraseRow(sharing: StoredSharing, row: Row, key: string, now: number): void {
    sharing.seen = stampNow(sharing, now)
    writeContent(row, null, eraseRecord(parseContent(row.content), sharing.seen))
    addChange.run(row.kind, key, 0)
  }

  /**
   * Writes the record by which each PC confirms this erasure.
   * @param from lowest stamp of the erased records
   */
  function createErasure(sharing: StoredSharing, ids: readonly string[], from: Stamp, now: number): string {
    const key = randomUUID()
    const row = requireRow(idOf(sharing, 'erasure', key), 'erasure')
    confirm(sharing, { ...row, key }, { records: ids.join(' '), from }, now)
    return key
  }

  function confirm(
    sharing: StoredSharing,
    row: Row & { key: string },
    fields: Record<string, FieldValue>,
    now: number,
  ): void {
    sharing.seen = stampNow(sharing, now)
    const values = { ...fields, [APPLIED_FIELD + sharing.device]: now + skewMs }
    writeContent(row, row.key, writeFields(parseContent(row.content), values, sharing.seen))
  }

  /** Confirms the erasures whose records are all erased here. The others wait for records that are still to come. */
  function confirmErasures(sharing: StoredSharing, now: number): void {
    for (const row of unconfirmed.all()) {
      const {
        records,
        from,
        [APPLIED_FIELD + sharing.device]: applied,
      } = readFields(parseContent(row.content))
      const ids = String(records).split(' ')
      const isErased = countErased.get({ ids: JSON.stringify(ids), from: String(from) }) === ids.length
      if (applied === undefined && !isErased) continue
      if (applied === undefined) confirm(sharing, row, {}, now)
      noteApplied.run(1, row.seq)
    }
  }

  return {
    sharing: readSharing,
    /** Sets how far the relay's clock is ahead of this PC's, in milliseconds. */
    sharingSkew: (ms: number): void => void (skewMs = boundSkew(ms)),
    sharedPeople: people.readAll,
    sharedCounts: (): SharedCounts => counts.get() ?? { total: 0, pending: 0 },
    hasSharedChange: (): boolean => hasAnyChange.get() !== undefined,

    /**
     * Begins to share everything that this PC has. Records of an earlier time are kept: what changed since is compared
     * with them.
     */
    startSharing: db.transaction((device: string, secret: string): void => {
      const before = readSharing()
      if (before !== null && before.secret !== secret) {
        removeAll.run()
        handovers.officeLeft(Date.now())
      }
      const kept = before?.secret === secret ? { seen: before.seen, cursor: before.cursor } : null
      writeSharing({ isOn: true, device, secret, seen: null, cursor: null, ...kept })
      for (const [kind, { turnedOn, keys }] of Object.entries(kinds)) {
        if (before?.isOn !== true) turnedOn?.(Date.now())
        for (const key of keys()) addChange.run(kind, key, 1)
      }
      // A PC that was paired again has another id.
      confirmAgain.run()
    }),

    stopSharing: db.transaction((): void => {
      const sharing = readSharing()
      if (sharing) writeSharing({ ...sharing, isOn: false })
      for (const { turnedOff } of Object.values(kinds)) turnedOff?.()
      db.exec('DELETE FROM shared_change')
    }),

    /** Names who works at this PC. The other PCs are told. */
    nameSharingPerson(name: string): void {
      const sharing = readSharing()
      if (sharing?.isOn === true) people.name(sharing.device, name)
    },

    syncOfficeSettings: db.transaction(createOfficeSettings(db).sync),

    /** Takes some of the changes of this PC into their records. @returns true if there are more */
    collectShared: collectSome,

    /**
     * Records to write to the relay: those with changes, then those that are sealed with another key.
     * @param keyId key that records are sealed with now
     */
    outgoingShared(keyId: string, limit: number): OutgoingRecord[] {
      const changed = pending.all(limit)
      const rows = changed.length > 0 ? changed : ofOtherKey.all({ keyId, limit })
      let bytes = 0
      return rows
        .filter(({ content }, index) => (bytes += Buffer.byteLength(content)) <= MAX_OUTGOING || index === 0)
        .map(({ id, content, relay_seq: after, revision }) => ({ id, content, after, revision }))
    },

    /** The relay has stored these records. */
    sharedStored: db.transaction(
      (stored: readonly { id: string; seq: number; revision: number }[], keyId: string): void => {
        for (const { id, seq, revision } of stored) noteStored.run({ id, relaySeq: seq, revision, keyId })
      },
    ),

    /**
     * Merges records of the relay with those of this PC, and writes what they changed.
     * @param cursor position after them; `null` leaves it
     * @param removed records that the relay has deleted
     */
    sharedArrived: db.transaction(
      (
        arrived: readonly ArrivedRecord[],
        cursor: string | null,
        now: number,
        removed: readonly RemovedRecord[] = [],
      ): ChangedThing[] => {
        const sharing = readSharing()
        if (sharing?.isOn !== true) return []
        const changed = [
          ...arrived.map((record) => merge(sharing, record, now)),
          ...removed.map(({ id, seq }) => handovers.lost(id, seq, true)),
        ].filter((thing) => thing !== null)
        confirmErasures(sharing, now)
        writeSharing({ ...sharing, cursor: cursor ?? sharing.cursor })
        return changed
      },
    ),

    /** The relay has a damaged body of this record, or none (`relaySeq` 0). It is written again. */
    sharedDamaged(id: string, relaySeq: number): ChangedThing | null {
      noteDamaged.run(relaySeq, id)
      return handovers.lost(id, relaySeq, false)
    },

    /** The relay has another list: everything is read again, and what it does not have is written again. */
    restartShared: db.transaction((cursor: string): void => {
      const sharing = readSharing()
      if (!sharing) return
      writeSharing({ ...sharing, cursor })
      forgetRelay.run()
      handovers.restarted()
    }),

    /** Erases the records of these things, with their history, on all PCs. */
    eraseShared(kind: SharedKindId, keys: readonly string[], now: number): void {
      const sharing = readSharing()
      if (!sharing) return
      for (const key of keys) {
        const row = byId.get(idOf(sharing, kind, key))
        if (row) eraseRow(sharing, row, key, now)
      }
      writeSharing(sharing)
    },

    /**
     * Like `eraseShared`, for the records that are about a person. What this PC still has of them is shared again.
     * @returns key of the erasure that each PC confirms; `null` if nothing was shared about the person
     */
    eraseSharedAbout(
      isAbout: (record: { kind: SharedKindId; key: string; content: string }) => boolean,
      now: number,
    ): string | null {
      const sharing = readSharing()
      if (!sharing) return null
      const ids: string[] = []
      for (const row of named.iterate()) if (isAbout(row)) ids.push(row.id)
      let from: Stamp | null = null
      for (const id of ids) {
        const row = byId.get(id)
        if (row?.key != null) eraseRow(sharing, row, row.key, now)
        from ??= sharing.seen
      }
      const erasure = from === null ? null : createErasure(sharing, ids, from, now)
      writeSharing(sharing)
      return erasure
    },

    /** PCs that have applied an erasure, with the time. `null` if its record is gone, as with another relay. */
    erasureConfirmations(key: string): Record<string, number> | null {
      const sharing = readSharing()
      const row = sharing && byId.get(idOf(sharing, 'erasure', key))
      if (!row) return null
      const confirmed: Record<string, number> = {}
      for (const [name, at] of Object.entries(readFields(parseContent(row.content))))
        if (name.startsWith(APPLIED_FIELD) && typeof at === 'number')
          confirmed[name.slice(APPLIED_FIELD.length)] = at
      return confirmed
    },

    /** Fields of a thing with more than one version. */
    sharedHistory(kind: SharedKindId, key: string): SharedHistory['fields'] {
      const sharing = readSharing()
      const row = sharing && byId.get(idOf(sharing, kind, key))
      if (!row) return []
      const record = parseContent(row.content)
      const names = people.readAll()
      return Object.keys(record.fields).flatMap((field) => {
        const versions = readVersions(record, field).map(({ at, value }) => {
          const { ms, device } = parseStamp(at)
          return { value, at: ms, person: names[device] ?? '', isOwn: device === sharing.device }
        })
        return versions.length < 2 ? [] : [{ field, versions }]
      })
    },
  }
}

const isSame = (one: SharedRecord, other: SharedRecord): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** All PCs decide alike which record is too large with its history. */
const fitRecord = (record: SharedRecord): SharedRecord =>
  Buffer.byteLength(JSON.stringify(record)) <= MAX_CONTENT ? record : dropHistory(record)
