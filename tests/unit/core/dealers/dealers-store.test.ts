import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDraftQueries } from '#electron/core/features/procedures/drafts.store.ts'
import { createSignatureQueries } from '#electron/core/features/signature-requests/signatures.store.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import { signatureSchema } from '#shared/api/signature.ts'
import type { DealerBoard } from '#shared/bridge/dealers.ts'
import { monthOf } from '#shared/domain/calendar.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { labelDealerId } from '#shared/domain/dealer-id.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { createCaseStore, type CaseStore } from '#tests/fakes/case-store.ts'

const NOW = new Date(2026, 10, 26, 12).getTime()
const OCTOBER = new Date(2026, 9, 10, 12).getTime()
let store: CaseStore
beforeEach(() => (store = createCaseStore()))
afterEach(() => store.close())

const VEGA = clientDealerId('Autos Vega')
interface Given {
  client?: string
  labels?: string[]
  incidents?: object[]
  at?: number
  vrm?: string
  type?: string
}
function procedure(id: string, status: string, given: Given = {}) {
  const { client = 'Autos Vega', labels = [], at = NOW, incidents = [], vrm = '1234BCD' } = given
  store.answer(
    {
      id,
      status,
      type: given.type ?? 'VEHICLE_TRANSFER',
      createdAt: new Date(at).toISOString(),
      vrm,
      incidents,
      documents: [{ id: 'd', type: 'national_id', name: 'dni de Ana.pdf' }],
    },
    at,
  )
  store.write(id, { client }, at)
  if (labels.length > 0) store.desks.labelCase({ ids: [id] }, labels, [], at)
}
function signature(id: string, status: string, procedureId?: string) {
  const seen = toSeen('signature', signatureSchema.parse({ id, status, type: 'mandate-specific' }))
  store.resources.resourceAnswered({
    seen,
    now: NOW,
    officeHours: true,
    random: 0.5,
    cause: 'own',
    insist: true,
  })
  if (procedureId !== undefined) createSignatureQueries(store.db).linkSignature(id, procedureId)
}
const list = (text = '') => store.dealers.dealerList({ text, order: 'open', descending: true }, 0, 50, NOW)
const board = (id = VEGA, month: string | null = null) => store.dealers.dealerBoard(id, month, NOW)
const parts = (of: Pick<DealerBoard, 'sections'> | null) =>
  Object.fromEntries((of?.sections ?? []).map(({ section, rows }) => [section, rows.map(({ id }) => id)]))
const names = () => list().rows.map(({ name, open }) => [name, open])

describe('the list of dealers', () => {
  test('accents, capitals and the points of a legal form make no other dealer; a label is one too', () => {
    procedure('a', 'PENDING', { client: 'AUTOS VEGÁ, S.L.', labels: ['vip'] })
    procedure('b', 'PENDING', { client: 'Autos Vega, S.L.' })
    procedure('c', 'PENDING', { client: 'Autos Vega SL', labels: ['vip'] })
    procedure('d', 'PENDING', { client: '' })
    // As the latest of its procedures writes it.
    expect(names()).toEqual([
      ['Autos Vega SL', 3],
      ['vip', 2],
    ])
    expect(board(clientDealerId('Autos Vega, S.L.'))?.spellings).toEqual([
      'Autos Vega SL',
      'Autos Vega, S.L.',
      'AUTOS VEGÁ, S.L.',
    ])
    expect(list('vega').total).toBe(1)
    expect(list('vega s.l.').total).toBe(1)
    expect(list('VIP').rows.map(({ kind }) => kind)).toEqual(['label'])
    expect(list('nobody')).toEqual({ rows: [], total: 0 })
  })

  test('only what is open, or has ended this month, counts', () => {
    procedure('a', 'DONE', { at: OCTOBER, client: 'Old' })
    procedure('b', 'DONE', { client: 'New' })
    procedure('c', 'PENDING', { at: OCTOBER, client: 'Open' })
    expect(list().rows.map(({ name, open, ended }) => [name, open, ended])).toEqual([
      ['Open', 1, 0],
      ['New', 0, 1],
    ])
  })

  test('follows every writer: an answer, a client, a label, a signature, a draft, an erasure', () => {
    procedure('a', 'PENDING')
    expect(names()).toEqual([['Autos Vega', 1]])
    expect(list().rows[0]).toMatchObject({ registry: 1, unsigned: 0 })
    signature('s', 'sent', 'a')
    expect(list().rows[0]).toMatchObject({ signer: 1, unsigned: 1 })
    signature('s', 'signed')
    expect(list().rows[0]).toMatchObject({ registry: 1, unsigned: 0 })
    store.desks.labelCase({ ids: ['a'] }, ['vip'], [], NOW)
    expect(list('vip').total).toBe(1)
    store.desks.labelCase({ ids: ['a'] }, [], ['vip'], NOW)
    expect(list('vip').total).toBe(0)
    store.write('a', { client: 'Other' }, NOW)
    expect(names()).toEqual([['Other', 1]])
    const drafts = createDraftQueries(store.db, { write: () => undefined } as never)
    const form = { ...emptyForm(), fields: { ...emptyForm().fields, client: 'ÓTHER' } }
    drafts.createDraft('d', 'transfer', form, NOW)
    expect(list().rows[0]).toMatchObject({ name: 'Other', open: 2, dealer: 1, missing: 6 })
    store.db.exec(`UPDATE draft SET state = 'ready'`)
    expect(list().rows[0]).toMatchObject({ dealer: 0, office: 1 })
    store.db.exec(`DELETE FROM draft`)
    store.answer({ id: 'a', status: 'DONE', type: 'VEHICLE_TRANSFER', vrm: '1234BCD' }, NOW)
    expect(list().rows[0]).toMatchObject({ open: 0, ended: 1 })
    store.db.exec(`UPDATE resource SET blocked_at = ${NOW}`)
    expect(list().total).toBe(0)
    expect(board(clientDealerId('Other'))).toBeNull()
    store.empty()
    expect(list().total).toBe(0)
  })

  test('what was read ahead is what would have been read', () => {
    for (let index = 0; index < 600; index++)
      procedure(`p${index}`, index % 2 === 0 ? 'PENDING' : 'DONE', { client: `Dealer ${index % 7}` })
    while (store.dealers.dealerReadAhead(NOW));
    expect(list().rows.reduce((sum, { open }) => sum + open, 0)).toBe(300)
    expect(list().rows.reduce((sum, { ended }) => sum + ended, 0)).toBe(300)
  })
})

describe('the board of a dealer', () => {
  test('each row is in the part of whom it waits for, with what it lacks by name', () => {
    procedure('paper', 'BLOCKED', {
      incidents: [{ id: 'i', type: 'expired-document', level: 'document', solved: false, documentId: 'd' }],
    })
    procedure('tax', 'BLOCKED', { incidents: [{ id: 'i', type: 'unpaid-ivtm-tax', level: 'blocker' }] })
    procedure('hold', 'ON_HOLD', { incidents: [{ id: 'i', type: 'registry-rejected', level: 'hold' }] })
    procedure('sign', 'PENDING')
    signature('s', 'sent', 'sign')
    procedure('again', 'PENDING')
    signature('t', 'expired', 'again')
    procedure('draft', 'DRAFT')
    procedure('done', 'DONE', { type: 'VEHICLE_REGISTRATION', vrm: '4444FFF' })
    const found = board()
    expect(parts(found)).toEqual({
      dealer: ['paper', 'tax', 'sign'],
      office: ['again', 'draft'],
      registry: ['hold'],
      ended: ['done'],
    })
    expect(found).toMatchObject({ tally: { open: 6, missing: 1, unsigned: 2, ended: 1 }, plates: 1 })
    const rows = found?.sections.flatMap((part) => part.rows) ?? []
    const row = (id: string) => rows.find((one) => one.id === id)
    expect(row('paper')).toMatchObject({
      missing: [{ incident: 'expired-document', document: 'national_id' }],
      asks: [],
    })
    expect(row('tax')).toMatchObject({ missing: [], asks: ['unpaid-ivtm-tax'] })
    expect(row('sign')).toMatchObject({
      waits: 'signer',
      signatures: [{ id: 's', document: 'mandate-specific', outcome: 'waiting' }],
    })
    expect(row('done')).toMatchObject({ assigned: true, vrm: '4444FFF' })
    // No name leaves with the rows.
    expect(JSON.stringify(rows)).not.toContain('Ana')
    expect(store.dealers.dealerRows(store.dealers.dealerRefs(VEGA, null, NOW)).map(({ id }) => id)).toEqual(
      rows.map(({ id }) => id),
    )
  })

  test('of another month: what ended in it, and what began in it and is still open', () => {
    procedure('ended', 'DONE', { at: OCTOBER })
    procedure('begun', 'PENDING', { at: OCTOBER })
    procedure('now', 'PENDING')
    expect(parts(board(VEGA, monthOf(OCTOBER)))).toMatchObject({ registry: ['begun'], ended: ['ended'] })
    expect(parts(board())).toMatchObject({ registry: ['begun', 'now'], ended: [] })
    expect(board(VEGA, '2020-01')).toMatchObject({ isPresent: false, tally: { open: 0, ended: 0 } })
  })

  test('its identifier is that of the party with its name', () => {
    procedure('a', 'PENDING')
    store.write('a', { sellerName: 'AUTOS VEGA', sellerTaxId: 'b-1234567-4', buyerTaxId: '12345678Z' }, NOW)
    expect(board()?.taxId).toBe('B12345674')
  })

  test('a label has its own; and what is no dealer has none', () => {
    procedure('a', 'PENDING', { labels: ['vip'] })
    expect(parts(board(labelDealerId('vip')))).toMatchObject({ registry: ['a'] })
    expect(board(labelDealerId('Vip'))).toBeNull()
    expect(board(clientDealerId('nobody'))).toBeNull()
    expect(board('nonsense')).toBeNull()
  })

  test('a name of 200 characters is found by its own', () => {
    const long = `Ñ${'automóviles '.repeat(16)}`.slice(0, 200)
    procedure('a', 'PENDING', { client: long })
    expect(board(clientDealerId(long))).toMatchObject({ name: long.trim(), tally: { open: 1 } })
  })

  test('a long part is cut, and its total is not', () => {
    for (let index = 0; index < 130; index++) procedure(`p${index}`, 'PENDING')
    const registry = board()?.sections.find(({ section }) => section === 'registry')
    expect(registry).toMatchObject({ total: 130 })
    expect(registry?.rows).toHaveLength(100)
    expect(store.dealers.dealerRefs(VEGA, null, NOW)).toHaveLength(130)
  })
})
