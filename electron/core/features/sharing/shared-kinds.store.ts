import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import { completeReportSchema, type CompleteReport } from '#shared/bridge/complete-report.ts'
import type { SharedKindId } from '#shared/bridge/sharing.ts'
import { type CaseNote, caseNoteSchema } from '#shared/bridge/cases.ts'
import { LABEL_FIELD, NOTE_FIELD, PARTY_FIELD } from '#shared/records/case-fields.ts'
import type { FieldValue } from '#shared/records/shared-record.ts'
import { OFFICE_PEOPLE } from '../cases/case-notes.store.ts'
import { createChecklistKind } from '../checklists/checklists.store.ts'
import { createTermSettler } from '../cases/cases.store.ts'
import { createPartyWriter } from '../service-documents/service-documents.store.ts'
import { createMarkKind } from '../inbox/inbox-marks.store.ts'
import { CLIENT_TEXTS, parseStoredTexts, type StoredTexts } from '../client-messages/client-texts.rules.ts'
import { createRequestKind } from '../client-requests/request-kind.store.ts'
import {
  createClientKind,
  createClientMergeKind,
  createPaperKind,
  createPaperPartKind,
} from '../clients/client-kinds.store.ts'
import { createEntryKind, createTariffKind } from '../ledger/ledger-kinds.store.ts'
import { createSettingKind } from './office-settings.store.ts'
import { readTexts, recordIn, textsIn } from '../../store/stored-json.rules.ts'
import { SITUATION_IDS, type SituationId } from '#shared/domain/client-messages.ts'

type Fields = Readonly<Record<string, FieldValue>>

/** One kind of shared things: where the program reads and writes it. Keys name a thing alike on every PC. */
export interface SharedKind {
  /** Keys of everything of this kind on this PC. */
  keys(): string[]
  /**
   * Present fields of a thing, with the time of their last change; without fields if it was removed. `null` if this
   * PC cannot tell.
   */
  read(key: string, now: number): { at: number; fields: Fields } | null
  /** True for a field that `read` gives. A later version of the program may share others. */
  owns(field: string): boolean
  /**
   * Writes the fields of a thing. Without fields it is removed.
   * @returns false if this PC does not have the thing yet that they are about
   */
  write(key: string, fields: Fields, now: number): boolean
  /** Called when the present fields of a thing were taken into its record. */
  taken?(key: string, fields: Fields): void
  /** Called when sharing is turned on, and off. */
  turnedOn?(now: number): void
  turnedOff?(): void
}

export interface SharedKindDeps {
  /** Stores a note of a procedure that another PC wrote. */
  storeNote: (procedureId: string, note: CaseNote, now: number) => void
  /** Stores a complete report that another PC has paid for. */
  storeReport: (report: CompleteReport, pdf: Uint8Array | null) => void
  /** Name of this PC's operator; '' if unknown. */
  operator: () => string
}

export function createSharedKinds(
  db: Database.Database,
  deps: SharedKindDeps,
): Record<SharedKindId, SharedKind> {
  return {
    case: createCaseKind(db, deps),
    contact: createContactKind(db),
    template: createTemplateKind(db),
    text: createTextKind(db),
    report: createReportKind(db, deps),
    person: createPersonKind(db),
    erasure: erasureKind,
    mark: createMarkKind(db, deps.operator),
    setting: createSettingKind(db),
    entry: createEntryKind(db),
    tariff: createTariffKind(db),
    request: createRequestKind(db),
    checklist: createChecklistKind(db),
    client: createClientKind(db),
    'client-merge': createClientMergeKind(db),
    'client-document': createPaperKind(db),
    'client-document-part': createPaperPartKind(db),
  }
}

/** Erasures, which `sharing.store.ts` writes and confirms. Each waits until this PC has confirmed it. */
const erasureKind: SharedKind = {
  keys: () => [],
  read: () => null,
  owns: () => false,
  write: () => false,
}

const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')
/** Fields that are not empty. */
const filled = (fields: Readonly<Record<string, FieldValue>>): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== 0 && value !== null),
  )
const withPrefix = (prefix: string, values: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))
const withoutPrefix = (prefix: string, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
    ),
  )

/** Columns of `case_annotations` by field. */
const CASE_TEXTS = {
  client: 'client',
  sellerName: 'seller_name',
  sellerTaxId: 'seller_tax_id',
  buyerName: 'buyer_name',
  buyerTaxId: 'buyer_tax_id',
  contractDate: 'contract_date',
  situations: 'situations',
} as const
const CASE_TEXT_NAMES = Object.keys(CASE_TEXTS) as (keyof typeof CASE_TEXTS)[]

type CaseRow = Record<keyof typeof CASE_TEXTS | 'pinnedWhy' | 'assigned', string> &
  Record<'marked' | 'pinned' | 'at', number>

/** Annotations, labels, notes and parties of documents of a procedure. The key is the id of the procedure. */
function createCaseKind(db: Database.Database, { storeNote }: SharedKindDeps): SharedKind {
  const settleOtherTerms = createTermSettler(db)
  const ids = db
    .prepare<[], string>(
      `SELECT r.id FROM resource r WHERE r.kind = 'procedure' AND (
         EXISTS (SELECT 1 FROM case_annotations d WHERE d.seq = r.seq) OR
         EXISTS (SELECT 1 FROM case_label l WHERE l.seq = r.seq) OR
         EXISTS (SELECT 1 FROM document_party p WHERE p.procedure_id = r.id))`,
    )
    .pluck()
  const seqOf = db
    .prepare<[string], number>(`SELECT seq FROM resource WHERE kind = 'procedure' AND id = ?`)
    .pluck()
  const columns = CASE_TEXT_NAMES.map((name) => `${CASE_TEXTS[name]} AS ${name}`).join(', ')
  const row = db.prepare<[number], CaseRow>(
    `SELECT ${columns}, marked, pinned, pinned_why AS pinnedWhy, assigned, updated_at AS at FROM case_annotations WHERE seq = ?`,
  )
  const labelsOf = db.prepare<[number], string>('SELECT label FROM case_label WHERE seq = ?').pluck()
  const begin = db.prepare<[number]>('INSERT INTO case_annotations (seq) VALUES (?) ON CONFLICT DO NOTHING')
  const saveTexts = db.prepare(
    `UPDATE case_annotations SET version = version + 1, updated_at = @now,
       ${CASE_TEXT_NAMES.map((name) => `${CASE_TEXTS[name]} = @${name}`).join(', ')} WHERE seq = @seq`,
  )
  const saveMarks = db.prepare(
    `UPDATE case_annotations SET updated_at = @now, marked = @marked, pinned = @pinned, pinned_why = @pinnedWhy,
       assigned = @assigned
     WHERE seq = @seq`,
  )
  const addLabel = db.prepare<[number, string]>(
    'INSERT INTO case_label (seq, label) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const removeLabel = db.prepare<[number, string]>('DELETE FROM case_label WHERE seq = ? AND label = ?')
  const notesOf = db.prepare<[number], CaseNote>(
    'SELECT id, text, author, at, edited_at AS editedAt FROM case_note WHERE seq = ?',
  )
  const removeNote = db.prepare<[string]>('DELETE FROM case_note WHERE id = ?')
  const partiesOf = db.prepare<[string], { document: string; party: string }>(
    'SELECT document_id AS document, party FROM document_party WHERE procedure_id = ?',
  )
  const setParty = createPartyWriter(db)
  const owned: ReadonlySet<string> = new Set([
    ...CASE_TEXT_NAMES,
    'marked',
    'pinned',
    'pinnedWhy',
    'assigned',
  ])

  function read(id: string) {
    const seq = seqOf.get(id)
    if (seq === undefined) return null
    const { at = 0, ...fields } = row.get(seq) ?? {}
    const labels = labelsOf.all(seq).map((label) => [LABEL_FIELD + label, true] as const)
    const notes = notesOf
      .all(seq)
      .map(({ id: noteId, ...note }) => [NOTE_FIELD + noteId, JSON.stringify(note)] as const)
    const parties = partiesOf.all(id).map(({ document, party }) => [PARTY_FIELD + document, party] as const)
    return { at, fields: { ...filled(fields), ...Object.fromEntries([...labels, ...notes, ...parties]) } }
  }

  return {
    keys: () => ids.all(),
    owns: (field) =>
      owned.has(field) || [LABEL_FIELD, NOTE_FIELD, PARTY_FIELD].some((start) => field.startsWith(start)),
    read,
    write(id, fields, now) {
      const seq = seqOf.get(id)
      const here = read(id)
      if (seq === undefined || here === null) return false
      const had: Fields = here.fields
      begin.run(seq)
      const texts = Object.fromEntries(CASE_TEXT_NAMES.map((name) => [name, textOf(fields[name])]))
      if (CASE_TEXT_NAMES.some((name) => texts[name] !== textOf(had[name])))
        saveTexts.run({ seq, now, ...texts })
      const marks = {
        marked: Number(fields['marked'] ?? 0),
        pinned: Number(fields['pinned'] ?? 0),
        pinnedWhy: textOf(fields['pinnedWhy']),
        assigned: textOf(fields['assigned']),
      }
      saveMarks.run({ seq, now, ...marks })
      for (const name of Object.keys(had)) {
        if (name in fields) continue
        if (name.startsWith(LABEL_FIELD)) removeLabel.run(seq, name.slice(LABEL_FIELD.length))
        if (name.startsWith(NOTE_FIELD)) removeNote.run(name.slice(NOTE_FIELD.length))
        if (name.startsWith(PARTY_FIELD)) setParty(id, name.slice(PARTY_FIELD.length), '')
      }
      for (const [name, value] of Object.entries(fields)) {
        if (had[name] === value) continue
        if (name.startsWith(LABEL_FIELD)) addLabel.run(seq, name.slice(LABEL_FIELD.length))
        if (name.startsWith(PARTY_FIELD)) setParty(id, name.slice(PARTY_FIELD.length), textOf(value))
        const note = name.startsWith(NOTE_FIELD)
          ? parseNote(name.slice(NOTE_FIELD.length), textOf(value))
          : null
        if (note) storeNote(id, note, now)
      }
      if (texts['contractDate'] !== textOf(had['contractDate']))
        settleOtherTerms(id, texts['contractDate'] ?? '')
      return true
    },
  }
}

/** Reads the note of a field. `null` for one of another form. */
function parseNote(id: string, text: string): CaseNote | null {
  const note = caseNoteSchema.safeParse({ ...recordIn(text), id })
  return note.success ? note.data : null
}

const FIELD = 'field:'
/** Beginning of the name of a field of a contact. The rest is the identifier of another person. */
const DISTINCT = 'distinct:'

/** Signers of the address book. The key is the identifier of the person. */
function createContactKind(db: Database.Database): SharedKind {
  const numbers = db.prepare<[], string>('SELECT id_number FROM contact').pluck()
  const row = db.prepare<[string], { at: number; fields: string; distinct: string }>(
    'SELECT fields, distinct_from AS "distinct", updated_at AS at FROM contact WHERE id_number = ?',
  )
  const insert = db.prepare(
    `INSERT INTO contact (id, id_number, fields, distinct_from, updated_at)
     VALUES (@id, @idNumber, @fields, @distinct, @now)`,
  )
  const update = db.prepare(
    `UPDATE contact SET version = version + 1, fields = @fields, distinct_from = @distinct, updated_at = @now
     WHERE id_number = @idNumber AND (fields <> @fields OR distinct_from <> @distinct)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM contact WHERE id_number = ?')
  return {
    keys: () => numbers.all(),
    owns: (field) => field.startsWith(FIELD) || field.startsWith(DISTINCT),
    read(idNumber) {
      const found = row.get(idNumber)
      if (!found) return { at: 0, fields: {} }
      const distinct = textsIn(found.distinct).map((number) => [DISTINCT + number, true] as const)
      const fields = filled(withPrefix(FIELD, readTexts(found.fields) ?? {}))
      return { at: found.at, fields: { ...fields, ...Object.fromEntries(distinct) } }
    },
    write(idNumber, fields, now) {
      const values = withoutPrefix(FIELD, fields)
      if (Object.keys(values).length === 0) {
        remove.run(idNumber)
        return true
      }
      const known = row.get(idNumber)
      const cleared = Object.keys(readTexts(known?.fields ?? '{}') ?? {}).map((name) => [name, ''] as const)
      const distinct = Object.keys(fields).filter((name) => name.startsWith(DISTINCT))
      const columns = {
        idNumber,
        fields: JSON.stringify({ ...Object.fromEntries(cleared), ...values }),
        distinct: JSON.stringify(distinct.map((name) => name.slice(DISTINCT.length)).toSorted()),
        now,
      }
      if (known) update.run(columns)
      else insert.run({ id: randomUUID(), ...columns })
      return true
    },
  }
}

interface TemplateRow {
  name: string
  kind: string
  taxId: string
  fields: string
  expected: string | null
  at: number
}

/** Templates of procedures. The key is the template's id. */
function createTemplateKind(db: Database.Database): SharedKind {
  const ids = db.prepare<[], string>('SELECT id FROM template').pluck()
  const row = db.prepare<[string], TemplateRow>(
    'SELECT name, kind, tax_id AS taxId, fields, expected, updated_at AS at FROM template WHERE id = ?',
  )
  const insert = db.prepare(
    `INSERT INTO template (id, name, kind, tax_id, fields, expected, created_at, updated_at)
     VALUES (@id, @name, @kind, @taxId, @fields, @expected, @now, @now)`,
  )
  const update = db.prepare(
    `UPDATE template SET version = version + 1, name = @name, kind = @kind, tax_id = @taxId, fields = @fields,
       expected = @expected, updated_at = @now WHERE id = @id`,
  )
  const remove = db.prepare<[string]>('DELETE FROM template WHERE id = ?')
  const owned: ReadonlySet<string> = new Set(['name', 'kind', 'taxId', 'expected'])
  return {
    keys: () => ids.all(),
    owns: (field) => owned.has(field) || field.startsWith(FIELD),
    read(id) {
      const found = row.get(id)
      if (!found) return { at: 0, fields: {} }
      const { at, fields, ...columns } = found
      return { at, fields: filled({ ...columns, ...withPrefix(FIELD, readTexts(fields) ?? {}) }) }
    },
    write(id, fields, now) {
      const { name, kind } = fields
      if (typeof name !== 'string' || typeof kind !== 'string') {
        remove.run(id)
        return true
      }
      const columns = {
        id,
        name,
        kind,
        taxId: textOf(fields['taxId']),
        fields: JSON.stringify(withoutPrefix(FIELD, fields)),
        expected: typeof fields['expected'] === 'string' ? fields['expected'] : null,
        now,
      }
      if (row.get(id)) update.run(columns)
      else insert.run(columns)
      return true
    },
  }
}

/** The office's own texts for clients. The key is the situation of a text. */
function createTextKind(db: Database.Database): SharedKind {
  const read = db.prepare<[string], string>('SELECT v FROM meta WHERE k = ?').pluck()
  const write = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const readAll = (): StoredTexts => parseStoredTexts(read.get(CLIENT_TEXTS) ?? null)
  const isSituation = (key: string): key is SituationId => SITUATION_IDS.some((id) => id === key)
  return {
    keys: () => Object.keys(readAll()),
    owns: (field) => field === 'text',
    read(key) {
      const stored = isSituation(key) ? readAll()[key] : undefined
      return { at: stored?.at ?? 0, fields: typeof stored?.text === 'string' ? { text: stored.text } : {} }
    },
    write(key, fields, now) {
      if (!isSituation(key)) return true
      const texts = readAll()
      const text = typeof fields['text'] === 'string' ? fields['text'] : null
      if ((texts[key]?.text ?? null) !== text)
        write.run(CLIENT_TEXTS, JSON.stringify({ ...texts, [key]: { text, at: now } }))
      return true
    },
  }
}

/** Bytes of a PDF that is shared with its report. */
const MAX_PDF = 400_000

/** Complete reports, so that the office pays once. The key is the report's id. */
function createReportKind(db: Database.Database, { storeReport }: SharedKindDeps): SharedKind {
  const ids = db.prepare<[], string>('SELECT id FROM complete_report').pluck()
  const row = db.prepare<[string], { at: number; body: string; pdf: Buffer | null }>(
    `SELECT checked_at AS at, body, pdf FROM complete_report WHERE id = ? AND outcome <> 'error'`,
  )
  return {
    keys: () => ids.all(),
    owns: (field) => field === 'body' || field === 'pdf',
    read(id) {
      const found = row.get(id)
      // A report that failed, or that was deleted here: the other PCs keep what they have.
      if (!found) return null
      const { at, body, pdf } = found
      const isSmall = pdf !== null && pdf.length <= MAX_PDF
      return { at, fields: { body, ...(isSmall && { pdf: Buffer.from(pdf).toString('base64') }) } }
    },
    write(_id, fields) {
      const report = completeReportSchema.safeParse(recordIn(textOf(fields['body'])))
      const pdf = textOf(fields['pdf'])
      if (report.success) storeReport(report.data, pdf === '' ? null : Buffer.from(pdf, 'base64'))
      return true
    },
  }
}

/** Names of the people at the PCs of the office, by PC. */
export function createPeople(db: Database.Database) {
  const read = db.prepare<[string], string>('SELECT v FROM meta WHERE k = ?').pluck()
  const write = db.prepare<[string, string]>(
    'INSERT INTO meta (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v',
  )
  const readAll = (): Record<string, string> => readTexts(read.get(OFFICE_PEOPLE) ?? '{}') ?? {}
  return {
    readAll,
    name(device: string, name: string): void {
      const people = readAll()
      if ((people[device] ?? '') !== name)
        write.run(OFFICE_PEOPLE, JSON.stringify({ ...people, [device]: name }))
    },
  }
}

/** Who works at a PC. The key is the PC's id at the relay. */
function createPersonKind(db: Database.Database): SharedKind {
  const people = createPeople(db)
  return {
    keys: () => Object.keys(people.readAll()),
    owns: (field) => field === 'name',
    read: (device) => ({ at: 0, fields: filled({ name: people.readAll()[device] ?? '' }) }),
    write(device, fields) {
      people.name(device, textOf(fields['name']))
      return true
    },
  }
}
