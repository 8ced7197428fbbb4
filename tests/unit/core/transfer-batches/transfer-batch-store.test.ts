import { expect, test } from 'vitest'
import { createAuditWriter } from '#electron/core/features/audit/audit.store.ts'
import { KEEP_DISCARDED_MS } from '#electron/core/features/drafts/drafts.rules.ts'
import { openDatabase } from '#electron/core/store/open-database.ts'
import { createStoreMethods } from '#electron/core/store/store-methods.ts'
import { IN_MEMORY } from '#electron/core/store/worker-protocol.ts'
import { batchForm, rowDuplicates, rowOut } from '#shared/domain/transfer-batch.ts'

const NOON = new Date(2026, 10, 26, 12).getTime()
const plate = (ord: number) => `${String(1000 + ord)}BCD`
const COMMON = {
  dealer: 'seller',
  invoicePattern: 'F-{n:3}',
  taxableBase: '5.000',
  userEmail: 'marta@gestoria.es',
}

function openStore(amount = 4) {
  const db = openDatabase(IN_MEMORY, new Uint8Array(32))
  const store = createStoreMethods(db, createAuditWriter(db, null))
  store.createTransferBatch(
    {
      id: 'a',
      name: 'Autos Vega',
      listId: 'list',
      fields: COMMON,
      leftOut: { with_alerts: 1, not_transferable: 2, unanswered: 0, beyond: 0 },
      rows: Array.from({ length: amount }, (_, ord) => ({ vrm: plate(ord), draftId: `draft-${ord}` })),
    },
    NOON,
  )
  const batch = () => store.transferBatch('a')!
  return {
    ...store,
    db,
    batch,
    save: (fields: Record<string, string>, accepted: string[] | null = null) =>
      store.saveTransferBatch('a', batch().version, fields, accepted, NOON),
    make: () => store.makeTransferDrafts('a', batch().version, NOON),
    drafts: () => store.drafts('drafts', null, 200).rows.map(({ id, vrm }) => [id, vrm]),
  }
}

test('cells are kept where they were typed, and an older version of them is refused', () => {
  const store = openStore()
  expect(store.save({ '1.otherName': 'Lucía', '1.otherTaxId': '12345678Z', client: 'Autos Vega' })).toEqual({
    version: 1,
    updatedAt: NOON,
  })
  expect(store.saveTransferBatch('a', 0, { client: 'otro' }, null, NOON)).toBe('changed')
  store.save({ '1.otherName': '', '9.otherName': 'nadie', 'x.y': 'nada' })
  expect(store.batch()).toMatchObject({
    name: 'Autos Vega',
    total: 4,
    made: 0,
    fields: { ...COMMON, '1.otherTaxId': '12345678Z', client: 'Autos Vega' },
  })
  expect(store.batch().fields).not.toHaveProperty('1.otherName')
})

test('the drafts of the rows that are ready are made, once, and take their data with them', () => {
  const store = openStore()
  store.save({ '0.otherTaxId': '12345678A', '1.otherName': 'Lucía', '1.otherTaxId': '12345678Z' }, [
    rowOut(3),
  ])
  expect(store.make()).toEqual(['draft-1', 'draft-2'])
  expect(store.make()).toEqual([])
  expect(store.drafts()).toEqual([
    ['draft-2', plate(2)],
    ['draft-1', plate(1)],
  ])
  const { draft } = store.draft('draft-1')!
  expect(draft).toMatchObject({
    kind: 'transfer',
    state: 'editing',
    fields: { invoiceNumber: 'F-002', buyerName: 'Lucía', buyerTaxId: '12345678Z', taxableBase: '5.000' },
  })
  const { rows, fields, made } = store.batch()
  expect(made).toBe(2)
  expect(rows.map(({ state, number }) => [state, number])).toEqual([
    ['open', null],
    ['editing', 2],
    ['editing', 3],
    ['open', null],
  ])
  expect(fields).toMatchObject({ '1.otherName': 'Lucía', '1.invoiceNumber': 'F-002' })
  const kept = store.db.prepare('SELECT fields FROM transfer_batch_row WHERE ord = 1').pluck().get()
  expect(kept).toBe('{}')
  // The rest are made later, with the numbers that are left.
  store.save({ '0.otherTaxId': '12345678Z' }, [])
  expect(store.make()).toEqual(['draft-0', 'draft-3'])
  expect(store.draft('draft-3')?.draft.fields.invoiceNumber).toBe('F-004')
})

test('a plate that has another draft is not made until that was seen', () => {
  const store = openStore(2)
  store.createDraft('old', 'transfer', batchForm({ ord: 0, vrm: plate(0) }, '', {}, []), NOON)
  const [check] = store.transferBatchChecks('a')!
  expect(check?.duplicates).toMatchObject([{ where: 'draft', id: 'old', by: 'vrm' }])
  expect(store.make()).toEqual(['draft-1'])
  store.save({}, [rowDuplicates(0, check!.duplicates)])
  expect(store.make()).toEqual(['draft-0'])
})

test('what is stopped in the middle makes none of them', () => {
  const store = openStore()
  store.db.exec(
    `CREATE TEMP TRIGGER full BEFORE INSERT ON main.draft WHEN NEW.id = 'draft-2' BEGIN SELECT RAISE(ABORT, 'full'); END`,
  )
  expect(store.make).toThrow('full')
  expect(store.drafts()).toEqual([])
  expect(store.batch().made).toBe(0)
  store.db.exec('DROP TRIGGER temp.full')
  expect(store.make()).toHaveLength(4)
})

test('a draft that was discarded and forgotten is not made again by itself', () => {
  const store = openStore(1)
  store.make()
  store.moveDraft('draft-0', null, ['editing'], 'discarded', NOON)
  store.purgeDrafts(NOON + 1 + KEEP_DISCARDED_MS)
  expect(store.batch().rows).toMatchObject([{ state: 'gone' }])
  expect(store.make()).toEqual([])
})

test('a batch that nobody has touched for long is forgotten, and its drafts stay', () => {
  const store = openStore(1)
  store.make()
  store.forgetTransferBatches(NOON)
  expect(store.transferBatches()).toHaveLength(1)
  store.forgetTransferBatches(NOON + 1)
  expect(store.transferBatches()).toEqual([])
  expect(store.drafts()).toHaveLength(1)
})
