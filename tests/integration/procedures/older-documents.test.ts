import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationDocumentNames, migrationDocuments } from '#electron/core/store/migration-documents.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

afterAll(removeTemporaryDirectories)

const KEY = new Uint8Array(32).fill(7)

test('a store of before: documents stay as they were, and go with their draft from now on', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationDocuments)
  older.exec(
    `INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, intention)
     VALUES ('d', 'transfer', 'editing', '{}', '', 1, 1, '{}'), ('e', 'transfer', 'editing', '{}', '', 1, 1, '{}');
     INSERT INTO document (id, draft_id, source, name, type, guessed, sha256, key) VALUES
       ('a', 'd', 'file', 'dni.pdf', 'dni', 0, 'aa', x'01'), ('b', 'e', 'file', 'b.pdf', 'other', 1, 'bb', x'02'),
       ('lost', 'no such draft', 'file', 'c.pdf', 'other', 1, 'cc', x'03');`,
  )
  const before = older.prepare('SELECT * FROM document WHERE id <> ? ORDER BY seq').all('lost')
  older.close()

  const db = openDatabase(path, KEY)
  const ids = () => db.prepare('SELECT id FROM document ORDER BY seq').pluck().all()
  const withLater = before.map((row) => ({ ...(row as object), reason: null, reading: null, party: '' }))
  expect(db.prepare('SELECT * FROM document ORDER BY seq').all()).toEqual(withLater)
  db.exec(`DELETE FROM draft WHERE id = 'd'`)
  expect(ids()).toEqual(['b'])
  const insert = `INSERT INTO document (id, draft_id, source, name, type, guessed) VALUES ('x', ?, 'file', '', '', 0)`
  expect(() => db.prepare(insert).run('no such draft')).toThrow('FOREIGN KEY')
  db.close()
})

test('a store of before: names of the documents already sent are shown from now on, and of no draft', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationDocumentNames)
  older.exec(
    `INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, intention, procedure_id)
     VALUES ('d', 'transfer', 'sent', '{}', '', 1, 1, '{}', 'p'), ('e', 'transfer', 'editing', '{}', '', 1, 1, '{}', 'q');
     INSERT INTO document (id, draft_id, source, name, type, guessed, remote_id) VALUES
       ('a', 'd', 'file', 'dni.pdf', 'dni', 0, 'r1'), ('b', 'e', 'file', 'b.pdf', 'other', 1, 'r2');
     INSERT INTO supply (id, procedure_id, name, type, state, progress, at, active_at) VALUES
       ('s', 'p', 'ivtm.pdf', 'other', 'done', '{"remoteId":"r3"}', 1, 1),
       ('t', 'p', 'new.pdf', 'other', 'queued', '{"remoteId":null}', 1, 1);`,
  )
  older.close()
  const db = openDatabase(path, KEY)
  const names = () =>
    db.prepare('SELECT procedure_id, document_id, name FROM document_name ORDER BY 2').raw().all()
  const known = [
    ['p', 'r1', 'dni.pdf'],
    ['p', 'r3', 'ivtm.pdf'],
  ]
  expect(names()).toEqual(known)
  db.exec(`UPDATE attachment SET progress = '{"remoteId":"r4"}' WHERE id = 't'`)
  expect(names()).toEqual([...known, ['p', 'r4', 'new.pdf']])
  db.exec(`UPDATE draft SET state = 'sent' WHERE id = 'e'`)
  expect(names()).toContainEqual(['q', 'r2', 'b.pdf'])
  db.close()
})
