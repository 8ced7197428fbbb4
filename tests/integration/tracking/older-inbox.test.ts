import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { migrationMoments } from '#electron/core/store/migration-moments.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openOlderStore } from '#tests/fakes/older-store.ts'

afterAll(removeTemporaryDirectories)

const KEY = new Uint8Array(32).fill(7)
const AT = 1_795_000_200_000

test('Novedades of before: each change as it was, those of one file that came together as one line', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationMoments)
  const add = older.prepare(
    `INSERT INTO change (kind, id, event, detail, at, seen_at, ord, source, state) VALUES (?, ?, ?, '{}', 1, ?, ?, ?, ?)`,
  )
  let seq = 0
  const row = (kind: string, id: string, event: string, at: number, state: string | null, source = 'poll') =>
    add.run(kind, id, event, at, ++seq, source, state)
  row('procedure', 'p', 'procedure.document.added', AT, 'unread')
  row('procedure', 'q', 'procedure.document.added', AT, 'unread')
  row('procedure', 'p', 'procedure.document.added', AT + 1_000, 'unread')
  row('procedure', 'p', 'procedure.document.added', AT + 1_000, 'read')
  row('procedure', 'p', 'procedure.finished', AT + 1_000, null)
  row('procedure', 'p', 'procedure.status_changed', AT + 1_000, 'done', 'own')
  row('procedure', 'p', 'procedure.document.added', AT + 3_600_000, 'unread')
  row('report', 'r1', 'report.completed', AT, 'unread')
  row('report', 'r2', 'report.completed', AT + 1_000, 'unread')
  older.close()

  const db = openDatabase(path, KEY)
  const inbox = createStoreMethods(db, { write: () => undefined } as never)
  const lines = (filter: 'unread' | 'all') =>
    inbox.inboxGroups(filter, 'time', null, 50).groups.map(({ rows }) => rows.map((one) => one.seq))
  expect(lines('unread')).toEqual([[9, 8], [7], [2], [3, 1]])
  expect(lines('all')).toEqual([[9, 8], [7], [6], [4], [2], [3, 1]])
  expect(inbox.inboxCounts().unread).toBe(4)
  expect(inbox.inbox('all', null, null, 50).rows).toHaveLength(8)
  db.close()
})
