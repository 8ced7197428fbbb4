import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import {
  migrationCleaned,
  migrationNamedChanges,
  migrationMoments,
} from '#electron/core/store/migration-inbox.ts'
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

test('rows without a name of before: a report gets its plate or goes, and a procedure never read waits', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationNamedChanges)
  older.exec(`
    INSERT INTO complete_report (id, vrm, outcome, checked_at, body) VALUES ('c1', '1234BCD', 'transferable', 1, '{}'),
      ('c2', '5678FGH', 'not_transferable', 1, '{}');
    INSERT INTO report (id, vrm, kind, outcome, checked_at) VALUES ('r1', '2345FGH', 'reduced', 'transferable', 1);
    INSERT INTO resource (kind, id, status, since, added_at, next_at, revision) VALUES
      ('procedure', 'read', 'BLOCKED', 1, 1, 1, 'x'), ('procedure', 'never', 'BLOCKED', 1, 1, 1, NULL),
      ('signature', 'own', 'sent', 1, 1, 1, NULL);
    INSERT INTO signing (id, document, state, fields, accepted, id_number, representative, created_at, updated_at,
      signature_id) VALUES ('s', 'mandate-generic', 'sent', '{}', '[]', '', '', 1, 1, 'own');
  `)
  let seq = 0
  const row = (kind: string, id: string, event: string, source: string, vrm: string | null, mine = 0) =>
    older
      .prepare(
        `INSERT INTO change (seq, kind, id, event, status, detail, at, seen_at, ord, source, state, notice, vrm, mine, moment)
         VALUES (?, ?, ?, ?, ?, '{}', 1, 1, 1, ?, 'unread', 'shown', ?, ?, ?)`,
      )
      .run(++seq, kind, id, event, kind === 'procedure' ? 'BLOCKED' : 'completed', source, vrm, mine, seq)
  row('report', 'r1', 'report.completed', 'relay', null)
  row('report', 'of-others', 'report.completed', 'relay', null)
  row('report', 'c1', 'report.completed', 'relay', null)
  row('report', 'c1', 'report.status_changed', 'relay', null)
  row('report', 'c2', 'report.completed', 'poll', '5678FGH')
  row('report', 'c2', 'report.status_changed', 'relay', null)
  row('procedure', 'read', 'procedure.status_changed', 'relay', null, 1)
  row('procedure', 'never', 'procedure.status_changed', 'relay', null, 1)
  row('signature', 'own', 'signature.status_changed', 'relay', null)
  older.close()

  const db = openDatabase(path, KEY)
  const store = createStoreMethods(db, { write: () => undefined } as never)
  const shown = store
    .inbox('all', null, null, 50)
    .rows.map(({ id, subject, detail }) => [id, subject.vrm ?? null, detail['outcome'] ?? null])
  expect(shown.toReversed()).toEqual([
    ['c1', '1234BCD', 'transferable'],
    ['c2', '5678FGH', null],
    ['read', null, null],
    ['own', null, null],
  ])
  expect(store.inboxCounts().actionable).toBe(1)
  expect(store.resourceView('procedure', 'never')).toBeNull()
  // Its first answer shows it, with its plate.
  const seen = {
    kind: 'procedure' as const,
    id: 'never',
    status: 'BLOCKED',
    statusDescription: null,
    subject: { vrm: '3456GHJ' },
    updatedAt: null,
    provisionalSince: null,
    revision: 'y',
    body: { id: 'never', status: 'BLOCKED' },
  }
  store.resourceAnswered({ seen, now: 2, officeHours: true, random: 0, cause: 'poll', insist: false })
  expect(store.inbox('unread', null, null, 1).rows).toMatchObject([
    { id: 'never', subject: { vrm: '3456GHJ' } },
  ])
  expect(store.inboxCounts().actionable).toBe(2)
  db.close()
})

test('texts of the service of before are cleaned, and their ids stay', async () => {
  const path = join(await temporaryDirectory(), 'older.db')
  const older = openOlderStore(path, KEY, migrationCleaned)
  const hostile = 'gpj.\u202Eexe\n\u200BPIN\0'
  const body = JSON.stringify({ id: 'p', incidents: [{ id: 'i-1', description: hostile }] })
  older
    .prepare(
      `INSERT INTO resource (kind, id, status, status_description, label, since, added_at, revision, body)
       VALUES ('procedure', 'p', 'BLOCKED', ?, ?, 1, 1, 'x', ?)`,
    )
    .run(hostile, hostile, body)
  older
    .prepare(
      `INSERT INTO change (kind, id, event, status, detail, at, seen_at, ord, source, state, moment)
       VALUES ('procedure', 'p', 'procedure.incident.added', ?, ?, 1, 1, 1, 'poll', 'unread', 1)`,
    )
    .run(hostile, JSON.stringify({ incidentId: 'i-1', description: hostile }))
  older.close()

  const db = openDatabase(path, KEY)
  const view = createStoreMethods(db, { write: () => undefined } as never).resourceView('procedure', 'p')
  const clean = 'gpj.exe PIN'
  expect(view).toMatchObject({
    statusDescription: clean,
    subject: { label: clean },
    body: { id: 'p', incidents: [{ id: 'i-1', description: clean }] },
    timeline: [{ status: clean, detail: { incidentId: 'i-1', description: clean } }],
  })
  db.close()
})
