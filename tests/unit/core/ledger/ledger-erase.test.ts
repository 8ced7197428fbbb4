import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createEmptyFound,
  PERSON_TABLES,
  type PersonFound,
} from '#electron/core/features/data-subjects/data-subjects.rules.ts'
import { computeBalance } from '#shared/domain/ledger.ts'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc, type PcPair } from '../sharing/pc-pair.ts'

const LUCIA = '12345678Z'
const DAY = 86_400_000
const P1 = { procedureId: 'p1' }
const RIBERA = { client: 'client:lucia ribera' }
const GIL = { client: 'client:autos gil' }

let pair: PcPair
beforeEach(() => {
  pair = openPcPair()
  for (const pc of pair.pcs) {
    pc.answer('p1', { status: 'DONE', vehicle: { vrm: '1234BCD' } })
    pc.annotate('p1', { client: 'Lucía Ribera', sellerName: 'Lucía Ribera', sellerTaxId: LUCIA })
    // The person is a party here, and the client is another.
    pc.answer('p2', { vehicle: { vrm: '5678FGH' } })
    pc.annotate('p2', { client: 'Autos Gil', buyerName: 'Lucía Ribera', buyerTaxId: LUCIA })
  }
  pair.share()
  const money = { concept: null, vatRate: 0, vatCents: 0, day: '2026-11-20' }
  const [own] = pair.pcs
  own.addEntry({ ...money, id: 'a', owner: P1, kind: 'payment', cents: 700, text: 'Bizum de su madre' }, NOW)
  own.addEntry({ ...money, id: 'b', owner: RIBERA, kind: 'refund', cents: 200, text: 'a Lucía Ribera' }, NOW)
  const p2 = { procedureId: 'p2' }
  own.addEntry({ ...money, id: 'c', owner: GIL, kind: 'payment', cents: 50, text: 'lo de Lucía Ribera' }, NOW)
  own.addEntry({ ...money, id: 'd', owner: p2, kind: 'payment', cents: 60, text: 'efectivo' }, NOW)
  pair.exchange()
})
afterEach(() => pair.close())

function find(pc: Pc): PersonFound {
  const found: Record<string, unknown[]> = { ...createEmptyFound() }
  for (const table of PERSON_TABLES)
    for (const [name, some] of Object.entries(pc.personLook(table, LUCIA, 0, 100).found))
      found[name] = [...(found[name] ?? []), ...some]
  return found as unknown as PersonFound
}
const rowsOf = (pc: Pc) =>
  pc.ledgerMonth('2026-11').map(({ id, cents, client, text }) => [id, cents, client, text])

test('an erasure of a person empties the names and texts of its entries on all PCs, and leaves the amounts', () => {
  const [own, other] = pair.pcs
  const line = {
    kind: 'fee',
    concept: null,
    text: '',
    cents: 100,
    vatRate: 0,
    year: null,
    source: '',
  } as const
  own.saveTariff('client:lucia ribera', 'transfer', [line], 0, NOW)
  pair.exchange()
  expect(own.personAlso(LUCIA, find(own)).ledgerEntries).toBe(4)
  expect(own.personData(LUCIA, find(own)).ledger).toMatchObject([
    { id: 'a', text: 'Bizum de su madre' },
    { id: 'd', text: 'efectivo' },
    { id: 'b', client: 'Lucía Ribera' },
    { id: 'c', text: 'lo de Lucía Ribera' },
  ])
  own.personErase(LUCIA, 'dni', find(own))
  pair.exchange(NOW + 1)
  pair.exchange(NOW + 2)
  for (const pc of [own, other]) {
    expect(rowsOf(pc)).toEqual([
      ['a', 700, '', ''],
      ['b', 200, '', ''],
      ['c', 50, 'Autos Gil', ''],
      ['d', 60, '', ''],
    ])
    // What the erasure left of another client still counts for that client.
    expect(pc.ledgerClients('2026-11', '')).toMatchObject([{ client: 'Autos Gil', balance: 110 }])
    expect(computeBalance(pc.ledger(GIL)!.entries).balance).toBe(110)
  }
  for (const pc of [own, other]) {
    expect(pc.tariff('client:lucia ribera', 'transfer').version).toBe(0)
    expect(JSON.stringify(pc.db.prepare('SELECT * FROM ledger_entry').all()).toLowerCase()).not.toContain(
      'ribera',
    )
  }
})

test('a procedure that the retention blocks or erases keeps its entries without names, for the same client', () => {
  const [own, other] = pair.pcs
  const limits = { retentionDays: 1, blockedDays: 1 }
  own.retain({ ...limits, now: NOW + 5 * DAY, lastRun: null }, 0, 100)
  expect(own.ledger(P1)).toMatchObject({ client: '', entries: [{ id: 'a', client: '', vehicle: '1234BCD' }] })
  own.retain({ ...limits, now: NOW + 10 * DAY, lastRun: NOW + 9 * DAY }, 0, 100)
  expect(own.ledger(P1)).toMatchObject({
    client: '',
    clientId: null,
    vehicle: '1234BCD',
    entries: [{ id: 'a', client: '', text: '', vehicle: '1234BCD', cents: 700 }],
  })
  const ofClient = () => computeBalance(own.ledger(RIBERA)!.entries).balance
  expect(ofClient()).toBe(500)
  expect(own.ledgerClients('2026-11', 'ribera')).toMatchObject([{ id: RIBERA.client, balance: 500 }])
  pair.exchange(NOW + 10 * DAY)
  pair.exchange(NOW + 10 * DAY + 1)
  expect(other.ledger(P1)!.entries).toMatchObject([{ id: 'a', text: '', cents: 700 }])
  // The procedure comes back with its client: nothing counts twice.
  own.answer('p1', { status: 'DONE', vehicle: { vrm: '1234BCD' } })
  own.annotate('p1', { client: 'LUCIA RIBERA' })
  expect(ofClient()).toBe(500)
})
