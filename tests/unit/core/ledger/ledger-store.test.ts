import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { computeBalance, computeVat, type EntryKind, ENTRY_KINDS } from '#shared/domain/ledger.ts'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { NewEntry } from '#electron/core/features/ledger/ledger.store.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc } from '../sharing/pc-pair.ts'

const opened: { close: () => void }[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

function openStore(): Pc {
  const store = openSearchStore()
  opened.push(store)
  return store
}

const P1 = { procedureId: 'p1' }
let made = 0
const newEntry = (fields: Partial<NewEntry> = {}): NewEntry => ({
  id: `entry-${++made}`,
  owner: P1,
  kind: 'payment',
  concept: null,
  text: '',
  cents: 10_000,
  vatRate: 0,
  vatCents: 0,
  day: '2026-11-20',
  ...fields,
})

/** A procedure of a client. */
function addCase(store: Pc, id: string, client: string, vrm = '1234BCD'): void {
  store.answer(id, { vehicle: { vrm } })
  store.annotate(id, { client })
}
const balanceOf = (store: Pc, owner: NewEntry['owner']) =>
  computeBalance(store.ledger(owner)?.entries ?? []).balance

test('an entry is never changed or deleted, but its texts can be emptied', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  const { id } = store.addEntry(newEntry({ text: 'a cuenta' }), NOW)!
  for (const change of [
    'cents = 1',
    `kind = 'refund'`,
    `day = '2026-01-01'`,
    `text = 'otro'`,
    `procedure_id = NULL`,
  ])
    expect(() => store.db.prepare(`UPDATE ledger_entry SET ${change} WHERE id = ?`).run(id)).toThrow(
      'never changes',
    )
  expect(() => store.db.exec('DELETE FROM ledger_entry')).toThrow('only grows')
  store.db.prepare(`UPDATE ledger_entry SET text = '' WHERE id = ?`).run(id)
  expect(store.ledger(P1)!.entries).toMatchObject([{ id, text: '', cents: 10_000 }])
})

test('a correction of a correction counts again, and doing any of them twice writes one', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  const fee = newEntry({ kind: 'fee', cents: 6_050, vatRate: 2_100, vatCents: computeVat(6_050, 2_100) })
  const written = store.addEntry(fee, NOW)
  expect(store.addEntry({ ...fee, cents: 1 }, NOW + 1)).toEqual(written)
  const counter = store.correctEntry(fee.id, 'era otro', NOW)
  expect(counter).toMatchObject({ cents: -6_050, vatCents: -1_271, day: '2026-11-20', corrects: fee.id })
  expect(store.correctEntry(fee.id, 'otra vez', NOW + 1)).toEqual(counter)
  expect(balanceOf(store, P1)).toBe(0)
  store.correctEntry(counter!.id, 'sí era', NOW)
  expect(balanceOf(store, P1)).toBe(-7_321)
  expect(store.ledger(P1)!.entries.map(({ isCorrected }) => isCorrected)).toEqual([true, true, false])
})

test('entries of a procedure follow its client, also to one of another name', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil, S.L.')
  addCase(store, 'p2', 'Motor Vega')
  store.addEntry(newEntry(), NOW)
  store.addEntry(
    newEntry({ owner: { procedureId: 'p2' }, kind: 'disbursement', concept: 'dgt-fee', cents: 5_570 }),
    NOW,
  )
  store.addEntry(newEntry({ owner: { client: 'client:autos gil sl' }, cents: 200 }), NOW)
  expect(balanceOf(store, { client: 'client:autos gil sl' })).toBe(10_200)
  store.annotate('p2', { client: 'AUTOS GIL SL' })
  expect(balanceOf(store, { client: 'client:autos gil sl' })).toBe(4_630)
  expect(store.ledgerClients('2026-11', '')).toMatchObject([{ client: 'AUTOS GIL SL', balance: 4_630 }])
})

test('the list of clients says since when each owes, with the largest debt first', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  addCase(store, 'p2', 'Motor Vega')
  const p2 = { procedureId: 'p2' }
  store.addEntry(newEntry({ kind: 'disbursement', concept: 'itp', cents: 500, day: '2026-09-01' }), NOW)
  store.addEntry(newEntry({ cents: 500, day: '2026-09-02' }), NOW)
  store.addEntry(newEntry({ kind: 'disbursement', concept: 'itp', cents: 300, day: '2026-10-05' }), NOW)
  store.addEntry(newEntry({ kind: 'disbursement', concept: 'itp', cents: 1, day: '2026-11-05' }), NOW)
  store.addEntry(newEntry({ owner: p2, cents: 90 }), NOW)
  expect(store.ledgerClients('2026-11', '')).toMatchObject([
    { id: 'client:autos gil', balance: -301, owesSince: '2026-10-05', month: { disbursed: 1 } },
    { id: 'client:motor vega', balance: 90, owesSince: null, month: { received: 90 } },
  ])
  expect(store.ledgerClients('2026-11', 'vega').map(({ client }) => client)).toEqual(['Motor Vega'])
})

test('a tariff proposes what a procedure does not have yet, and a client may have its own', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  const proposed = () => store.ledger(P1)!.proposals.map(({ concept, kind }) => concept ?? kind)
  expect(proposed()).toEqual(['dgt-fee', 'itp', 'fee'])
  const { id } = store.addEntry(newEntry({ kind: 'disbursement', concept: 'dgt-fee', cents: 5_570 }), NOW)!
  expect(proposed()).toEqual(['itp', 'fee'])
  store.correctEntry(id, '', NOW)
  expect(proposed()).toEqual(['dgt-fee', 'itp', 'fee'])
  const line = { kind: 'fee', concept: null, vatRate: 2_100, year: null, source: '' } as const
  const office = [{ ...line, text: 'Gestión', cents: 6_000 }]
  expect(store.saveTariff(null, 'transfer', office, 0, NOW)).toBe(true)
  expect(store.saveTariff(null, 'transfer', office, 0, NOW)).toBe(false)
  expect(store.tariff('client:autos gil', 'transfer')).toEqual({ lines: office, version: 0, isOffice: true })
  const own = [{ ...line, text: 'Gestión', cents: 4_000 }]
  store.saveTariff('client:autos gil', 'transfer', own, 0, NOW)
  expect(store.ledger(P1)!.proposals).toEqual(own)
  store.addEntry(newEntry({ kind: 'fee', text: 'GESTION', cents: 4_500 }), NOW)
  expect(store.ledger(P1)!.proposals).toEqual([])
})

test('the receipt that two PCs entered is pointed out on both, until one says that both are right', () => {
  const { pcs, share, exchange, close } = openPcPair()
  opened.push({ close })
  const [one, other] = pcs
  for (const pc of pcs) addCase(pc, 'p1', 'Autos Gil')
  share()
  const receipt = { kind: 'disbursement', concept: 'dgt-fee', cents: 5_570 } as const
  const a = one.addEntry(newEntry(receipt), NOW)!
  const b = other.addEntry(newEntry(receipt), NOW)!
  // The same PC twice is no other PC.
  one.addEntry(newEntry({ cents: 1 }), NOW)
  one.addEntry(newEntry({ cents: 1 }), NOW)
  exchange()
  const alikes = (pc: Pc) => pc.ledger(P1)!.entries.flatMap(({ alike }) => alike ?? [])
  for (const pc of pcs) expect(alikes(pc).toSorted()).toEqual([a.id, b.id].toSorted())
  other.keepAlike(a.id)
  exchange()
  for (const pc of pcs) expect(alikes(pc)).toEqual([])
})

const report = (reportId: string, vrm: string, fields: object = {}) =>
  ({
    reportId,
    vrm,
    outcome: 'transferable',
    checkedAt: NOW,
    registry: {},
    issues: [],
    pdf: 'none',
    ...fields,
  }) as const satisfies CompleteReport

function pay(store: Pc, id: string, vrm: string, cents: number | null): void {
  store.openCompleteRequest(id, vrm, NOW - 86_400_000)
  store.completeAccepted(id, `of ${id}`, NOW, cents)
}
const idsOf = (store: Pc, procedureId: string) =>
  store.ledger({ procedureId })!.entries.map(({ id, cents, day }) => [id, cents, day])

test('a paid report is entered once: on the open procedure of its plate, with what was paid, on its day', () => {
  const store = openStore()
  pay(store, 'q1', '1234BCD', 867)
  // It may turn out to be free, and its plate has no procedure.
  addCase(store, 'p1', 'Autos Gil')
  expect(store.enterPaidReports(900, false, NOW)).toEqual([])
  store.completeArrived('q1', report('of q1', '1234BCD'))
  store.answer('p2', { vehicle: { vrm: '1234BCD' }, status: 'DONE' })
  expect(store.enterPaidReports(900, false, NOW)).toEqual(['p1'])
  expect(store.enterPaidReports(900, false, NOW)).toEqual([])
  expect(idsOf(store, 'p1')).toEqual([['report:of q1', 867, '2026-11-19']])

  const down = { outcome: 'error', failure: 'service_unavailable' } as const
  pay(store, 'q2', '1234BCD', null)
  store.completeArrived('q2', report('of q2', '1234BCD', down))
  expect(store.enterPaidReports(900, false, NOW)).toEqual([])
  // What was free does not become dearer later.
  expect(store.enterPaidReports(900, true, NOW)).toEqual([])
  pay(store, 'q3', '1234BCD', null)
  expect(store.enterPaidReports(900, true, NOW)).toEqual(['p1'])
  expect(idsOf(store, 'p1')).toContainEqual(['report:of q3', 900, '2026-11-19'])
})

const OWNERS = ['first', 'second', 'client'] as const
const OPERATIONS = fc.array(
  fc.record({
    pc: fc.constantFrom(0, 1),
    what: fc.constantFrom('add', 'correct', 'exchange'),
    owner: fc.constantFrom(...OWNERS),
    kind: fc.constantFrom<EntryKind>(...ENTRY_KINDS),
    cents: fc.integer({ min: 1, max: 10_000_000 }),
    rate: fc.constantFrom(0, 400, 1_000, 2_100),
    which: fc.nat(),
    day: fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-20'),
  }),
  { maxLength: 20 },
)

test('balances are the sum of the entries, in any order of adds, corrections and merges of two PCs', () => {
  const { pcs, share, exchange, close } = openPcPair()
  opened.push({ close })
  share()
  let run = 0
  fc.assert(
    fc.property(OPERATIONS, (operations) => {
      run++
      // Each run has its own procedures and clients in the same stores.
      const [gil, vega] = [`gil ${run}`, `vega ${run}`]
      const owners: Record<(typeof OWNERS)[number], NewEntry['owner']> = {
        first: { procedureId: `first-${run}` },
        second: { procedureId: `second-${run}` },
        client: { client: `client:${gil}` },
      }
      for (const pc of pcs) {
        addCase(pc, `first-${run}`, gil)
        addCase(pc, `second-${run}`, vega)
      }
      /** Effect of each entry on the balance, by id: what the office wrote, at either PC. */
      const written = new Map<string, number>()
      for (const { pc: at, what, owner, kind, cents, rate, which, day } of operations) {
        const pc = pcs[at]
        if (what === 'exchange') exchange()
        else if (what === 'add') {
          const vatRate = kind === 'fee' ? rate : 0
          const vatCents = computeVat(cents, vatRate)
          const concept = kind === 'disbursement' ? 'other' : null
          const entry = newEntry({ owner: owners[owner], kind, concept, cents, vatRate, vatCents, day })
          pc.addEntry(entry, NOW)
          written.set(entry.id, computeBalance([entry]).balance)
        } else {
          const known = OWNERS.flatMap((one) => pc.ledger(owners[one])!.entries)
          const chosen = known[which % Math.max(1, known.length)]
          const counter = chosen && pc.correctEntry(chosen.id, '', NOW)
          if (counter) written.set(counter.id, -computeBalance([chosen]).balance)
        }
      }
      exchange()
      exchange()
      const total = [...written.values()].reduce((sum, cents) => sum + cents, 0)
      const views = pcs.map((pc) => {
        const entries = [gil, vega].flatMap((name) => pc.ledger({ client: `client:${name}` })!.entries)
        const clients = pc
          .ledgerClients('2026-11', '')
          .filter(({ id }) => [gil, vega].some((name) => id === `client:${name}`))
        expect(computeBalance(entries).balance).toBe(total)
        expect(clients.reduce((sum, { balance }) => sum + balance, 0)).toBe(total)
        return { entries, clients }
      })
      expect(views[0]).toEqual(views[1])
      expect(views[0]!.entries).toHaveLength(written.size)
    }),
    { numRuns: 40 },
  )
}, 120_000)
