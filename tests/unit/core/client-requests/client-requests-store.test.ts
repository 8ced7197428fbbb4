import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { isoDay } from '#shared/domain/calendar.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import {
  createEmptyFound,
  PERSON_TABLES,
  type PersonFound,
} from '#electron/core/features/data-subjects/data-subjects.rules.ts'
import type { RequestRow } from '#electron/core/features/client-requests/client-requests.rules.ts'
import { createRequestMerges } from '#electron/core/features/client-requests/request-merge.store.ts'
import type { NewRequest } from '#electron/core/features/client-requests/client-requests.store.ts'
import { created, newSubmission } from '#electron/core/features/procedures/submission.rules.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc } from '../sharing/pc-pair.ts'

const RUNS = process.env['FULL'] ? 500 : 8
const DAY = 86_400_000
const P1 = { procedureId: 'p1' }
const opened: { close: () => void }[] = []
afterEach(() => opened.splice(0).forEach((one) => one.close()))

function openStore(): Pc {
  const store = openSearchStore()
  opened.push(store)
  return store
}

const DAYS = { channel: 'email', due: '2026-11-27', next: '2026-11-27' } as const
let made = 0
const ask = (fields: Partial<NewRequest> = {}): NewRequest => ({
  id: `request-${++made}`,
  subject: 'document',
  item: 'agreement',
  text: 'Contrato o factura',
  ...fields,
})
const document = (type: string, id = type) => ({ id, type, name: type })
const statesOf = (store: Pc, owner: { procedureId: string } = P1) =>
  store.clientRequests(owner)!.requests.map(({ item, state }) => `${item} ${state}`)

function addCase(store: Pc, id: string, client: string, body: Record<string, unknown> = {}): void {
  store.answer(id, { vehicle: { vrm: '1234BCD' }, ...body })
  store.annotate(id, { client })
}

test('what the case lacks can be asked, and what arrives closes it', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  const askable = store.clientRequests(P1)!.askable.map(({ item }) => item)
  expect(askable).toEqual(expect.arrayContaining(['agreement', 'mandate', 'seller-identity']))
  const contract = ask()
  expect(store.addClientRequests(P1, [contract], DAYS, NOW)).toHaveLength(1)
  expect(store.addClientRequests(P1, [contract], DAYS, NOW)).toEqual([])
  expect(store.clientRequests(P1)!.askable.map(({ item }) => item)).not.toContain('agreement')
  expect(store.settleClientRequests(null, NOW)).toBe(false)
  addCase(store, 'p1', 'Autos Gil', { documents: [document('technical_sheet')] })
  expect(store.settleClientRequests(['p1'], NOW)).toBe(false)
  addCase(store, 'p1', 'Autos Gil', { documents: [document('technical_sheet'), document('sales_agreement')] })
  expect(store.settleClientRequests(['other'], NOW)).toBe(false)
  expect(store.settleClientRequests(['p1'], NOW)).toBe(true)
  expect(statesOf(store)).toEqual(['agreement arrived'])
  expect(store.clientRequestsDue('all', NOW + 30 * DAY).groups).toEqual([])
})

test('a second copy that is asked for arrives only with another document', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil', { documents: [document('sales_agreement', 'a')] })
  const contract = ask()
  store.addClientRequests(P1, [contract], DAYS, NOW)
  expect(store.settleClientRequests(null, NOW)).toBe(false)
  addCase(store, 'p1', 'Autos Gil', {
    documents: [document('sales_agreement', 'a'), document('sales_agreement', 'b')],
  })
  expect(store.settleClientRequests(null, NOW)).toBe(true)
  store.actOnClientRequests(
    [{ id: contract.id, act: 'r' }],
    { kind: 'reopen', due: '2026-12-04', next: '2026-12-04' },
    NOW,
  )
  expect(store.settleClientRequests(null, NOW)).toBe(false)
  expect(statesOf(store)).toEqual(['agreement open'])
})

test('another copy of a card that is asked for is not the card of the other party', () => {
  const store = openStore()
  const cards: ReturnType<typeof document>[] = []
  const give = (id: string, party: string) => {
    cards.push(document('national_id', id))
    addCase(store, 'p1', 'Autos Gil', { documents: cards })
    store.setServiceDocumentParty('p1', id, party)
  }
  give('one', 'buyer')
  store.addClientRequests(P1, [ask({ item: 'buyer-identity', text: 'DNI' })], DAYS, NOW)
  give('two', 'seller')
  expect(store.settleClientRequests(null, NOW)).toBe(false)
  give('three', 'buyer')
  expect(store.settleClientRequests(null, NOW)).toBe(true)
  expect(statesOf(store)).toEqual(['buyer-identity arrived'])
})

test('a signed signature and a solved incident close their requests, and the end of the case the others', () => {
  const store = openStore()
  const incident = { id: 'i1', type: 'unreadable-document', level: 'blocker' }
  addCase(store, 'p1', 'Autos Gil', { status: 'BLOCKED', incidents: [incident] })
  store.db.exec(`INSERT INTO resource (kind, id, status, since, added_at, next_at, body)
    VALUES ('signature', 's1', 'sent', 1, 1, 1, '{"type":"mandate-specific"}');
    INSERT INTO signature_link (signature_id, procedure_id) VALUES ('s1', 'p1')`)
  const { askable } = store.clientRequests(P1)!
  const wanted = askable.filter(({ subject }) => subject !== 'document')
  expect(wanted.map(({ item, text }) => [item, text])).toEqual([
    ['s1', 'Firma: Mandato específico'],
    ['i1', 'Documento ilegible: otra copia que se lea bien, sin reflejos y por las dos caras'],
  ])
  store.addClientRequests(
    P1,
    [...wanted, { subject: 'other', item: '', text: 'Empadronamiento' } as const].map(ask),
    DAYS,
    NOW,
  )
  store.db.exec(`UPDATE resource SET status = 'signed' WHERE id = 's1'`)
  expect(store.settleClientRequests(['s1'], NOW)).toBe(true)
  expect(statesOf(store).toSorted()).toEqual([' open', 'i1 open', 's1 arrived'])
  store.answer('p1', {
    status: 'BLOCKED',
    vehicle: { vrm: '1234BCD' },
    incidents: [{ ...incident, solved: true }],
  })
  store.settleClientRequests(['p1'], NOW)
  store.answer('p1', { status: 'DONE', vehicle: { vrm: '1234BCD' } })
  store.settleClientRequests(['p1'], NOW)
  expect(statesOf(store).toSorted()).toEqual([' closed', 'i1 arrived', 's1 arrived'])
})

test('the list of the day has each client once, and a reminder takes the client off it until the next', () => {
  const store = openStore()
  for (const [id, client] of [
    ['p1', 'Autos Gil, S.L.'],
    ['p2', 'AUTOS GIL SL'],
    ['p3', 'Motor Vega'],
    ['p4', ''],
  ] as const) {
    addCase(store, id, client)
    store.addClientRequests(
      { procedureId: id },
      [ask(), ask({ item: 'mandate', text: 'Mandato' })],
      DAYS,
      NOW,
    )
  }
  expect(store.clientRequestsDue('today', NOW).groups).toEqual([])
  const due = new Date(2026, 10, 27, 9).getTime()
  const { groups, counts } = store.clientRequestsDue('today', due)
  expect(groups.map(({ requests }) => requests.length)).toEqual(expect.arrayContaining([4, 2]))
  expect(counts).toEqual({ clients: 3, due: 8, open: 8 })
  const gil = groups.find(({ requests }) => requests.length === 4)!
  const acts = gil.requests.map(({ id }, index) => ({ id, act: `act-${index}` }))
  const done = store.actOnClientRequests(acts, { kind: 'remind', channel: 'phone', next: '2026-12-02' }, due)
  expect(done).toHaveLength(4)
  // A held key repeats the command: one reminder.
  expect(
    store.actOnClientRequests(acts, { kind: 'remind', channel: 'phone', next: '2026-12-02' }, due),
  ).toEqual([])
  expect(store.clientRequestsDue('today', due).counts).toEqual({ clients: 2, due: 4, open: 8 })
  store.undoClientRequests(done, due)
  expect(store.clientRequestsDue('today', due).counts).toEqual({ clients: 3, due: 8, open: 8 })
})

test('clients that were merged are one client to remind', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  addCase(store, 'p2', 'Gil Automóviles')
  for (const procedureId of ['p1', 'p2']) store.addClientRequests({ procedureId }, [ask()], DAYS, NOW)
  const groups = () => store.clientRequestsDue('all', NOW).groups.map(({ requests }) => requests.length)
  expect(groups()).toEqual([1, 1])
  store.mergeClients(clientDealerId('Autos Gil'), clientDealerId('Gil Automóviles'), NOW)
  expect(groups()).toEqual([2])
})

test('a due reminder is one row of Novedades, which asks for nothing once the client was reminded', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  const contract = ask()
  store.addClientRequests(P1, [contract, ask({ item: 'mandate' })], DAYS, NOW)
  const days = { incident: 0, provisional: 0, signature: 0, deadline: 0 }
  expect(store.raiseAlerts(days, NOW)).toEqual([])
  const due = new Date(2026, 10, 27, 9).getTime()
  expect(store.raiseAlerts(days, due)).toHaveLength(1)
  expect(store.raiseAlerts(days, due)).toEqual([])
  const mine = () => store.db.prepare(`SELECT mine FROM change WHERE event = 'alert.request'`).pluck().all()
  expect(mine()).toEqual([1])
  const next = { kind: 'remind', channel: 'phone', next: '2026-12-02' } as const
  const ids = store.clientRequests(P1)!.requests.map(({ id }) => ({ id, act: `remind ${id}` }))
  store.actOnClientRequests(ids.slice(0, 1), next, due)
  expect(mine()).toEqual([1])
  store.actOnClientRequests(ids.slice(1), next, due)
  expect(mine()).toEqual([0])
  expect(store.raiseAlerts(days, due + 5 * DAY)).toHaveLength(1)
})

test('the requests of a draft follow it to its procedure, and go with a draft that is deleted', () => {
  const store = openStore()
  for (const id of ['d1', 'd2']) {
    store.createDraft(id, 'transfer', emptyForm(), NOW)
    store.addClientRequests({ draftId: id }, [ask()], DAYS, NOW)
  }
  expect(store.clientRequestsDue('all', NOW).counts.open).toBe(2)
  store.draftStep('d1', { submission: created(newSubmission(), 'p1', '', []), now: NOW })
  store.draftSent('d1', 'p1', NOW)
  store.answer('p1')
  expect(statesOf(store)).toEqual(['agreement open'])
  expect(store.clientRequests({ draftId: 'd1' })).toBeNull()
  store.db.exec(`DELETE FROM draft WHERE id = 'd2'`)
  expect(store.db.prepare('SELECT count(*) FROM client_request').pluck().get()).toBe(1)
})

function openShared() {
  const pair = openPcPair()
  opened.push(pair)
  for (const pc of pair.pcs) addCase(pc, 'p1', 'Autos Gil')
  pair.share()
  return pair
}

test('two PCs that ask, remind, close and find what arrives, in any order, have the same requests', () => {
  const step = fc.record({
    pc: fc.constantFrom(0, 1),
    what: fc.constantFrom('ask', 'remind', 'close', 'reopen', 'arrive', 'undo', 'send'),
    which: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 14 }), (steps) => {
      const pair = openPcPair()
      try {
        for (const pc of pair.pcs) addCase(pc, 'p1', 'Autos Gil')
        pair.share()
        const asked: string[] = []
        const acts: { id: string; act: string }[] = []
        for (const [index, { pc, what, which }] of steps.entries()) {
          const store = pair.pcs[pc]
          const now = NOW + index
          const id = asked[which % Math.max(asked.length, 1)]
          if (what === 'send') pair.send(store, pair.pcs[(1 - pc) as 0 | 1], now)
          else if (what === 'ask') {
            const one = ask()
            store.addClientRequests(P1, [one], DAYS, now)
            asked.push(one.id)
          } else if (what === 'arrive') {
            store.answer('p1', { vehicle: { vrm: '1234BCD' }, documents: [document('invoice')] })
            store.settleClientRequests(null, now)
          } else if (what === 'undo') store.undoClientRequests(acts.slice(-1), now)
          else if (id !== undefined) {
            const act =
              what === 'remind'
                ? ({ kind: 'remind', channel: 'phone', next: '2026-12-02' } as const)
                : what === 'close'
                  ? ({ kind: 'close' } as const)
                  : ({ kind: 'reopen', due: '2026-12-04', next: '2026-12-04' } as const)
            acts.push(...store.actOnClientRequests([{ id, act: `${pc} ${index}` }], act, now))
          }
        }
        pair.exchange(NOW + 100)
        pair.exchange(NOW + 101)
        const [one, other] = pair.pcs.map((pc) => pc.clientRequests(P1)!.requests)
        expect(other).toEqual(one)
        expect(new Set(one!.map(({ id }) => id)).size).toBe(one!.length)
      } finally {
        pair.close()
      }
    }),
    { numRuns: RUNS },
  )
}, 120_000)

test('the requests of a draft are of its PC alone until it is sent', () => {
  const { pcs, exchange } = openShared()
  const [own, other] = pcs
  own.createDraft('d1', 'transfer', emptyForm(), NOW)
  own.addClientRequests({ draftId: 'd1' }, [ask()], DAYS, NOW)
  exchange()
  const countOf = (pc: Pc) => pc.db.prepare('SELECT count(*) FROM client_request').pluck().get()
  expect(countOf(other)).toBe(0)
  own.draftStep('d1', { submission: created(newSubmission(), 'p1', '', []), now: NOW })
  own.draftSent('d1', 'p1', NOW)
  exchange()
  expect(statesOf(other)).toEqual(['agreement open'])
})

test('an erasure of a person removes the requests of their files and those that name them, on all PCs', () => {
  const { pcs, exchange } = openShared()
  const [own, other] = pcs
  for (const pc of pcs) {
    pc.annotate('p1', { client: 'Lucía Ribera', sellerName: 'Lucía Ribera', sellerTaxId: '12345678Z' })
    addCase(pc, 'p2', 'Autos Gil')
    addCase(pc, 'p3', 'Motor Vega')
  }
  const typed = (text: string) => ask({ subject: 'other', item: '', text })
  own.addClientRequests(P1, [ask()], DAYS, NOW)
  own.addClientRequests({ procedureId: 'p2' }, [typed('Poder de Lucía Ribera'), typed('Poder')], DAYS, NOW)
  own.addClientRequests({ procedureId: 'p3' }, [typed('DNI 12345678-Z')], DAYS, NOW)
  exchange()
  const textsOf = (pc: Pc) => pc.db.prepare('SELECT text FROM client_request ORDER BY text').pluck().all()
  expect(textsOf(other)).toHaveLength(4)
  const found: Record<string, unknown[]> = { ...createEmptyFound() }
  for (const table of PERSON_TABLES)
    for (const [name, some] of Object.entries(own.personLook(table, '12345678Z', 0, 100).found))
      found[name] = [...(found[name] ?? []), ...some]
  const person = found as unknown as PersonFound
  expect(own.personAlso('12345678Z', person).clientRequests).toBe(3)
  expect(own.personData('12345678Z', person).clientRequests).toHaveLength(3)
  own.personErase('12345678Z', 'person', person)
  exchange(NOW + DAY)
  exchange(NOW + DAY)
  for (const pc of pcs) expect(textsOf(pc)).toEqual(['Poder'])
})

test('the retention erases the requests of a procedure, and they do not come back from another PC', () => {
  const { pcs, exchange } = openShared()
  const [own, other] = pcs
  own.addClientRequests(P1, [ask()], DAYS, NOW)
  exchange()
  for (const pc of pcs) pc.answer('p1', { status: 'DONE' })
  const limits = { retentionDays: 90, blockedDays: 30, lastRun: null, now: NOW + 91 * DAY }
  own.retain(limits, 0, 10)
  own.retain({ ...limits, now: NOW + 130 * DAY, lastRun: NOW + 129 * DAY }, 0, 10)
  expect(own.db.prepare('SELECT count(*) FROM client_request').pluck().get()).toBe(0)
  exchange(NOW + 130 * DAY)
  exchange(NOW + 130 * DAY)
  for (const pc of [own, other])
    expect(pc.db.prepare('SELECT count(*) FROM client_request').pluck().get()).toBe(0)
})

test('a backup brings requests back, and its acts join those of this PC', () => {
  const [from, into] = [openStore(), openStore()]
  for (const store of [from, into]) addCase(store, 'p1', 'Autos Gil')
  const contract = ask()
  from.addClientRequests(P1, [contract], DAYS, NOW)
  const page = from.backupClientRequests(0, 10)
  into.restoreStage(page.records.map((record) => JSON.parse(JSON.stringify(record))))
  into.restoreMerge(NOW)
  into.actOnClientRequests(
    [{ id: contract.id, act: 'x' }],
    { kind: 'remind', channel: 'phone', next: '2026-12-02' },
    NOW,
  )
  into.restoreStage(page.records.map((record) => JSON.parse(JSON.stringify(record))))
  into.restoreMerge(NOW)
  expect(into.clientRequests(P1)!.requests).toMatchObject([
    { id: contract.id, reminders: 1, reminded: isoDay(NOW) },
  ])
})

test('a merge keeps the acts of a later version', () => {
  const store = openStore()
  addCase(store, 'p1', 'Autos Gil')
  const contract = ask()
  store.addClientRequests(P1, [contract], DAYS, NOW)
  const read = () =>
    store.db.prepare('SELECT * FROM client_request WHERE id = ?').get(contract.id) as RequestRow
  const later = JSON.stringify({ ...JSON.parse(read().acts), later: { kind: 'escalate', at: NOW } })
  createRequestMerges(store.db).merge({ ...read(), acts: later })
  expect(Object.keys(JSON.parse(read().acts))).toEqual([contract.id, 'later'])
})
