import { appError } from '#shared/bridge/result.ts'
import type { BatchRowView } from '#shared/bridge/transfer-batches.ts'
import { rowOut } from '#shared/domain/transfer-batch.ts'
import type { FakeBatch } from './fake-transfer-batches.ts'
import { base, MINUTE, NOW, type SceneOf } from './scene-base.ts'

const BUYERS = [
  ['12345678Z', 'Lucía Ribera Soler'],
  ['X1234567L', 'Pilar Peña Gómez'],
  ['00000000T', 'Joan Puig i Ferrer'],
  ['A58818501', 'Transportes Ebro, S.A.'],
] as const
const plate = (ord: number) => `${String(1000 + ((ord * 37) % 9000))}${['BCD', 'KRT', 'LMN', 'MZX'][ord % 4]}`
const COMMON = {
  dealer: 'seller',
  dealerTaxId: 'B12345674',
  dealerName: 'Autos Llobregat, S.L.',
  userEmail: 'marta@gestoria.es',
  client: 'Autos Llobregat',
  invoicePattern: 'F-2026/{n:4}',
  invoiceFirst: '859',
  contractDate: '18/11/2026',
}

const openRow = (ord: number): BatchRowView => ({
  ord,
  vrm: plate(ord),
  draftId: `draft-${ord}`,
  number: null,
  state: 'open',
})
const madeRow = (
  ord: number,
  state: BatchRowView['state'],
  rest: Partial<NonNullable<BatchRowView['draft']>> = {},
): BatchRowView => ({
  ...openRow(ord),
  number: 859 + ord,
  state,
  draft: { version: 3, doubt: false, documents: { uploaded: 0, of: 7 }, missing: [], ...rest },
})

/** Cells of the first rows, as they were typed or pasted. */
function cells(amount: number): Record<string, string> {
  const typed: Record<string, string> = {}
  for (let ord = 0; ord < amount; ord++) {
    const [taxId, name] = BUYERS[ord % BUYERS.length]!
    typed[`${ord}.otherTaxId`] = taxId
    typed[`${ord}.otherName`] = name
    typed[`${ord}.taxableBase`] = ['8.250,50', '12.500', '4.900', '21.300'][ord % 4]!
  }
  return typed
}

const batchOf = (rows: BatchRowView[], rest: Partial<FakeBatch> = {}): FakeBatch => ({
  id: 'batch-1',
  name: 'Autos Llobregat, noviembre',
  listId: 'list-1',
  createdAt: NOW - 30 * MINUTE,
  updatedAt: NOW - 2 * MINUTE,
  version: 4,
  fields: { ...COMMON, ...cells(rows.length) },
  accepted: [],
  leftOut: { with_alerts: 5, not_transferable: 3, unanswered: 0, beyond: 0 },
  rows,
  checks: [],
  ...rest,
})
const rows = (amount: number) => Array.from({ length: amount }, (_, ord) => openRow(ord))

/** Rows in every state before there are drafts. */
const mixed = (): FakeBatch =>
  batchOf(rows(9), {
    fields: {
      ...COMMON,
      ...cells(6),
      '2.otherTaxId': '12345678A',
      '4.notes': 'Entrega el viernes, con dos llaves',
      '5.invoiceNumber': 'REBU-14',
    },
    accepted: [rowOut(7)],
    checks: [
      {
        ord: 1,
        verdict: null,
        duplicates: [
          { where: 'procedure', id: 'p-9', by: 'vrm', kind: 'VEHICLE_TRANSFER', status: 'PENDING' },
        ],
      },
      {
        ord: 3,
        verdict: {
          outcome: 'with_alerts' as never,
          checkedAt: NOW - 10 * MINUTE,
          kind: 'reduced',
          disagrees: false,
        },
        duplicates: [],
      },
    ],
  })

const drafts = (): FakeBatch =>
  batchOf([
    madeRow(0, 'editing'),
    madeRow(1, 'editing', { missing: ['agreement', 'mandate'] }),
    madeRow(2, 'ready'),
    madeRow(3, 'gone'),
    madeRow(4, 'editing'),
    openRow(5),
  ])
const sending = (): FakeBatch =>
  batchOf([
    madeRow(0, 'sent', { procedureId: 'p-1' }),
    madeRow(1, 'sending', { step: 'documents' }),
    madeRow(2, 'leaving', { sendAt: NOW + 8_000 }),
    madeRow(3, 'stopped', { problem: 'refused', error: appError('store-failed') }),
    madeRow(4, 'sending', { step: 'confirm', doubt: true }),
    madeRow(5, 'editing', { missing: ['mandate'] }),
  ])

const shown = (batch: FakeBatch, rest: Parameters<typeof base>[0] = {}) =>
  base({
    route: { view: 'transfer-batch', id: 'batch-1' },
    transferBatches: [batch],
    known: {
      '12345678Z': [{ from: 'contact', id: 'c1', at: NOW, values: { fullname: 'Lucía Ribera Soler' } }],
      X1234567L: [{ from: 'case', id: 'c2', at: NOW, values: { fullname: 'Pilar Peña Gómez' } }],
    },
    ...rest,
  })

export const transferBatchScenes: Record<string, SceneOf> = {
  'transfer-batch': () => shown(mixed()),
  'transfer-batch-new': () =>
    shown(batchOf(rows(12), { fields: { dealer: 'seller', userEmail: 'marta@gestoria.es' }, version: 0 })),
  'transfer-batch-ready': () => shown(batchOf(rows(4))),
  'transfer-batch-drafts': () => shown(drafts()),
  'transfer-batch-sending': () => shown(sending()),
  'transfer-batch-long': () => shown(batchOf(rows(500))),
  'transfer-batch-loading': () => shown(mixed(), { holds: ['transfer-batches.get'] }),
  'transfer-batch-failed': () =>
    shown(mixed(), { refuses: { 'transfer-batches.get': appError('store-failed') } }),
  'transfer-batch-gone': () =>
    base({ route: { view: 'transfer-batch', id: 'batch-9' }, transferBatches: [] }),
}
