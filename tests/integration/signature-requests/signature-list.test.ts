import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SignatureFilter } from '#shared/bridge/signature-requests.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createSignatureQueries } from '#electron/core/features/signature-requests/signatures.store.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'

/** Results of *Firmas*, over the store itself. */
let db: Database.Database
let queries: ReturnType<typeof createSignatureQueries>
const moment = { today: 1_000, lateBefore: 500 }

beforeEach(() => {
  db = openDatabase(IN_MEMORY, randomBytes(32))
  queries = createSignatureQueries(db)
})
afterEach(() => db.close())

function add(id: string, more: Record<string, unknown> = {}, body: unknown = {}): void {
  const row = { kind: 'signature', status: 'sent', since: 1_500, gone: 0, vrm: null, blocked: null, ...more }
  db.prepare(
    `INSERT INTO resource (kind, id, status, since, added_at, gone, vrm, blocked_at, body)
     VALUES (@kind, @id, @status, @since, 0, @gone, @vrm, @blocked, @body)`,
  ).run({ id, body: JSON.stringify(body), ...row })
}
const ids = (filter: SignatureFilter, before: number | null = null, limit = 200) =>
  queries.signatures(filter, before, limit, moment).rows.map((row) => row.id)
const found = (text: string) => ids({ view: 'all', text })
const signer = (fullname: string, idNumber = '12345678Z') => ({
  type: 'mandate-generic',
  signer: { fullname, idNumber },
})

describe('views', () => {
  const statuses = ['submitted', 'sent', 'signed', 'rejected', 'expired', 'odd'] as const
  const one = fc.record({
    status: fc.constantFrom(...statuses),
    since: fc.integer({ min: 0, max: 2_000 }),
    gone: fc.constantFrom(0, 0, 0, 1),
    blocked: fc.constantFrom(null, null, null, 5),
    name: fc.constantFrom('Ana', 'Berta'),
  })
  const isIn: Record<
    SignatureFilter['view'],
    (row: { status: string; since: number; gone: number }) => boolean
  > = {
    all: () => true,
    pending: ({ status, gone }) => (status === 'submitted' || status === 'sent') && gone === 0,
    expired: ({ status }) => status === 'expired',
    rejected: ({ status }) => status === 'rejected',
    'signed-today': ({ status, since }) => status === 'signed' && since >= moment.today,
    late: (row) => isIn.pending(row) && row.since < moment.lateBefore,
  }

  test('each has what it says, the newest first, page by page, and its count', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 25 }), fc.integer({ min: 1, max: 7 }), (rows, limit) => {
        db.exec(`DELETE FROM resource`)
        for (const [index, { name, ...row }] of rows.entries()) add(`s${index}`, row, signer(name))
        const known = rows.map((row, index) => ({ ...row, id: `s${index}` })).toReversed()
        const expected = (view: SignatureFilter['view'], name?: string) =>
          known
            .filter(
              (row) => row.blocked === null && isIn[view](row) && (name === undefined || row.name === name),
            )
            .map(({ id }) => id)
        for (const view of Object.keys(isIn) as SignatureFilter['view'][]) {
          expect(ids({ view, text: 'ana' })).toEqual(expected(view, 'Ana'))
          const paged: string[] = []
          for (let before: number | null = null, more = true; more; more = before !== null) {
            const page = queries.signatures({ view }, before, limit, moment)
            paged.push(...page.rows.map((row) => row.id))
            before = page.next
          }
          expect(paged).toEqual(expected(view))
        }
        expect(queries.signatureCounts(moment)).toEqual({
          pending: expected('pending').length,
          expired: expected('expired').length,
          rejected: expected('rejected').length,
          signedToday: expected('signed-today').length,
          late: expected('late').length,
          open: 0,
        })
        const late = queries.signatures({ view: 'all' }, null, 200, moment).rows.filter((row) => row.late)
        expect(late.map((row) => row.id)).toEqual(
          known.filter((row) => row.blocked === null && isIn.late({ ...row, gone: 0 })).map(({ id }) => id),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('nothing waits too long where no days were set', () => {
    add('old', { since: 0 })
    const never = { today: 1_000, lateBefore: null }
    expect(queries.signatures({ view: 'late' }, null, 10, never).rows).toEqual([])
    expect(queries.signatureCounts(never).late).toBe(0)
  })
})

describe('found', () => {
  test('by name, identifier, document and the plate of its procedure, as those change', () => {
    add('p1', { kind: 'procedure', vrm: '1234BCD' })
    add('s1', {}, signer('José Ñíguez'))
    expect(found('niguez jose')).toEqual(['s1'])
    expect(found('12.345.678-z')).toEqual(['s1'])
    expect(found('mandato generico')).toEqual(['s1'])
    expect(found('1234bcd')).toEqual([])
    queries.linkSignature('s1', 'p1')
    expect(found('1234 BCD')).toEqual(['s1'])
    db.prepare(`UPDATE resource SET vrm = '9999XYZ' WHERE id = 'p1'`).run()
    expect(found('1234bcd')).toEqual([])
    expect(found('9999xyz')).toEqual(['s1'])
    db.prepare(`UPDATE resource SET body = ? WHERE id = 's1'`).run(JSON.stringify(signer('Otra')))
    expect(found('niguez')).toEqual([])
    expect(found('otra')).toEqual(['s1'])
    queries.linkSignature('s1', null)
    expect(found('9999xyz')).toEqual([])
    expect(found('· - ·')).toEqual([])
  })

  test('a link needs both ends', () => {
    add('s1')
    expect(queries.linkSignature('s1', 'nobody')).toBe(false)
    expect(queries.linkSignature('nobody', null)).toBe(false)
  })
})

test.each([
  ['nothing', {}],
  ['null for everything', { type: null, signer: null, documents: null, createdAt: null }],
  ['other shapes', { type: 7, signer: 'Ana', documents: 'no', createdAt: 'ayer' }],
  ['lists', { type: [], signer: [1], documents: [null, 'x', 3], createdAt: [] }],
  ['shapes within', { signer: { fullname: {}, idNumber: 5, address: 'calle', representative: [] } }],
])('a record with %s is shown with what there is of it', (_what, body) => {
  add('s1', { status: 'brand-new' }, body)
  const known = queries.signature('s1', null)
  expect(known?.row).toMatchObject({ id: 's1', status: 'brand-new', document: '', fullname: '', idTail: '' })
  expect(known?.details.documents).toEqual([])
  expect(ids({ view: 'all' })).toEqual(['s1'])
})

test('documents without an id are named by their place', () => {
  add('s1', {}, { documents: [{ name: 'Mandato' }, { id: 'x' }, { id: 9 }] })
  expect(queries.signature('s1', null)?.details.documents).toEqual([
    { documentId: '#1', name: 'Mandato' },
    { documentId: 'x', name: '' },
    { documentId: '#3', name: '' },
  ])
})

test('what leaves takes everything of it along', () => {
  add('p1', { kind: 'procedure', vrm: '1234BCD' })
  add('s1', { status: 'signed' }, signer('Ana'))
  queries.linkSignature('s1', 'p1')
  const file = { signatureId: 's1', documentId: '1', file: 'f', key: randomBytes(32), size: 1, sha256: 'x' }
  expect(queries.keepSigned(file)).toBe(true)
  expect(queries.keepSigned({ ...file, file: 'g' })).toBe(false)
  expect(queries.signature('s1', null)?.row).toMatchObject({ kept: true, procedureId: 'p1', vrm: '1234BCD' })
  // A registration has no plate yet: its chassis number is no plate.
  db.prepare(
    `INSERT INTO report (id, vrm, kind, brand, model, outcome, checked_at)
     VALUES ('r', '1234BCD', 'reduced', 'SEAT', 'Ibiza', 'transferable', 1)`,
  ).run()
  expect(queries.signature('s1', null)?.row).toMatchObject({ vehicle: 'SEAT Ibiza' })
  db.prepare(`UPDATE resource SET vrm = NULL, vin = 'VF1FCL2ZV6R121736' WHERE id = 'p1'`).run()
  const { row } = queries.signature('s1', null)!
  expect(row).toMatchObject({ vin: 'VF1FCL2ZV6R121736' })
  expect(row.vrm).toBeUndefined()
  expect(queries.signedToBring()).toEqual(['s1'])
  queries.signedWhole('s1')
  expect(queries.signedToBring()).toEqual([])
  queries.signedLost(['f'])
  expect(queries.signedToBring()).toEqual(['s1'])
  queries.keepSigned(file)
  db.prepare(`DELETE FROM resource WHERE id = 's1'`).run()
  for (const table of ['signature_link', 'signed_document', 'signed_whole', 'signature_request'])
    expect(db.prepare(`SELECT * FROM ${table}`).all()).toEqual([])
  expect(found('ana')).toEqual([])
})
