import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import { MAX_ALIKE, type Contact, type SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { phoneCode, searchPieces, searchText } from '#shared/domain/search-text.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { cleanTaxId, taxIdKind } from '#shared/domain/tax-id.ts'
import {
  pruneProposal,
  withSent,
  type ContactFields,
  type ContactProposal,
} from './signature-requests.rules.ts'
import { readTexts, textsIn } from '../../store/stored-json.rules.ts'

/** Use of a contact: a request was sent to this signer. */
export interface ContactUse {
  fields: SignatureRequestFields
  now: number
}

/** Stored row of `contact`. */
export interface StoredContact {
  seq: number
  id: string
  version: number
  id_number: string
  fields: string
  used_at: number | null
  uses: number
  updated_at: number
  proposal: string | null
  /** Identifiers of contacts that are other people, as a JSON list. */
  distinct_from: string
}

/** Two contacts with one telephone or e-mail address. The first one is used more. */
export interface AlikeContacts {
  one: Contact
  other: Contact
}

/** Version of a contact that the user has seen. */
interface SeenContact {
  id: string
  version: number
}

export interface AlikeAnswer {
  keep: SeenContact
  other: SeenContact
  answer: 'join' | 'distinct'
}

/** Contacts of one telephone or address that may be one person. More of them share that of a dealer or an office. */
const MAX_SAME = 3
/** Least length of a telephone with its prefix. A shorter one is a mistake. */
const LEAST_PHONE = 11

/** Search entry of a contact. It is built once, and rebuilt when the contact changes. */
interface Entry {
  seq: number
  words: string
  idNumber: string
  /** Telephone and e-mail address, in one notation each. */
  reach: readonly string[]
  distinctFrom: readonly string[]
  name: string
  uses: number
  usedAt: number
}

/** Queries of the address book. Runs in the worker. Every write is one transaction. */
export function createContactQueries(db: Database.Database) {
  const find = db.prepare<[string], StoredContact>('SELECT * FROM contact WHERE id = ?')
  const bySeq = db.prepare<[number], StoredContact>('SELECT * FROM contact WHERE seq = ?')
  const byNumber = db.prepare<[string], StoredContact>('SELECT * FROM contact WHERE id_number = ?')
  const all = db.prepare<[], StoredContact>('SELECT * FROM contact')
  const page = db.prepare<[number, number], StoredContact>(
    'SELECT * FROM contact WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const insert = db.prepare(
    `INSERT INTO contact (id, id_number, fields, used_at, uses, updated_at)
     VALUES (@id, @idNumber, @fields, @usedAt, @uses, @now)`,
  )
  const putBack = db.prepare(
    `INSERT INTO contact (seq, id, version, id_number, fields, used_at, uses, updated_at, proposal, distinct_from)
     VALUES ((SELECT CASE WHEN EXISTS (SELECT 1 FROM contact WHERE seq = @seq) THEN NULL ELSE @seq END),
       @id, @version + 1, @id_number, @fields, @used_at, @uses, @updated_at, @proposal, @distinct_from)`,
  )
  const propose = db.prepare<[string | null, string]>('UPDATE contact SET proposal = ? WHERE id = ?')
  const update = db.prepare(
    `UPDATE contact SET version = version + 1, id_number = @idNumber, fields = @fields,
       used_at = CASE WHEN @usedAt IS NULL THEN used_at ELSE max(coalesce(used_at, 0), @usedAt) END,
       uses = uses + @uses, updated_at = @now WHERE id = @id`,
  )
  const remove = db.prepare<[string]>('DELETE FROM contact WHERE id = ?')
  const addUses = db.prepare<{ id: string; uses: number; usedAt: number | null; distinct: string }>(
    `UPDATE contact SET uses = uses + @uses, used_at = nullif(max(coalesce(used_at, 0), coalesce(@usedAt, 0)), 0),
       distinct_from = @distinct WHERE id = @id`,
  )
  const setDistinct = db.prepare<[distinct: string, id: string]>(
    'UPDATE contact SET version = version + 1, distinct_from = ? WHERE id = ?',
  )

  // These triggers belong to this connection and see every write. A change that is rolled back only causes another
  // read.
  const touched = new Set<number>()
  db.function('contact_touched', (seq) => void touched.add(Number(seq)))
  db.exec(`
    CREATE TEMP TRIGGER contact_new AFTER INSERT ON main.contact BEGIN SELECT contact_touched(new.seq); END;
    CREATE TEMP TRIGGER contact_changed AFTER UPDATE ON main.contact BEGIN SELECT contact_touched(new.seq); END;
    CREATE TEMP TRIGGER contact_gone AFTER DELETE ON main.contact BEGIN SELECT contact_touched(old.seq); END;
  `)
  let entries: Map<number, Entry> | null = null
  let byUse: Entry[] = []
  /** Built when the whole list is first shown. */
  let byName: Entry[] | null = null

  /** All entries, the most used first. */
  function loadEntries(): Entry[] {
    if (!entries) {
      entries = new Map(all.all().map((row) => [row.seq, toEntry(row)]))
      touched.clear()
      byUse = [...entries.values()].toSorted(compareUse)
      byName = null
    }
    if (touched.size === 0) return byUse
    for (const seq of touched) {
      const row = bySeq.get(seq)
      const known = entries.get(seq)
      if (row && known) Object.assign(known, toEntry(row))
      else if (row) byUse.push(addEntry(entries, toEntry(row)))
      else entries.delete(seq)
    }
    touched.clear()
    // The list is nearly sorted already, so sorting is cheap.
    const there = entries
    byUse = byUse.filter(({ seq }) => there.has(seq)).toSorted(compareUse)
    byName = null
    return byUse
  }

  const readContacts = (some: readonly Entry[]): Contact[] =>
    some.flatMap(({ seq }) => {
      const row = bySeq.get(seq)
      return row ? [toContact(row)] : []
    })

  /** Merges new values over an entry. A missing value keeps the old one, unless the user cleared it. */
  function writeContactRow(
    known: StoredContact | undefined,
    fields: ContactFields,
    use: number | null,
    now: number,
  ): string {
    const idNumber = cleanTaxId(fields.idNumber)
    const id = known?.id ?? randomUUID()
    const columns = {
      id,
      idNumber,
      fields: JSON.stringify(fields),
      usedAt: use,
      uses: use === null ? 0 : 1,
      now,
    }
    if (known) update.run(columns)
    else insert.run(columns)
    return id
  }

  /** Stores what two contacts have in one of them. A value that it lacks comes from the other, which is removed. */
  function join(kept: StoredContact, other: StoredContact, now: number): void {
    const filled = Object.entries(parseFields(kept)).filter(([, value]) => value.trim() !== '')
    const fields = { ...parseFields(other), ...Object.fromEntries(filled) }
    remove.run(other.id)
    writeContactRow(kept, fields, null, now)
    const distinct = writeDistinct([...textsIn(kept.distinct_from), ...textsIn(other.distinct_from)])
    addUses.run({ id: kept.id, uses: other.uses, usedAt: other.used_at, distinct })
  }

  function markDistinct(row: StoredContact, { id_number }: StoredContact): void {
    setDistinct.run(writeDistinct([...textsIn(row.distinct_from), id_number]), row.id)
  }

  /** @returns `changed` for a contact that is gone */
  function settle({ keep, other, answer }: AlikeAnswer, now: number): 'joined' | 'distinct' | 'changed' {
    const [kept, second] = [find.get(keep.id), find.get(other.id)]
    if (!kept || !second) return 'changed'
    if (answer === 'join') {
      join(kept, second, now)
      return 'joined'
    }
    markDistinct(kept, second)
    markDistinct(second, kept)
    return 'distinct'
  }

  return {
    /** Pairs of contacts with one telephone or e-mail address, without those that are known to be distinct. */
    alikeContacts(): AlikeContacts[] {
      const byReach = Map.groupBy(
        loadEntries().flatMap((entry) => entry.reach.map((reach) => ({ reach, entry }))),
        ({ reach }) => reach,
      )
      const pairs = new Map<string, [Entry, Entry]>()
      for (const group of byReach.values()) {
        if (group.length > MAX_SAME) continue
        for (const [index, { entry: one }] of group.entries())
          for (const { entry: other } of group.slice(index + 1))
            if (!isDistinct(one, other)) pairs.set(`${one.seq} ${other.seq}`, [one, other])
      }
      return [...pairs.values()].slice(0, MAX_ALIKE).flatMap((pair) => {
        const [one, other] = readContacts(pair)
        return one && other ? [{ one, other }] : []
      })
    },

    /** Joins pairs of contacts, or marks them as distinct. A pair that has changed since it was read is left. */
    settleAlike: db.transaction((answers: readonly AlikeAnswer[], now: number) => {
      const done = { joined: 0, distinct: 0, changed: 0 }
      // A contact may be in several pairs, so its version is compared before the first one is settled.
      const isSeen = ({ id, version }: SeenContact) => find.get(id)?.version === version
      const seen = answers.filter(({ keep, other }) => isSeen(keep) && isSeen(other))
      done.changed = answers.length - seen.length
      for (const answer of seen) done[settle(answer, now)]++
      return done
    }),

    /** Entries that match every typed word, the most used first. */
    findContacts(text: string, limit: number): Contact[] {
      const isFound = createMatcher(text)
      const found: Entry[] = []
      for (const entry of loadEntries()) {
        if (isFound(entry.words)) found.push(entry)
        if (found.length === limit) break
      }
      return readContacts(found)
    },

    listContacts(text: string, offset: number, limit: number): { rows: Contact[]; total: number } {
      const isFound = createMatcher(text)
      const everybody = loadEntries()
      byName ??= everybody.toSorted((a, b) => compareText(a.name, b.name) || a.seq - b.seq)
      const found = byName.filter(({ words }) => isFound(words))
      return { rows: readContacts(found.slice(offset, offset + limit)), total: found.length }
    },

    contact: (id: string): Contact | null => {
      const row = find.get(id)
      return row ? toContact(row) : null
    },
    contactsAfter(seq: number, limit: number): { rows: Contact[]; next: number | null } {
      const rows = page.all(seq, limit)
      return { rows: rows.map(toContact), next: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null }
    },

    /**
     * @param replaces the user agreed to replace another contact with the same identifier
     * @returns the id, or `changed` for an outdated version. Another contact with the same identifier is not
     * overwritten without consent: its name is returned
     */
    saveContact: db.transaction(
      (
        id: string | null,
        version: number | null,
        fields: ContactFields,
        replaces: boolean,
        now: number,
      ): { id: string } | { taken: string } | 'changed' | 'unknown' => {
        const own = id === null ? undefined : find.get(id)
        if (id !== null && !own) return 'unknown'
        if (own && version !== null && own.version !== version) return 'changed'
        const same = byNumber.get(cleanTaxId(fields.idNumber))
        if (same && same.id !== own?.id && !replaces) return { taken: parseFields(same).fullname }
        if (own && same && same.id !== own.id) remove.run(same.id)
        return { id: writeContactRow(own ?? same, fields, null, now) }
      },
    ),

    /**
     * Merges contacts from a signature or a file. Newer values replace older ones. Missing values keep the old ones.
     */
    mergeContacts: db.transaction(
      (many: readonly ContactFields[], now: number): { added: number; updated: number } => {
        const done = { added: 0, updated: 0 }
        for (const fields of many) {
          const known = byNumber.get(cleanTaxId(fields.idNumber))
          const merged = mergeFields(known, fields)
          if (known && isSame(known, merged)) continue
          writeContactRow(known, merged, null, now)
          if (known) done.updated++
          else done.added++
        }
        return done
      },
    ),

    /** @returns the removed row, for `restoreContact` */
    removeContact: db.transaction((id: string): StoredContact | null => {
      const row = find.get(id)
      if (row) remove.run(id)
      return row ?? null
    }),
    /**
     * Restores the same row, with its history.
     * @returns `false` if another contact has its identifier by now
     */
    restoreContact: db.transaction((row: StoredContact): boolean => {
      if (find.get(row.id)) return true
      if (byNumber.get(row.id_number)) return false
      putBack.run(row)
      return true
    }),

    /** Records a sent request. Values that differ from the address book become a proposal and overwrite nothing. */
    contactUsed({ fields, now }: ContactUse): void {
      const { extra: _extra, notes: _notes, ...sent } = fields
      const known = byNumber.get(cleanTaxId(fields.idNumber))
      const inbox = known
        ? withSent(parseFields(known), parseProposal(known), sent)
        : { fields: sent, proposal: null }
      const id = writeContactRow(known, inbox.fields, now, now)
      propose.run(inbox.proposal && JSON.stringify(inbox.proposal), id)
    },

    /** Accepts or rejects a proposal. */
    settleProposal: db.transaction(
      (id: string, version: number, accept: boolean, now: number): 'done' | 'changed' | 'unknown' => {
        const row = find.get(id)
        if (!row) return 'unknown'
        if (row.version !== version) return 'changed'
        const proposal = parseProposal(row)
        if (proposal === null) return 'done'
        writeContactRow(
          row,
          accept ? { ...parseFields(row), ...proposal.fields } : parseFields(row),
          null,
          now,
        )
        propose.run(accept ? null : JSON.stringify({ ...proposal, dismissed: true }), id)
        return 'done'
      },
    ),
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareUse = (a: Entry, b: Entry): number =>
  b.uses - a.uses || b.usedAt - a.usedAt || compareText(a.name, b.name) || a.seq - b.seq

function addEntry(entries: Map<number, Entry>, entry: Entry): Entry {
  entries.set(entry.seq, entry)
  return entry
}

function createMatcher(typed: string): (words: string) => boolean {
  const alternatives = searchPieces(typed)
  if (alternatives.length === 0) return () => true
  return (words) => alternatives.some((pieces) => pieces.every((piece) => words.includes(piece)))
}

const parseFields = (row: StoredContact): ContactFields => {
  const { extra: _extra, notes: _notes, ...empty } = emptySignatureRequestFields()
  return { ...empty, ...readTexts(row.fields) }
}

function mergeFields(known: StoredContact | undefined, fields: ContactFields): ContactFields {
  if (!known) return fields
  const written = Object.entries(fields).filter(([, value]) => value.trim() !== '')
  return { ...parseFields(known), ...Object.fromEntries(written) }
}

const isSame = (known: StoredContact, fields: ContactFields): boolean =>
  Object.entries(parseFields(known)).every(([name, value]) => fields[name as keyof ContactFields] === value)

function toEntry(row: StoredContact): Entry {
  const { idNumber, representativeIdNumber, phone, fullname, email } = parseFields(row)
  const address = email.trim().toLowerCase()
  const call = phoneCode(phone)
  return {
    seq: row.seq,
    words: searchText({
      codes: [idNumber, representativeIdNumber, phone],
      whole: [email],
      texts: [fullname, email],
    }),
    idNumber: row.id_number,
    reach: [call.length < LEAST_PHONE ? '' : call, address].filter((one) => one !== ''),
    distinctFrom: textsIn(row.distinct_from),
    name: foldText(fullname).trim(),
    uses: row.uses,
    usedAt: row.used_at ?? 0,
  }
}

/** True if the office has said so, or if one is a company and the other a person, such as its representative. */
const isDistinct = (one: Entry, other: Entry): boolean =>
  (taxIdKind(one.idNumber) === 'entity') !== (taxIdKind(other.idNumber) === 'entity') ||
  one.distinctFrom.includes(other.idNumber) ||
  other.distinctFrom.includes(one.idNumber)

/** The same list has the same text on each PC. */
const writeDistinct = (numbers: readonly string[]): string => JSON.stringify([...new Set(numbers)].toSorted())

const parseProposal = ({ proposal }: StoredContact): ContactProposal | null =>
  proposal === null ? null : (JSON.parse(proposal) as ContactProposal)

function toContact(row: StoredContact): Contact {
  const fields = parseFields(row)
  const proposal = pruneProposal(fields, parseProposal(row))
  return {
    id: row.id,
    version: row.version,
    fields,
    ...(readTexts(row.fields) === null && { unreadable: true }),
    usedAt: row.used_at,
    uses: row.uses,
    ...(proposal && !proposal.dismissed && { proposal: proposal.fields }),
  }
}
