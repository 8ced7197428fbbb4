import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationDocuments } from '#electron/core/store/migration-documents.ts'
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
  expect(db.prepare('SELECT * FROM document ORDER BY seq').all()).toEqual(before)
  db.exec(`DELETE FROM draft WHERE id = 'd'`)
  expect(ids()).toEqual(['b'])
  const insert = `INSERT INTO document (id, draft_id, source, name, type, guessed) VALUES ('x', ?, 'file', '', '', 0)`
  expect(() => db.prepare(insert).run('no such draft')).toThrow('FOREIGN KEY')
  db.close()
})
