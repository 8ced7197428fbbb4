import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/clients.ts'
import { computeBalance } from '#shared/domain/ledger.ts'
import type { NewPaper } from '#electron/core/features/clients/papers.store.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc } from '../sharing/pc-pair.ts'

const opened: { close: () => void }[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

function openStore(): Pc {
  const store = openSearchStore()
  opened.push(store)
  return store
}
function openPair() {
  const pair = openPcPair()
  opened.push(pair)
  return pair
}

const GIL = 'client:autos gil'
const VEGA = 'client:motor vega'
const TEXTS = { name: 'Autos Gil', taxId: 'B12345674', email: '', phone: '', notes: '' }
let made = 0
const newPaper = (fields: Partial<NewPaper> = {}): NewPaper => ({
  id: `paper-${++made}`,
  client: GIL,
  type: 'mandate',
  name: 'mandato.pdf',
  mime: 'application/pdf',
  sha256: `sha-${made}`,
  signedDay: '2026-01-10',
  untilDay: '2027-01-10',
  bytes: Buffer.alloc(900_000, made),
  now: NOW,
  ...fields,
})
const money = {
  kind: 'payment',
  concept: null,
  text: '',
  vatRate: 0,
  vatCents: 0,
  day: '2026-11-20',
} as const
const pay = (store: Pc, client: string, cents: number) =>
  store.addEntry({ ...money, id: `entry-${++made}`, owner: { client }, cents }, NOW)
const balanceOf = (store: Pc, client: string) => computeBalance(store.ledger({ client })!.entries).balance
function addCase(store: Pc, id: string, client: string): void {
  store.answer(id, { vehicle: { vrm: '1234BCD' } })
  store.annotate(id, { client })
}

test('a name on a procedure is a client, and its record is written by the version that was seen', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  expect(store.client('client:AUTOS GIL')).toMatchObject({
    id: GIL,
    name: 'Autos Gil',
    version: 0,
    taxId: '',
  })
  expect(store.client('label:renting')).toBeNull()
  const saved = store.saveClient(GIL, 0, { ...TEXTS, taxId: 'b-12345674' }, NOW) as Client
  expect(saved).toMatchObject({ version: 1, taxId: 'B12345674' })
  expect(store.saveClient(GIL, 0, TEXTS, NOW)).toBe('changed')
  expect(store.saveClient('label:renting', 0, TEXTS, NOW)).toBe('unknown')
  expect(store.saveClient(VEGA, 0, { ...TEXTS, name: ' ' }, NOW)).toBe('unknown')
  // Without an entry, a client is in the list too, and its tax id finds it.
  expect(store.ledgerClients('2026-11', 'B12345674')).toMatchObject([{ id: GIL, balance: 0 }])
})

test('a client that was renamed has the procedures of both names, and no name of another client', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  store.saveClient(GIL, 0, { ...TEXTS, name: 'Gil Motor' }, NOW)
  addCase(store, 'p2', 'GIL  MOTOR')
  store.addEntry({ ...money, id: 'a', owner: { procedureId: 'p1' }, cents: 100 }, NOW)
  store.addEntry({ ...money, id: 'b', owner: { procedureId: 'p2' }, cents: 20 }, NOW)
  expect(store.ledgerClients('2026-11', '')).toMatchObject([{ id: GIL, client: 'Gil Motor', balance: 120 }])
  expect(store.dealerBoard('client:gil motor', null, NOW)).toMatchObject({ id: GIL, name: 'Gil Motor' })
  expect(store.dealerList({ text: '', order: 'open', descending: true }, 0, 10, NOW).rows).toMatchObject([
    { id: GIL, name: 'Gil Motor', open: 2 },
  ])
  addCase(store, 'p3', 'Motor Vega')
  expect(store.saveClient(GIL, 1, { ...TEXTS, name: 'Motor Vega' }, NOW)).toBe('taken')
})

test('merged clients are one in the ledger, the board, the tariff and the papers, and can be taken apart', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  addCase(store, 'p2', 'Motor Vega')
  pay(store, GIL, 100)
  pay(store, VEGA, 30)
  store.saveClient(VEGA, 0, { ...TEXTS, name: 'Motor Vega', phone: '600 000 000' }, NOW)
  store.saveClient(GIL, 0, TEXTS, NOW)
  store.addPaper(newPaper({ id: 'vega-power', client: VEGA, type: 'power' }), null)
  const line = {
    kind: 'fee',
    concept: null,
    text: 'Gestión',
    cents: 1,
    vatRate: 0,
    year: null,
    source: '',
  } as const
  store.saveTariff(VEGA, 'transfer', [line], 0, NOW)
  expect(store.client(GIL)!.alike).toEqual([{ id: VEGA, name: 'Motor Vega' }])

  expect(store.mergeClients(VEGA, GIL, NOW)).toMatchObject({
    id: GIL,
    name: 'Autos Gil',
    phone: '600 000 000',
    merged: [{ id: VEGA, name: 'Motor Vega' }],
    alike: [],
    tariffs: ['transfer'],
    papers: [{ id: 'vega-power' }],
  })
  expect(balanceOf(store, VEGA)).toBe(130)
  expect(store.ledger({ procedureId: 'p2' })).toMatchObject({ clientId: GIL, proposals: [line] })
  expect(store.ledgerClients('2026-11', 'vega')).toMatchObject([
    { id: GIL, client: 'Autos Gil', balance: 130 },
  ])
  expect(store.dealerBoard(VEGA, null, NOW)).toMatchObject({ id: GIL, tally: { open: 2 } })
  // A merged tariff is changed, and removed, like any other.
  expect(store.removeTariff(GIL, 'transfer', 0)).toBe(false)
  store.saveTariff(GIL, 'transfer', [], 1, NOW)
  expect(store.tariff(VEGA, 'transfer')).toMatchObject({ lines: [], version: 2, isOffice: false })
  expect(store.removeTariff(GIL, 'transfer', 2)).toBe(true)
  expect(store.tariff(VEGA, 'transfer')).toMatchObject({ version: 0, isOffice: true })

  expect(store.separateClient(VEGA, NOW + 1)).toMatchObject({ id: GIL, merged: [] })
  expect(store.separateClient(VEGA, NOW + 1)).toBeNull()
  expect(balanceOf(store, VEGA)).toBe(30)
  expect(balanceOf(store, GIL)).toBe(100)
  const acts = store.auditPage(0, 50).map(({ what }) => what)
  expect(acts).toEqual(
    expect.arrayContaining(['client.merge', 'client.separate', 'client.change', 'client.paper']),
  )
})

test('a paper is shared with its content, replaced and removed on both PCs', () => {
  const { pcs, share, exchange } = openPair()
  share()
  const [one, other] = pcs
  const paper = newPaper()
  one.addPaper(paper, null)
  // The same upload again adds nothing.
  one.addPaper(paper, null)
  exchange()
  // The parts do not fit in one write.
  exchange()
  expect(other.paperBytes(paper.id)).toEqual(paper.bytes)
  expect(other.client(GIL)!.papers).toMatchObject([{ id: paper.id, untilDay: '2027-01-10', isHere: true }])
  expect(other.paperOffers('AUTOS GIL', [])).toMatchObject([{ id: paper.id, client: GIL }])

  other.changePaper({ id: paper.id, type: 'power', name: 'poder.pdf', signedDay: null, untilDay: null })
  exchange()
  expect(one.client(GIL)!.papers).toMatchObject([{ type: 'power', name: 'poder.pdf', untilDay: null }])

  const next = newPaper()
  other.addPaper(next, paper.id)
  exchange()
  exchange()
  for (const pc of pcs) {
    expect(pc.client(GIL)!.papers.map(({ id, isHere }) => [id, isHere])).toEqual([[next.id, true]])
    expect(pc.db.prepare('SELECT count(*) AS n FROM client_document_part').get()).toEqual({ n: 3 })
  }
  one.removePaper(next.id, NOW)
  exchange()
  exchange()
  for (const pc of pcs) {
    expect(pc.client(GIL)!.papers).toEqual([])
    // The content does not stay in the records either.
    expect(pc.db.prepare('SELECT sum(length(content)) < 20000 AS small FROM shared_record').get()).toEqual({
      small: 1,
    })
    expect(pc.db.prepare('SELECT count(*) AS n FROM client_document_part').get()).toEqual({ n: 0 })
  }
})

test('a paper whose content has not arrived is not offered as complete', () => {
  const { pcs, share, send } = openPair()
  share()
  const [one, other] = pcs
  const paper = newPaper()
  one.addPaper(paper, null)
  send(one, other)
  expect(other.client(GIL)!.papers).toMatchObject([{ isHere: false }])
  expect(other.paperBytes(paper.id)).toBeNull()
})

test('papers are offered by the name of the client and by the tax id of a party', () => {
  const store = openStore()
  store.saveClient(GIL, 0, TEXTS, NOW)
  store.addPaper(newPaper({ id: 'gil' }), null)
  store.addPaper(newPaper({ id: 'vega', client: VEGA }), null)
  const offered = (client: string, ...parties: { name: string; taxId: string }[]) =>
    store.paperOffers(client, parties).map(({ id, isParty }) => [id, isParty])
  expect(offered('AUTOS GIL')).toEqual([['gil', false]])
  expect(offered('', { name: '', taxId: 'B-12345674' })).toEqual([['gil', true]])
  expect(offered('Motor Vega', { name: 'Autos Gil', taxId: '' })).toEqual([
    ['gil', true],
    ['vega', false],
  ])
  expect(offered('', { name: '', taxId: '' })).toEqual([])
})

const NAMES = ['alba', 'brisa', 'cala', 'duna'] as const
const OPERATIONS = fc.array(
  fc.record({
    pc: fc.constantFrom(0, 1),
    what: fc.constantFrom('merge', 'merge', 'separate', 'pay', 'save', 'exchange'),
    one: fc.constantFrom(...NAMES),
    other: fc.constantFrom(...NAMES),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { maxLength: 24 },
)

test('merges and separations at two PCs, in any order, lead to the same clients with the same money', () => {
  const { pcs, share, exchange } = openPair()
  share()
  let run = 0
  fc.assert(
    fc.property(OPERATIONS, (operations) => {
      run++
      // Each run has clients of its own in the same stores.
      const idOf = (name: string) => `client:${name} ${run}`
      const ids = NAMES.map(idOf)
      let total = 0
      let now = NOW + run * 1_000
      for (const { pc: at, what, one, other, cents } of operations) {
        const pc = pcs[at]
        now++
        if (what === 'exchange') exchange(now)
        else if (what === 'merge') pc.mergeClients(idOf(one), idOf(other), now)
        else if (what === 'separate') pc.separateClient(idOf(one), now)
        else if (what === 'save') {
          const { id, version, papers: _papers, ...texts } = pc.client(idOf(one))!
          pc.saveClient(id, version, { ...TEXTS, name: texts.name, phone: String(cents) }, now)
        } else {
          pay(pc, idOf(one), cents)
          total += cents
        }
      }
      exchange(now + 1)
      exchange(now + 2)
      const views = pcs.map((pc) => {
        const shown = ids.map((id) => {
          const { version: _version, ...client } = pc.client(id)!
          return client
        })
        const mine = new Set(shown.map(({ id }) => id))
        // Every client of a group shows the same, and each entry counts for one client.
        for (const { id, merged } of shown)
          for (const { id: one } of merged) expect(pc.client(one)!.id).toBe(id)
        expect([...mine].reduce((sum, id) => sum + balanceOf(pc, id), 0)).toBe(total)
        const listed = pc.ledgerClients('2026-11', '').filter(({ id }) => ids.includes(id))
        expect(listed.reduce((sum, { balance }) => sum + balance, 0)).toBe(total)
        return { shown, listed }
      })
      expect(views[0]).toEqual(views[1])
    }),
    { numRuns: 60 },
  )
}, 120_000)
