import type Database from 'better-sqlite3-multiple-ciphers'
import { RECORD_LIMITS } from '#shared/api/relay-records.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { isSamePerson } from '#shared/domain/mentions.ts'
import { DRAFT_HANDED, DRAFT_KEPT, DRAFT_TAKEN } from '#shared/domain/notifications.ts'
import type { DraftForm } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import type { HandoverRecord, HandoverRecordState, Offer } from '#shared/records/handover-record.ts'
import { recordIdOf } from '#shared/sealing/sealed-record.ts'
import { createRequestMerges } from '../client-requests/request-merge.store.ts'
import type { NewDocument } from '../documents/documents.store.ts'
import { CHANGEABLE } from '../procedures/draft.rules.ts'
import type { ArrivedRecord, ChangedThing, StoredSharing } from '../sharing/sharing.store.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { findDraftRefusal, KEEP_COLLECTED_MS } from './drafts.rules.ts'
import { createGivenDrafts, createHandoverNews, formWithNote, isBegun } from './handover-drafts.store.ts'
import {
  createHandoverSteps,
  type HandoverRow as Row,
  type HandoverStep,
  KEEP_ENDED_MS,
  offerOf,
} from './handover-steps.store.ts'
import { createHandoverViews } from './handover-views.store.ts'
import { HANDOVER, HANDOVER_PART, parseHandover, sealedSize } from './handovers.rules.ts'

type Taken = HandoverRecord & { state: 'taken' }

export type GiveOutcome = 'given' | 'unknown' | 'busy' | 'changed' | 'begun' | 'too-large' | 'off'

/** File of a document of a hand-over, or of a part of one. */
interface ArrivedFile {
  file: string
  id: string
  position: number
  /** Number of the part; `null` for the whole document. */
  part: number | null
  key: Uint8Array
}

interface HandoverDeps {
  sharing: () => StoredSharing | null
  /** Name of this PC's operator; '' if unknown. */
  me: () => string
  createDraft: (id: string, kind: DraftKind, form: DraftForm, now: number) => void
  addDocument: (document: NewDocument, maxDocuments: number, now: number) => unknown
}

/**
 * Queries of drafts that are handed over. Runs in the worker; every write is one transaction. The relay's record
 * decides who has a draft: `taken` and `withdrawn` replace the write that their PC has read, so only one of them is
 * stored. Merging by stamps would let both PCs believe that they have it.
 */
export function createHandoverQueries(db: Database.Database, deps: HandoverDeps) {
  const { sharing, me } = deps
  const given = createGivenDrafts(db)
  const clientRequests = createRequestMerges(db)
  const tellOperator = createHandoverNews(db)
  const byId = db.prepare<[string], Row>('SELECT * FROM handover WHERE id = ?')
  const byRecord = db.prepare<[string], Row>('SELECT * FROM handover WHERE record_id = ?')
  const open = db.prepare<[], Row>('SELECT * FROM handover WHERE ended_at IS NULL ORDER BY seq')
  /** Ended hand-overs with something left to do at the relay. */
  const leftover = db.prepare<[number], Row>(
    `SELECT * FROM handover WHERE ended_at IS NOT NULL AND (has_parts = 1 OR
       (relay_state = 'offered' AND (state = 'taken') = (role = 'receiver')) OR
       (role = 'giver' AND relay_state IS NOT NULL AND ended_at < ?))`,
  )
  const insert = db.prepare(
    `INSERT INTO handover (id, record_id, role, state, given_id, giver, receiver, offer, at)
     VALUES (@id, @recordId, @role, @state, @givenId, @giver, @receiver, @offer, @at)`,
  )
  /** A colleague's PC has made the draft `by`. */
  const setCollected = db.prepare<{ id: string; by: string; person: string; at: number }>(
    `UPDATE handover SET state = 'taken', draft_id = @by, receiver = @person, ended_at = @at, offer = NULL, error = NULL
     WHERE id = @id`,
  )
  const ofDraft = db.prepare<[string], Pick<Row, 'id'>>(
    `SELECT id FROM handover WHERE given_id = ? AND role = 'receiver' AND state = 'incoming' AND ended_at IS NULL`,
  )
  const becomeGiver = db.prepare<{ id: string; state: Row['state'] }>(
    `UPDATE handover SET role = 'giver', state = @state, is_sent = 1, has_parts = 1 WHERE id = @id`,
  )
  const setState = db.prepare<[Row['state'], string]>(
    'UPDATE handover SET state = ?, error = NULL WHERE id = ?',
  )
  const end = db.prepare<{ id: string; state: Row['state']; now: number }>(
    'UPDATE handover SET state = @state, ended_at = @now, offer = NULL, error = NULL WHERE id = @id',
  )
  const reopen = db.prepare<{ id: string; offer: string }>(
    `UPDATE handover SET state = 'incoming', ended_at = NULL, offer = @offer WHERE id = @id`,
  )
  const dropOffer = db.prepare<[string]>('UPDATE handover SET offer = NULL WHERE id = ?')
  const setError = db.prepare<[string | null, string]>('UPDATE handover SET error = ? WHERE id = ?')
  const setParts = db.prepare<[number, string]>('UPDATE handover SET has_parts = ? WHERE id = ?')
  const noteRelay = db.prepare<{ id: string; seq: number; state: HandoverRecordState | null }>(
    'UPDATE handover SET relay_seq = @seq, relay_state = @state WHERE id = @id',
  )
  const take = db.prepare<[string, string]>(
    `UPDATE handover SET state = 'fetching', draft_id = ?, error = NULL WHERE id = ?`,
  )
  const purge = db.prepare<[number]>(
    `DELETE FROM handover WHERE ended_at < ? AND has_parts = 0 AND (role = 'receiver' OR relay_state IS NULL)`,
  )
  const forgetRelay = db.prepare('UPDATE handover SET relay_seq = 0, relay_state = NULL')
  const forgetParts = db.prepare('DELETE FROM handover_part')

  const notePart = db.prepare<{ id: string; handoverId: string; seq: number; isLost: number }>(
    `INSERT INTO handover_part (id, handover_id, relay_seq, is_lost) VALUES (@id, @handoverId, @seq, @isLost)
     ON CONFLICT (id) DO UPDATE SET relay_seq = excluded.relay_seq, is_lost = excluded.is_lost
       WHERE excluded.relay_seq > relay_seq OR excluded.is_lost`,
  )
  const removePart = db.prepare<[string]>('DELETE FROM handover_part WHERE id = ?')
  const files = db.prepare<[string], { file: string; position: number; key: Uint8Array | null }>(
    'SELECT file, position, key FROM handover_file WHERE handover_id = ? AND part IS NULL',
  )
  const addFile = db.prepare<ArrivedFile>(
    `INSERT INTO handover_file (file, handover_id, position, part, key) VALUES (@file, @id, @position, @part, @key)`,
  )
  const dropParts = db.prepare<[string, number]>(
    'UPDATE handover_file SET key = NULL WHERE handover_id = ? AND position = ? AND part IS NOT NULL',
  )
  const dropKeys = db.prepare<[string]>('UPDATE handover_file SET key = NULL WHERE handover_id = ?')
  const dropFiles = db.prepare<[string]>(
    'DELETE FROM handover_file WHERE handover_id = ? AND key IS NOT NULL',
  )
  const dropFile = db.prepare<[string]>('DELETE FROM handover_file WHERE file = ? AND key IS NULL')
  const unwanted = db.prepare<[], string>('SELECT file FROM handover_file WHERE key IS NULL').pluck()
  const inUse = db.prepare<[], string>('SELECT file FROM handover_file WHERE key IS NOT NULL').pluck()

  const recordId = (kind: string, key: string): string =>
    recordIdOf(Buffer.from(sharing()?.secret ?? '', 'base64url'), kind, key)
  const { readParts, plan } = createHandoverSteps(db, recordId)

  /** Ends a hand-over on this PC. Its documents that have arrived are not needed any more. */
  function finish(row: Row, state: 'taken' | 'withdrawn', now: number): void {
    dropKeys.run(row.id)
    end.run({ id: row.id, state, now })
  }

  /** The relay has stored that this PC has the draft. */
  function createTaken(row: Row, now: number): void {
    const offer = offerOf(row)
    if (offer && row.draft_id !== null) {
      const arrived = new Map(files.all(row.id).map((file) => [file.position, file]))
      deps.createDraft(row.draft_id, offer.kind, formWithNote(offer), now)
      clientRequests.adopt(row.draft_id, offer.requests ?? [])
      offer.documents.forEach((document, position) => {
        const file = arrived.get(position)
        deps.addDocument(
          {
            ...document,
            id: file?.file ?? `${row.draft_id}-${position}`,
            draftId: row.draft_id ?? '',
            key: file?.key ?? null,
            remoteId: null,
          },
          Number.MAX_SAFE_INTEGER,
          now,
        )
      })
      dropFiles.run(row.id)
    }
    finish(row, 'taken', now)
  }

  /**
   * A colleague has collected a draft of this PC. It stays hidden for a while, because a changed relay may have told the
   * colleague otherwise. A draft that this PC took back, or has from a backup, is not hidden: its user decides.
   */
  function followCollected(row: Row, { by, person, at }: Taken, now: number): void {
    // This PC has followed the same record before. The user may have restored or discarded the draft since.
    if (row.draft_id === by) return
    dropKeys.run(row.id)
    // A colleague's clock that is years behind must not end the hand-over's time here, and with it the draft's.
    const earliest = now - KEEP_ENDED_MS + KEEP_COLLECTED_MS
    setCollected.run({ id: row.id, by, person, at: Math.min(Math.max(at, earliest), now) })
    const here = given.find(row.given_id)
    // The user took the draft back and discarded it, so this PC neither shows it again nor tells anything.
    if (!here || (row.state === 'withdrawn' && here.state === 'discarded')) return
    const isGone = isBegun(here)
    const isHandedOver = row.ended_at === null && row.offer !== null
    if (isGone || row.ended_at !== null)
      tellOperator(DRAFT_KEPT, row.id, { about: here, author: person, outcome: 'both' }, now)
    else {
      const outcome = isHandedOver ? '' : 'held'
      tellOperator(DRAFT_TAKEN, row.id, { about: here, author: person, outcome }, now)
    }
    if (isGone || row.state === 'taken') return
    given.unfinish(here.id)
    if (isHandedOver) given.hide(here.id, now)
  }

  /** Does what a final state of the record means for the PC that hands the draft over. */
  function followGiven(row: Row, record: HandoverRecord, now: number): void {
    if (record.state === 'offered') {
      if (row.state === 'sending') setState.run('offered', row.id)
      return
    }
    if (record.state === 'taken') return followCollected(row, record, now)
    if (row.ended_at === null) return finish(row, 'withdrawn', now)
    const here = row.state === 'taken' ? given.find(row.given_id) : undefined
    // The relay has told the colleague that the draft was taken back, so perhaps no PC has it. This PC shows its own
    // draft again, once.
    const about = { about: here ?? null, author: row.receiver, outcome: 'returned' }
    if (here && !isBegun(here) && tellOperator(DRAFT_KEPT, row.id, about, now)) given.unfinish(here.id)
  }

  /** Does what a state of the record means for a PC that may collect the draft. */
  function followOffered(row: Row, record: HandoverRecord, now: number): void {
    if (record.state === 'offered') {
      // The relay had lost it, and its giver has written it again.
      if (row.state === 'withdrawn') reopen.run({ id: row.id, offer: JSON.stringify(record.offer) })
      return
    }
    const isOwn = record.state === 'taken' && record.by === row.draft_id
    if (row.ended_at !== null) {
      const here = given.find(row.draft_id ?? '') ?? null
      const author = record.state === 'taken' ? record.person : row.giver
      if (row.state === 'taken' && !isOwn && here)
        tellOperator(DRAFT_KEPT, row.id, { about: here, author, outcome: 'both' }, now)
      if (row.state === 'withdrawn' && isOwn)
        tellOperator(DRAFT_KEPT, row.id, { about: null, author: row.giver, outcome: 'missing' }, now)
      return
    }
    if (isOwn) return createTaken(row, now)
    const offer = offerOf(row)
    if (offer && (row.state === 'fetching' || row.state === 'claiming'))
      tellOperator(DRAFT_KEPT, row.id, { about: offer, author: row.giver, outcome: record.state }, now)
    finish(row, 'withdrawn', now)
  }

  /**
   * Notes a hand-over that this PC does not know. If this PC has the draft, it handed it over and was restored from a
   * backup of before.
   */
  function discover(id: string, recordName: string, record: HandoverRecord, now: number): void {
    const { state, draft: givenId } = record
    const offer = state === 'offered' ? record.offer : null
    // Its giver has deleted it since. A relay that shows it again would bring back a draft that may be erased.
    if (state === 'withdrawn' || (offer && now - offer.at > KEEP_ENDED_MS)) return
    const isGiver = given.find(givenId) !== undefined
    insert.run({
      id,
      recordId: recordName,
      role: 'receiver',
      state: 'incoming',
      givenId,
      giver: offer?.from ?? '',
      receiver: offer?.to ?? '',
      offer: offer && JSON.stringify(offer),
      at: offer?.at ?? now,
    })
    const row = byId.get(id)
    if (isGiver) adopt(givenId)
    // A backup that is restored later does not bring its draft back.
    else if (!offer && row) finish(row, 'withdrawn', now)
    else if (offer && isSamePerson(offer.to, me()))
      tellOperator(DRAFT_HANDED, id, { about: offer, author: offer.from }, now)
  }

  /** Makes this PC the giver of a draft that it has from a backup. What the service has is not collected any more. */
  function adopt(draftId: string): void {
    const here = given.find(draftId)
    const handovers = ofDraft.all(draftId)
    if (!here || handovers.length === 0) return
    const isGone = isBegun(here)
    for (const { id } of handovers) becomeGiver.run({ id, state: isGone ? 'withdrawing' : 'offered' })
    if (!isGone) given.unfinish(draftId)
  }

  function arriveRecord({ id: recordName, seq, content }: ArrivedRecord, now: number): ChangedThing | null {
    const parsed = parseHandover(content)
    if (!parsed) return null
    const { id, record } = parsed
    if (!byRecord.get(recordName)) discover(id, recordName, record, now)
    const row = byRecord.get(recordName)
    if (!row || seq <= row.relay_seq) return null
    noteRelay.run({ id: row.id, seq, state: record.state })
    if (row.role === 'giver') followGiven(row, record, now)
    else followOffered(row, record, now)
    return [HANDOVER, row.id]
  }

  function arrivePart({ id, seq, content }: ArrivedRecord): ChangedThing | null {
    const { key } = recordIn(content)
    const [handoverId = ''] = typeof key === 'string' ? key.split('/') : []
    notePart.run({ id, handoverId, seq, isLost: 0 })
    const row = byId.get(handoverId)
    if (!row) return null
    // The relay stored this part after the hand-over had ended, so it is still to be deleted.
    if (row.role === 'giver' && row.ended_at !== null) setParts.run(1, row.id)
    return [HANDOVER, row.id]
  }

  /** Hand-over of this PC that still needs a part of this name. */
  const findSender = (id: string): Row | undefined =>
    open.all().find((row) => {
      const offer = row.role === 'giver' ? offerOf(row) : null
      return offer !== null && readParts(row.id, offer).some(({ recordId: name }) => name === id)
    })

  /** The relay has no readable record of this name. What this PC has of it is written again. */
  function lose(id: string, seq: number, isDeleted: boolean): ChangedThing | null {
    const row = byRecord.get(id)
    if (row) {
      noteRelay.run({ id: row.id, seq, state: null })
      if (row.role === 'giver' && row.state === 'offered') setState.run('sending', row.id)
      if (isDeleted && row.state === 'incoming') end.run({ id: row.id, state: 'withdrawn', now: Date.now() })
      return [HANDOVER, row.id]
    }
    const sender = findSender(id)
    if (sender) notePart.run({ id, handoverId: sender.id, seq, isLost: 1 })
    else removePart.run(id)
    return sender ? [HANDOVER, sender.id] : null
  }

  return {
    /** Stores a record of the relay, in the transaction that stores the position after it. */
    arrived: (record: ArrivedRecord, now: number): ChangedThing | null =>
      recordIn(record.content)['kind'] === HANDOVER_PART ? arrivePart(record) : arriveRecord(record, now),
    lost: lose,
    /** The relay has another list. */
    restarted(): void {
      forgetRelay.run()
      forgetParts.run()
      for (const { id, role, state } of open.all())
        if (role === 'giver' && state === 'offered') setState.run('sending', id)
    },
    /** Ends open hand-overs, because this PC belongs to another office from now on. */
    officeLeft(now: number): void {
      for (const row of open.all())
        if (row.role === 'giver' || row.state === 'incoming' || row.state === 'fetching')
          finish(row, 'withdrawn', now)
      forgetRelay.run()
      forgetParts.run()
    },
    /** Ends the hand-overs that are about an erased person, at the relay too. Their drafts are erased apart. */
    erase(isAbout: (offer: string) => boolean, now: number): void {
      for (const row of open.all()) {
        if (row.offer === null || !isAbout(row.offer)) continue
        dropKeys.run(row.id)
        if (row.is_sent === 0 && row.role === 'giver') finish(row, 'withdrawn', now)
        else {
          dropOffer.run(row.id)
          setState.run('withdrawing', row.id)
        }
      }
    },
    /** A backup has brought this draft back. A hand-over of it that waits for a colleague is this PC's. */
    draftRestored: adopt,
    /** True if a colleague has this draft, or may have it. A backup does not bring it back. */
    isHanded: db
      .prepare<[string], number>(
        `SELECT 1 FROM handover WHERE given_id = ? AND (relay_state = 'taken' OR
           (role = 'giver' AND state <> 'withdrawn')) LIMIT 1`,
      )
      .pluck(),

    methods: {
      /** Begins to hand a draft over. It cannot change from then on. */
      giveDraft: db.transaction(
        (
          id: string,
          about: { draftId: string; version: number; person: string; note: string },
          now: number,
        ): GiveOutcome => {
          if (sharing()?.isOn !== true) return 'off'
          const row = given.find(about.draftId)
          if (!row) return 'unknown'
          const refusal = findDraftRefusal(row, about.version, CHANGEABLE)
          if (refusal) return refusal
          const documents = given.documentsOf(row.id)
          // A file that is lost here, or that the service refused, is for this PC's user to solve first.
          const cannotTravel = documents.some(
            ({ source, key, remote_id }) =>
              source === 'service' || remote_id !== null || (source === 'file' && key === null),
          )
          if (isBegun(row) || cannotTravel) return 'begun'
          const requests = clientRequests.listOfDraft(row.id)
          const offer: Offer = {
            from: me(),
            to: about.person,
            note: about.note,
            at: now,
            kind: row.kind,
            form: row.form,
            documents: documents.map(
              ({ source, name, type, guessed, reason, reading, party, mime, size, sha256, url }) => ({
                source: source === 'link' ? 'link' : 'file',
                name,
                type,
                guessed: guessed === 1,
                reason: reason ?? null,
                reading: reading ?? null,
                party,
                mime,
                size,
                sha256,
                url,
              }),
            ),
            ...(requests.length > 0 && { requests }),
          }
          if (sealedSize(offer) > RECORD_LIMITS.officeBytes) return 'too-large'
          given.unfinish(row.id)
          insert.run({
            id,
            recordId: recordId(HANDOVER, id),
            role: 'giver',
            state: 'sending',
            givenId: row.id,
            giver: me(),
            receiver: about.person,
            offer: JSON.stringify(offer),
            at: now,
          })
          return 'given'
        },
      ),

      /**
       * Takes a draft back. If a colleague may have read the offer, the draft is back once the relay has stored it. A
       * collected draft is then at two PCs, as its user decided.
       * @param isAlone true if this PC has no relay any more
       */
      withdrawHandover: db.transaction((id: string, isAlone: boolean, now: number): boolean => {
        const row = byId.get(id)
        if (row?.role !== 'giver' || row.state === 'withdrawn') return false
        const here = row.state === 'taken' ? given.find(row.given_id) : undefined
        if (here && !isBegun(here)) given.unfinish(here.id)
        if (row.is_sent === 0 || isAlone || row.state === 'taken') finish(row, 'withdrawn', now)
        else setState.run('withdrawing', id)
        return true
      }),

      /**
       * Begins to collect a draft.
       * @returns the draft that this PC makes of it: `draftId`, or that of an earlier call. `null` once it has ended
       */
      takeHandover: db.transaction((id: string, draftId: string): string | null => {
        const row = byId.get(id)
        if (row?.role !== 'receiver' || row.ended_at !== null || row.state === 'withdrawing') return null
        if (row.state === 'incoming') take.run(draftId, id)
        return row.draft_id ?? draftId
      }),

      /**
       * Next step of the hand-overs, apart from those that wait.
       * @returns `null` if there is nothing to do
       */
      handoverStep: db.transaction((waiting: readonly string[], now: number): HandoverStep | null => {
        purge.run(now - KEEP_ENDED_MS)
        for (const row of open.all()) {
          if (waiting.includes(row.id)) continue
          const step = plan(row, now)
          if (step) return step
        }
        for (const row of leftover.all(now - KEEP_ENDED_MS)) {
          const step = waiting.includes(row.id) ? null : plan(row, now)
          if (step) return step
        }
        return null
      }),

      /** A document, or a part of one, has arrived. @returns false if it is not needed any more */
      handoverFetched: db.transaction((arrived: ArrivedFile): boolean => {
        const { id, position, part } = arrived
        if (byId.get(id)?.state !== 'fetching') return false
        if (part === null) dropParts.run(id, position)
        addFile.run(arrived)
        setError.run(null, id)
        return true
      }),
      /** The parts of a document are not the document: they are read again. */
      handoverPartsDropped: (id: string, position: number): void => void dropParts.run(id, position),

      handoverFailed: (id: string, error: AppError | null): void =>
        void setError.run(error && JSON.stringify(error), id),

      handovers: createHandoverViews(db, { readParts, me }),

      unwantedHandoverFiles: (): string[] => unwanted.all(),
      handoverFileRemoved: (file: string): void => void dropFile.run(file),
      handoverFiles: (): string[] => inUse.all(),
    },
  }
}
