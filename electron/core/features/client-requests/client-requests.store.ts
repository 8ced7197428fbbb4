import type Database from 'better-sqlite3-multiple-ciphers'
import type {
  ClientRequests,
  DoneAct,
  RequestAsk,
  RequestGroup,
  RequestOwner,
} from '#shared/bridge/client-requests.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import {
  arrivalId,
  endId,
  isToRemind,
  type RequestAct,
  type RequestState,
  timeOfAct,
} from '#shared/domain/client-requests.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { REQUEST_ALERT } from '#shared/domain/notifications.ts'
import type { Checklists } from '#shared/domain/procedures/checklists.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import type { ClientDirectory } from '../clients/client-directory.store.ts'
import {
  compareRequests,
  deriveColumns,
  type FiledRequest,
  groupByClient,
  type KnownRequest,
  ownerOfRow,
  parseActs,
  readRequest,
  type RequestRow,
  toRequest,
} from './client-requests.rules.ts'
import { createRequestFiles, listAskable, type RequestFile } from './request-files.store.ts'

/** Open requests of a file that wait for the same day. */
export interface WaitingRequests {
  about: { kind: 'procedure' | 'signature' | 'other'; id: string }
  file: RequestFile
  /** Day of the next reminder, and day on which the first of them was asked. */
  day: string
  asked: string
  count: number
}

export type NewRequest = RequestAsk & { id: string }
export type UserAct = CommandArgs<'client-requests.act'>['act']
type Days = Pick<RequestState, 'channel' | 'due' | 'next'>

const idOf = (owner: RequestOwner): string => Object.values(owner)[0] ?? ''

const aboutOf = (owner: RequestOwner): WaitingRequests['about'] => ({
  kind: 'procedureId' in owner ? 'procedure' : 'signatureId' in owner ? 'signature' : 'other',
  id: idOf(owner),
})

/**
 * Queries of the requests to clients. Runs in the worker. Every write is one transaction.
 * @param operatorName person who acts at this PC; empty if unknown
 * @param readChecklists lists of the office, which decide what a file lacks
 * @param directory tells which names are one client
 */
export function createClientRequestQueries(
  db: Database.Database,
  operatorName: () => string,
  readChecklists: () => Checklists,
  directory: Pick<ClientDirectory, 'resolve'>,
) {
  const files = createRequestFiles(db, readChecklists)
  const COLUMNS =
    'SELECT id, procedure_id, draft_id, signature_id, subject, item, text, acts FROM client_request'
  const one = db.prepare<[string], RequestRow>(`${COLUMNS} WHERE id = ?`)
  const ofProcedure = db.prepare<[string], RequestRow>(`${COLUMNS} WHERE procedure_id = ? ORDER BY seq`)
  const ofDraft = db.prepare<[string], RequestRow>(`${COLUMNS} WHERE draft_id = ? ORDER BY seq`)
  const ofSignature = db.prepare<[string], RequestRow>(`${COLUMNS} WHERE signature_id = ? ORDER BY seq`)
  const open = db.prepare<[], RequestRow>(`${COLUMNS} WHERE is_open = 1 ORDER BY next_day, seq`)
  const dueUntil = db.prepare<[string], RequestRow>(
    `${COLUMNS} WHERE is_open = 1 AND next_day <= ? ORDER BY next_day, seq`,
  )
  const insert = db.prepare(
    `INSERT INTO client_request (id, procedure_id, draft_id, signature_id, subject, item, text, acts, is_open, next_day)
     VALUES (@id, @procedureId, @draftId, @signatureId, @subject, @item, @text, @acts, @isOpen, @nextDay)
     ON CONFLICT (id) DO NOTHING`,
  )
  const update = db.prepare<{ id: string; acts: string; isOpen: number; nextDay: string }>(
    'UPDATE client_request SET acts = @acts, is_open = @isOpen, next_day = @nextDay WHERE id = @id',
  )
  /** Nothing of the file is to be chased any more, so its row in *Novedades* asks for nothing. */
  const calm = db.prepare<[string, string]>(
    `UPDATE change SET mine = 0 WHERE kind = ? AND id = ? AND mine = 1 AND event = '${REQUEST_ALERT}'`,
  )

  const rowsOf = (owner: RequestOwner): RequestRow[] =>
    'procedureId' in owner
      ? ofProcedure.all(owner.procedureId)
      : 'draftId' in owner
        ? ofDraft.all(owner.draftId)
        : ofSignature.all(owner.signatureId)
  const knownOf = (owner: RequestOwner): KnownRequest[] =>
    rowsOf(owner).flatMap((row) => readRequest(row) ?? [])

  /** Adds files to requests. Requests of files that this PC does not show are left out. */
  function withFiles(rows: readonly RequestRow[]): FiledRequest<RequestFile>[] {
    const read = new Map<string, RequestFile | null>()
    return rows.flatMap((row): FiledRequest<RequestFile>[] => {
      const known = readRequest(row)
      if (!known) return []
      const key = JSON.stringify(known.owner)
      if (!read.has(key)) read.set(key, files.read(known.owner))
      const file = read.get(key)
      return file ? [{ ...known, file }] : []
    })
  }

  function addAct(id: string, actId: string, act: RequestAct): boolean {
    const row = one.get(id)
    if (!row) return false
    const acts = parseActs(row.acts)
    if (Object.hasOwn(acts, actId)) return false
    const added = { [actId]: { ...act, at: timeOfAct(acts, act.at) } }
    // The stored acts may be more than those that this version reads.
    const stored = JSON.stringify({ ...recordIn(row.acts), ...added })
    update.run({ id, acts: stored, ...deriveColumns({ ...acts, ...added }) })
    return true
  }

  function calmFile(id: string, now: number): void {
    const row = one.get(id)
    if (!row) return
    const owner = ownerOfRow(row)
    if (knownOf(owner).some((known) => isToRemind(known, isoDay(now)))) return
    const { kind, id: about } = aboutOf(owner)
    calm.run(kind, about)
  }

  /** Documents of the request's kind that the file has, if it has what it needs. Then only one more is an arrival. */
  function countKnown(file: RequestFile, item: string): number {
    const requirement = file.requirements.find(({ ask }) => ask.item === item)
    return requirement?.isMet === true ? requirement.count : 0
  }

  const withPerson = (): { person?: string } => {
    const person = operatorName()
    return person === '' ? {} : { person }
  }

  function addRequests(owner: RequestOwner, asks: readonly NewRequest[], days: Days, now: number): DoneAct[] {
    const file = files.read(owner)
    if (!file) return []
    const day = isoDay(now)
    return asks.flatMap(({ id, subject, item, text }): DoneAct[] => {
      const known = subject === 'document' ? countKnown(file, item) : 0
      const ask: RequestAct = {
        kind: 'ask',
        at: now,
        ...withPerson(),
        day,
        ...days,
        ...(known > 0 && { known }),
      }
      // The id of the first act is that of the request: a repeated command writes nothing.
      const acts = { [id]: ask }
      const { changes } = insert.run({
        id,
        procedureId: null,
        draftId: null,
        signatureId: null,
        ...owner,
        subject,
        item,
        text,
        acts: JSON.stringify(acts),
        ...deriveColumns(acts),
      })
      return changes > 0 ? [{ id, act: id }] : []
    })
  }

  function addUserActs(acts: readonly DoneAct[], act: UserAct, now: number): DoneAct[] {
    return acts.filter(({ id, act: actId }) => {
      const row = one.get(id)
      if (!row) return false
      const file = act.kind === 'reopen' && row.subject === 'document' ? files.read(ownerOfRow(row)) : null
      const known = file ? countKnown(file, row.item) : 0
      const day = act.kind === 'remind' ? { day: isoDay(now) } : {}
      const isNew = addAct(id, actId, {
        at: now,
        ...withPerson(),
        ...day,
        ...act,
        ...(known > 0 && { known }),
      })
      calmFile(id, now)
      return isNew
    })
  }

  /** Act by which the program ends an open request: what it asks for has come, or the procedure is over. */
  function findEnd({
    row,
    opening,
    known,
    file,
  }: FiledRequest<RequestFile>): [string, 'arrive' | 'close'] | null {
    const arrived = (): boolean => {
      if (row.subject === 'signature') return files.isSigned(row.item)
      if (row.subject === 'document') {
        const requirement = file.requirements.find(({ ask }) => ask.item === row.item)
        return requirement?.isMet === true && requirement.count > known
      }
      return row.subject === 'incident' && file.incidents.some(({ id, solved }) => id === row.item && solved)
    }
    if (arrived()) return [arrivalId(opening), 'arrive']
    return file.isOver ? [endId(opening), 'close'] : null
  }

  return {
    clientRequests(owner: RequestOwner): ClientRequests | null {
      const file = files.read(owner)
      if (!file) return null
      const known = knownOf(owner)
      const asked = new Set(known.flatMap(({ row, state }) => (state === 'open' ? [row.item] : [])))
      return {
        requests: known.toSorted(compareRequests).map(toRequest),
        askable: listAskable(file).filter(({ item }) => !asked.has(item)),
      }
    },

    /** @returns the acts that were written; none for an unknown file */
    addClientRequests: db.transaction(addRequests),
    actOnClientRequests: db.transaction(addUserActs),

    undoClientRequests: db.transaction((done: readonly DoneAct[], now: number): void => {
      for (const { id, act } of done) {
        addAct(id, `undo:${act}`, { kind: 'undo', at: now, of: act, ...withPerson() })
        calmFile(id, now)
      }
    }),

    /** Requests with their files, for a message. Those of other files or ended ones are left out. */
    openClientRequests: (ids: readonly string[]): FiledRequest<RequestFile>[] =>
      withFiles(ids.flatMap((id) => one.get(id) ?? [])).filter(({ state }) => state === 'open'),

    /** Open requests of a file, by what they ask for. */
    openRequestsOf: (owner: RequestOwner): { id: string; item: string }[] =>
      knownOf(owner).flatMap(({ row, state }) => (state === 'open' ? [{ id: row.id, item: row.item }] : [])),
    ownerOfSignature: files.ownerOfSignature,
    askableOf(owner: RequestOwner): RequestAsk[] {
      const file = files.read(owner)
      return file ? listAskable(file) : []
    },

    clientRequestsDue(show: 'today' | 'all', now: number) {
      const today = isoDay(now)
      const all = withFiles(open.all())
      const due = all.filter((request) => isToRemind(request, today))
      const groups = groupByClient(all, (name) => directory.resolve(clientDealerId(name)))
      const isDue = ({ requests }: RequestGroup) => requests.some(({ next }) => next <= today)
      return {
        today,
        groups: show === 'all' ? groups : groups.filter(isDue),
        counts: { clients: groups.filter(isDue).length, due: due.length, open: all.length },
      }
    },

    /** Open requests by file and day of their next reminder. @param until last day; without one, every day */
    requestsWaiting(until?: string): WaitingRequests[] {
      const found = new Map<string, WaitingRequests>()
      for (const { owner, file, next, asked } of withFiles(
        until === undefined ? open.all() : dueUntil.all(until),
      )) {
        const key = `${JSON.stringify(owner)} ${next}`
        const here = found.get(key)
        if (here)
          found.set(key, { ...here, count: here.count + 1, asked: asked < here.asked ? asked : here.asked })
        else found.set(key, { about: aboutOf(owner), file, day: next, asked, count: 1 })
      }
      return [...found.values()]
    },

    /**
     * Closes the requests whose answer has come.
     * @param about ids of changed procedures, drafts or signatures; `null` for any
     * @returns true if a request changed
     */
    settleClientRequests: db.transaction((about: readonly string[] | null, now: number): boolean => {
      const rows = open.all().filter((row) => {
        const ids = [row.procedure_id, row.draft_id, row.signature_id, row.item]
        return about === null || about.some((id) => ids.includes(id))
      })
      const ended = withFiles(rows).filter((request) => {
        const end = findEnd(request)
        if (!end) return false
        const [actId, kind] = end
        return addAct(request.row.id, actId, { kind, at: now, of: request.opening })
      })
      for (const { row } of ended) calmFile(row.id, now)
      return ended.length > 0
    }),
  }
}
