import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '#shared/bridge/clients.ts'
import {
  createEmptyFound,
  PERSON_TABLES,
  type PersonFound,
} from '#electron/core/features/data-subjects/data-subjects.rules.ts'
import type { NewPaper } from '#electron/core/features/clients/papers.store.ts'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { openPcPair, type Pc, type PcPair } from '../sharing/pc-pair.ts'

const LUCIA = '12345678Z'
const RIBERA = 'client:lucia ribera'
const ALIAS = 'client:lucia motor'
const GIL = 'client:autos gil'
const DAY = 86_400_000

const TEXTS = { name: 'Lucía Ribera', taxId: LUCIA, email: 'lucia@example.org', phone: '', notes: '' }
const PAPER: Omit<NewPaper, 'id' | 'client' | 'name'> = {
  type: 'identity',
  mime: 'application/pdf',
  sha256: 'sha',
  signedDay: null,
  untilDay: null,
  bytes: Buffer.from('%PDF-1.7 Lucía Ribera'),
  now: NOW,
}

let pair: PcPair
beforeEach(() => {
  pair = openPcPair()
  pair.share()
  const [own] = pair.pcs
  own.saveClient(RIBERA, 0, TEXTS, NOW)
  own.saveClient(ALIAS, 0, { ...TEXTS, name: 'Lucía Motor', taxId: '' }, NOW)
  own.mergeClients(ALIAS, RIBERA, NOW)
  own.saveClient(GIL, 0, { ...TEXTS, name: 'Autos Gil', taxId: 'B12345674', email: '' }, NOW)
  own.addPaper({ ...PAPER, id: 'own', client: RIBERA, name: 'DNI.pdf' }, null)
  own.addPaper({ ...PAPER, id: 'named', client: GIL, name: 'DNI Lucía Ribera.pdf' }, null)
  own.addPaper({ ...PAPER, id: 'other', client: GIL, name: 'Escritura.pdf' }, null)
  pair.exchange()
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
const count = (pc: Pc, table: string) => pc.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

test('the data of a person include the record, what was merged with it, and the papers, with those of other clients', () => {
  const [own] = pair.pcs
  expect(own.personAlso(LUCIA, find(own))).toMatchObject({ clients: 2, clientPapers: 2 })
  const { clients, papers } = own.personData(LUCIA, find(own))
  expect(clients).toMatchObject([{ id: RIBERA, tax_id: LUCIA }, { id: ALIAS }])
  expect(papers).toMatchObject([{ name: 'DNI.pdf' }, { name: 'DNI Lucía Ribera.pdf' }])
})

test('an erasure removes the record, the merges and the papers with their content on all PCs', () => {
  const [own, other] = pair.pcs
  own.personErase(LUCIA, 'dni', find(own))
  pair.exchange(NOW + 1)
  pair.exchange(NOW + 2)
  for (const pc of [own, other]) {
    expect(pc.client(GIL)).toMatchObject({ name: 'Autos Gil', papers: [{ id: 'other' }] })
    expect(count(pc, 'client')).toBe(1)
    expect(count(pc, 'client_merge')).toBe(0)
    expect(count(pc, 'client_document_part')).toBe(1)
    const left = ['client', 'client_merge', 'client_document', 'shared_record'].map((table) =>
      JSON.stringify(pc.db.prepare(`SELECT * FROM ${table}`).all()).toLowerCase(),
    )
    expect(left.join()).not.toMatch(/ribera|lucia|12345678z/)
  }
})

test('the retention erases a client with its last procedure, unless an entry or a draft still needs it', () => {
  const [own] = pair.pcs
  const limits = { retentionDays: 1, blockedDays: 1 }
  for (const [id, client] of [
    ['p1', 'Lucía Ribera'],
    ['p2', 'Autos Gil'],
  ] as const) {
    own.answer(id, { status: 'DONE' })
    own.annotate(id, { client })
  }
  const money = { concept: null, text: '', vatRate: 0, vatCents: 0, day: '2026-11-20' }
  own.addEntry({ ...money, id: 'a', owner: { client: GIL }, kind: 'payment', cents: 5 }, NOW)
  own.retain({ ...limits, now: NOW + 5 * DAY, lastRun: null }, 0, 100)
  expect(own.client(RIBERA)!.papers).toHaveLength(1)
  own.retain({ ...limits, now: NOW + 10 * DAY, lastRun: NOW + 9 * DAY }, 0, 100)
  expect(own.client(RIBERA)).toMatchObject({ version: 0, papers: [], merged: [] })
  expect(own.client(GIL) as Client).toMatchObject({ version: 1, papers: [{ id: 'named' }, { id: 'other' }] })
  pair.exchange(NOW + 10 * DAY)
  pair.exchange(NOW + 10 * DAY + 1)
  const [, other] = pair.pcs
  expect(other.client(RIBERA)).toMatchObject({ version: 0, papers: [], merged: [] })
  expect(count(other, 'client_document_part')).toBe(2)
})
