import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { backupRecordSchema } from '#electron/core/features/backup/records.ts'
import { CASE_VIEWS } from '#electron/core/features/cases/cases.rules.ts'
import { SERVICE_DOCUMENTS_NOTED } from '#electron/core/features/service-documents/service-documents.rules.ts'
import { migrationNames } from '#electron/core/store/migration-names.ts'
import { migrations } from '#electron/core/store/migrations.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

/* A store of the version before the tables had the names of the glossary. */

const KEY = new Uint8Array(32).fill(7)
const NOW = new Date(2026, 10, 20, 14).getTime()
const VERSION_BEFORE = migrations.indexOf(migrationNames)

const RENAMED = [
  ['desk', 'case_annotations'],
  ['desk_label', 'case_label'],
  ['desk_key', 'case_record'],
  ['paper', 'service_document'],
  ['supply', 'attachment'],
  ['signing', 'signature_request'],
  ['signed_paper', 'signed_document'],
] as const
const UNCHANGED = [
  'resource',
  'document',
  'document_name',
  'case_person',
  'case_stale',
  'known_party',
  'case_stay',
]

let path: string

beforeEach(async () => {
  path = join(await temporaryDirectory(), 'older.db')
})
afterAll(removeTemporaryDirectories)

/** Rows in every renamed table, written in the names of that version. */
function fill(older: Database.Database): void {
  older.exec(`
    INSERT INTO resource (kind, id, status, vrm, since, added_at, checked_at, body) VALUES
      ('procedure', 'p', 'PENDING', '1234BCD', 5, 5, 9,
        '{"type":"VEHICLE_TRANSFER","status":"PENDING","generatedDocuments":[{"id":"d1","type":"permit"},{"id":"d2"}]}'),
      ('procedure', 'q', 'DONE', '5678FGH', 6, 6, 9, '{"type":"VEHICLE_REGISTRATION","status":"DONE"}'),
      ('signature', 's', 'signed', NULL, 7, 7, 9, '{"signer":{"fullname":"Lucía Ribera"}}');
    INSERT INTO desk (seq, version, updated_at, client, seller_name, seller_tax_id, contract_date, notes, marked, pinned,
      pinned_why) SELECT seq, 3, 8, 'Autos Lozano', 'Lucía Ribera', '12345678Z', '12/11/2026', 'Llamar', 1, 1, 'pleito'
      FROM resource WHERE id = 'p';
    INSERT INTO desk_label SELECT seq, 'Urgente' FROM resource WHERE kind = 'procedure';
    INSERT INTO paper (procedure_id, document_id, state, asked, file, key, kind, size, sha256) VALUES
      ('p', 'd1', 'kept', 1, 'f1', x'01', 'pdf', 120, 'aa'), ('p', 'd2', 'wanted', 0, NULL, NULL, NULL, NULL, NULL),
      ('q', 'd3', 'dropped', 0, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO supply (id, procedure_id, incident_id, name, type, mime, size, sha256, key, state, progress, at, active_at)
      VALUES ('a1', 'p', 'i1', 'ivtm.pdf', 'ivtm', 'application/pdf', 90, 'bb', x'02', 'queued', '{"remoteId":null}', 8, 8),
        ('a2', 'q', NULL, 'dni.pdf', 'dni', 'application/pdf', 80, 'cc', NULL, 'done', '{"remoteId":"r2"}', 7, 7);
    INSERT INTO signing (id, document, state, fields, id_number, procedure_id, created_at, updated_at, signature_id) VALUES
      ('g1', 'mandate-generic', 'editing', '{"fullname":"Ana Soler"}', '87654321X', 'p', 1, 2, NULL),
      ('g2', 'mandate-generic', 'sent', '{"fullname":"Lucía Ribera"}', '12345678Z', 'q', 1, 2, 's');
    INSERT INTO signed_paper VALUES ('s', 'd9', 'f9', x'03', 70, 'dd');
    INSERT INTO signed_whole VALUES ('s');
    INSERT INTO signature_link VALUES ('s', 'p');
    INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, intention) VALUES
      ('f', 'transfer', 'sending', '{"fields":{},"accepted":[]}', '', 1, 1, '{"procedureId":"p","orphans":2}');
    INSERT INTO document (id, draft_id, source, name, type, guessed) VALUES ('x', 'f', 'file', 'contrato.pdf', 'other', 0);
    INSERT INTO meta (k, v) VALUES ('desk-views', '[]'), ('papers-noted', '1');
  `)
}

/** A row without the columns of later versions. */
function withoutLaterColumns(row: unknown): unknown {
  const {
    assigned: _assigned,
    situations: _situations,
    party: _party,
    ...rest
  } = row as Record<string, unknown>
  return rest
}

const all = (db: Database.Database, table: string): unknown[] =>
  db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()

test('every row of a renamed table is there, and the store works', () => {
  const older = openOlderStore(path, KEY, migrationNames)
  fill(older)
  const before = RENAMED.map(([old]) => all(older, old))
  const others = UNCHANGED.map((table) => all(older, table))
  older.close()
  for (const rows of before) expect(rows.length).toBeGreaterThan(0)

  const db = openDatabase(path, KEY)
  expect(RENAMED.map(([, table]) => all(db, table).map(withoutLaterColumns))).toEqual(before)
  expect(UNCHANGED.map((table) => all(db, table).map(withoutLaterColumns))).toEqual(others)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.pragma('foreign_key_check')).toEqual([])

  const store = createStoreMethods(db, createAuditWriter(db, null))
  expect(
    store.caseList({ client: 'autos lozano' }, { by: 'deadline', descending: false }, 0, 5, NOW).rows,
  ).toMatchObject([
    { id: 'p', marked: true, pinned: true, labels: ['Urgente'], deadline: new Date(2026, 10, 22).getTime() },
  ])
  expect(store.caseFind('ivtm urgente lozano', 5, NOW).map(({ id }) => id)).toEqual(['p'])
  expect(store.annotations('p')).toMatchObject({
    version: 3,
    fields: { notes: 'Llamar' },
    pinnedWhy: 'pleito',
  })
  expect(store.serviceDocumentsOf('p')?.rows).toMatchObject([
    { documentId: 'd1', state: 'kept', asked: true, file: 'f1' },
    { documentId: 'd2', state: 'wanted' },
  ])
  expect(store.attachments('p', NOW)).toMatchObject([{ id: 'a1', incidentId: 'i1', state: 'queued' }])
  expect(store.signatureRequest('g1')).toMatchObject({ state: 'editing', fields: { fullname: 'Ana Soler' } })
  expect(store.signedDocuments('s')).toMatchObject([{ documentId: 'd9', file: 'f9' }])
  expect(store.draft('f')?.submission).toMatchObject({ procedureId: 'p', orphans: 2 })
  expect(store.knownParty('12345678Z', '').map(({ id }) => id)).toEqual(['p', 'g2'])
  expect(store.meta(CASE_VIEWS)).toBe('[]')
  expect(store.meta(SERVICE_DOCUMENTS_NOTED)).toBe('1')
  db.close()
})

test('the triggers of a renamed table write the new names', () => {
  const older = openOlderStore(path, KEY, migrationNames)
  fill(older)
  older.close()
  const db = openDatabase(path, KEY)
  const store = createStoreMethods(db, createAuditWriter(db, null))
  const record = (id: string) =>
    db.prepare('SELECT k.* FROM case_record k JOIN resource r ON r.seq = k.seq WHERE r.id = ?').get(id)

  store.saveAnnotations('p', 3, { client: 'Motor Gil, S.L.', contractDate: '' }, NOW)
  expect(record('p')).toMatchObject({ client: 'motor gil sl', last_day: null, marked: 1 })
  store.markCase({ ids: ['p'] }, false, NOW)
  db.exec(`UPDATE resource SET status = 'DONE', vrm = '9012JKL', blocked_at = 1 WHERE id = 'p'`)
  expect(record('p')).toMatchObject({ status: 'DONE', vrm: '9012JKL', marked: 0, blocked: 1, closed_at: 5 })
  db.exec(`UPDATE resource SET blocked_at = NULL WHERE id = 'p'`)
  expect(record('p')).toMatchObject({ blocked: 0 })
  expect(store.meta(SERVICE_DOCUMENTS_NOTED)).toBeNull()
  db.exec(`INSERT INTO resource (kind, id, status, since, added_at, body)
    VALUES ('procedure', 'new', 'PENDING', 20, 20, '{"type":"VEHICLE_TRANSFER"}')`)
  expect(record('new')).toMatchObject({ type: 'VEHICLE_TRANSFER', began_at: 20 })
  db.exec(`UPDATE attachment SET progress = '{"remoteId":"r1"}' WHERE id = 'a1'`)
  expect(all(db, 'document_name')).toContainEqual({ procedure_id: 'p', document_id: 'r1', name: 'ivtm.pdf' })

  db.exec('DELETE FROM resource')
  const emptied = [
    'case_annotations',
    'case_label',
    'case_record',
    'case_person',
    'signed_document',
    'signed_whole',
  ]
  expect(emptied.filter((table) => all(db, table).length > 0)).toEqual([])
  expect(all(db, 'past_case')).toHaveLength(3)
  expect(all(db, 'signature_request')).toMatchObject([{ id: 'g1' }])
  db.close()
})

test('a backup keeps its format', () => {
  const older = openOlderStore(path, KEY, migrationNames)
  fill(older)
  older.close()
  const db = openDatabase(path, KEY)
  const store = createStoreMethods(db, createAuditWriter(db, null))
  const records = [
    ...store.backupResources(0, 10).records,
    ...store.backupDrafts(0, 10).records,
    ...store.backupSignatureRequests(0, 10).records,
  ]
  for (const record of records) expect(backupRecordSchema.parse(record)).toEqual(record)
  expect(records).toMatchObject([
    { t: 'resource', id: 'p', desk: { client: 'Autos Lozano' }, labels: ['Urgente'] },
    { t: 'resource', id: 'q', desk: null },
    { t: 'resource', id: 's', link: 'p' },
    { t: 'draft', id: 'f', row: { intention: '{"procedureId":"p","orphans":2}' } },
    { t: 'signing', id: 'g1' },
    { t: 'signing', id: 'g2' },
  ])
  db.close()

  const empty = openDatabase(join(path, '..', 'empty.db'), KEY)
  const other = createStoreMethods(empty, createAuditWriter(empty, null))
  other.restoreStage(records)
  expect(other.restoreMerge(NOW)).toMatchObject({ procedures: 2, signatures: 1, drafts: 3 })
  expect(other.annotations('p')).toMatchObject({ fields: { client: 'Autos Lozano' }, labels: ['Urgente'] })
  expect(other.draft('f')?.submission).toMatchObject({ procedureId: 'p', orphans: 2 })
  empty.close()
})

test('a migration that fails leaves the version before it, whole', () => {
  const older = openOlderStore(path, KEY, migrationNames)
  fill(older)
  // The sixth rename finds its name taken.
  older.exec('CREATE TABLE signature_request (id TEXT)')
  const before = schemaOf(older)
  older.close()
  expect(() => openDatabase(path, KEY)).toThrow('signature_request')

  const reopened = new Database(path)
  reopened.pragma(`cipher = 'sqlcipher'`)
  reopened.pragma(`key = "x'${Buffer.from(KEY).toString('hex')}'"`)
  expect(reopened.pragma('user_version', { simple: true })).toBe(VERSION_BEFORE)
  expect(schemaOf(reopened)).toEqual(before)
  expect(all(reopened, 'desk')).toHaveLength(1)
  reopened.exec('DROP TABLE signature_request')
  reopened.close()
  const db = openDatabase(path, KEY)
  expect(all(db, 'case_annotations')).toHaveLength(1)
  db.close()
})

const schemaOf = (db: Database.Database): unknown[] =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all()
