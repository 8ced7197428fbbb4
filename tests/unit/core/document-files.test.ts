import { afterAll, expect, test } from 'vitest'
import { createDocumentQueries } from '#electron/core/features/documents/documents.store.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

const db = openDatabase(IN_MEMORY, new Uint8Array(32))
afterAll(() => db.close())

test('every document with a file is said to need it, a part of them at a time', () => {
  const { documentFiles } = createDocumentQueries(db)
  db.exec(`
    INSERT INTO draft (id, kind, state, form, client, created_at, updated_at, intention)
      VALUES ('d', 'transfer', 'sent', '{}', '', 0, 0, '{}');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      INSERT INTO document (seq, id, draft_id, source, name, type, guessed, key)
      SELECT i, 'document ' || i, 'd', 'file', '', 'other', 0, CASE WHEN i % 3 > 0 THEN x'00' END FROM n;
  `)
  const said: string[] = []
  const parts: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const part: ReturnType<typeof documentFiles> = documentFiles(after)
    parts.push(part.ids.length)
    said.push(...part.ids)
    after = part.next
  }
  expect(said).toHaveLength(6_000)
  expect(new Set(said).size).toBe(6_000)
  expect(said).toContain('document 8999')
  expect(said).not.toContain('document 9000')
  expect(parts.length).toBeGreaterThan(1)
})
