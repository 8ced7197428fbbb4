import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { contactsCsvText } from '#shared/text/fields.ts'
import type { Audit } from '../audit/audit.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import { csvBytes, CSV_TYPE, pagesOf } from '../../runtime/spreadsheets.ts'
import type { StoreCall } from '../../store/client.ts'
import type { ContactFields } from './signature-requests.rules.ts'
import type { AlikeAnswer, AlikeContacts, StoredContact } from './contacts.store.ts'
import { readText } from '../../runtime/streams.ts'
import { contactCells, contactsIn, type RefusedLine } from './contacts-csv.ts'

/** Address book of past and future signers. */
export interface Contacts {
  find(text: string, limit: number): Promise<Result<{ rows: Contact[] }>>
  list(text: string, offset: number, limit: number): Promise<Result<{ rows: Contact[]; total: number }>>
  /**
   * @param replaces true to replace another contact with the same identifier. Otherwise that contact is not changed
   */
  save(
    id: string | null,
    version: number | null,
    fields: ContactFields,
    replaces: boolean,
  ): Promise<Result<Contact>>
  /** Accepts or rejects the proposal: sent values that differ from the address book. */
  decideProposal(id: string, version: number, accept: boolean): Promise<Result<Contact>>
  /** Pairs of contacts that may be one person. */
  listAlike(): Promise<Result<{ pairs: AlikeContacts[] }>>
  settleAlike(
    answers: readonly AlikeAnswer[],
  ): Promise<Result<{ joined: number; distinct: number; changed: number }>>
  remove(id: string): Promise<Result<Record<string, never>>>
  /** Undoes a removal of this run. The entry keeps its history. */
  restore(id: string): Promise<Result<Contact>>
  /** Call this after a person was erased. Removals can then no longer be undone. */
  forgetRemoved(): void
  export(signal: AbortSignal): Promise<Result<OutboundFile>>
  import(
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Result<{ added: number; updated: number; refused: RefusedLine[] }>>
}

export interface ContactsDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  audit: Pick<Audit, 'record'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: (ids: readonly string[]) => void
}

const PAGE = 500
/** Maximum number of removals that can be undone. A window offers only the latest. */
const MAX_REMOVED = 100
/** Number of contacts merged in one query of the store. Other queries run between two merges. */
const STEP = 500

export function createContacts({ call, clock, audit, persists, onChanged }: ContactsDeps): Contacts {
  const removed = new Map<string, StoredContact>()

  async function publishChange(id: string): Promise<Result<Contact>> {
    onChanged([id])
    const contact = await call('contact', id)
    return contact ? ok(contact) : fail(appError('not-found'))
  }

  return {
    find: async (text, limit) => ok({ rows: await call('findContacts', text, limit) }),
    list: async (text, offset, limit) => ok(await call('listContacts', text, offset, limit)),

    async save(id, version, fields, replaces) {
      if (!persists()) return fail(appError('nothing-persists'))
      const check = checkTaxId(fields.idNumber)
      // The identifier is the key of the address book. A passport cannot sign at this service.
      if (check.status === 'unrecognised' || (check.status === 'wrong-control' && !check.mayContinue))
        return fail(appError('invalid-request', { detail: 'idNumber' }))
      const saved = await call('saveContact', id, version, fields, replaces, clock.now())
      if (saved === 'unknown') return fail(appError('not-found'))
      if (saved === 'changed') return fail(appError('draft-changed'))
      if ('taken' in saved) return fail(appError('contact-exists', { detail: saved.taken }))
      return publishChange(saved.id)
    },

    async decideProposal(id, version, accept) {
      const done = await call('settleProposal', id, version, accept, clock.now())
      if (done === 'unknown') return fail(appError('not-found'))
      return done === 'changed' ? fail(appError('draft-changed')) : publishChange(id)
    },

    listAlike: async () => ok({ pairs: await call('alikeContacts') }),

    async settleAlike(answers) {
      const done = await call('settleAlike', answers, clock.now())
      onChanged([])
      return ok(done)
    },

    async remove(id) {
      const row = await call('removeContact', id)
      if (!row) return fail(appError('not-found'))
      removed.set(id, row)
      for (const oldest of [...removed.keys()].slice(0, -MAX_REMOVED)) removed.delete(oldest)
      onChanged([id])
      return ok({})
    },

    async restore(id) {
      const row = removed.get(id)
      if (!row) return fail(appError('not-found'))
      if (!(await call('restoreContact', row))) return fail(appError('contact-exists'))
      removed.delete(id)
      return publishChange(id)
    },

    forgetRemoved: () => removed.clear(),

    async export(signal) {
      await audit.record({ what: 'export', kind: 'contacts', identifier: '', result: 'ok' })
      const pages = pagesOf((cursor: number | null) => call('contactsAfter', cursor ?? 0, PAGE), signal)
      return ok({
        filename: contactsCsvText.filename,
        contentType: CSV_TYPE,
        bytes: csvBytes(contactsCsvText.header, pages, ({ fields }: Contact) => contactCells(fields)),
      })
    },

    async import(body, signal) {
      if (!persists()) return fail(appError('nothing-persists'))
      const text = await readText(body)
      if (signal.aborted) return fail(appError('cancelled'))
      const read = text === null ? null : contactsIn(text)
      if (!read) return fail(appError('file-unreadable'))
      const done = { added: 0, updated: 0 }
      for (let at = 0; at < read.contacts.length && !signal.aborted; at += STEP) {
        const merged = await call('mergeContacts', read.contacts.slice(at, at + STEP), clock.now())
        done.added += merged.added
        done.updated += merged.updated
      }
      if (done.added + done.updated > 0) onChanged([])
      return ok({ ...done, refused: read.refused })
    },
  }
}
