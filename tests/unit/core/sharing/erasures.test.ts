import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createEmptyFound,
  PERSON_TABLES,
  type PersonFound,
} from '#electron/core/features/data-subjects/data-subjects.rules.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'

const LUCIA = '12345678Z'
const SECRET = Buffer.alloc(32).toString('base64url')
type Pc = ReturnType<typeof openSearchStore>

let own: Pc
let other: Pc
beforeEach(() => {
  own = openSearchStore()
  other = openSearchStore()
  own.startSharing('pc-1', SECRET)
  other.startSharing('pc-2', SECRET)
})
afterEach(() => {
  own.close()
  other.close()
})

type Sent = ReturnType<Pc['outgoingShared']>
function outgoing(from: Pc): Sent {
  while (from.collectShared(NOW));
  return from.outgoingShared('key-1', 100)
}
let written = 0
function arrive(to: Pc, records: Sent): void {
  const arrived = records.map(({ id, content }) => ({ id, content, seq: ++written, keyId: 'key-1' }))
  to.sharedArrived(arrived, null, NOW)
}

const kindOf = ({ content }: Sent[number]) => (JSON.parse(content) as { kind: string }).kind
function find(pc: Pc): PersonFound {
  const found: Record<string, unknown[]> = { ...createEmptyFound() }
  for (const table of PERSON_TABLES)
    for (const [name, some] of Object.entries(pc.personLook(table, LUCIA, 0, 100).found))
      found[name] = [...(found[name] ?? []), ...some]
  return found as unknown as PersonFound
}
const erase = (pc: Pc) => pc.personErase(LUCIA, 'dni', find(pc))
const lastErasure = (pc: Pc) => {
  const { rows } = pc.auditList('person.erase', LUCIA, null, 1)
  return Object.keys(pc.erasureProofs(rows.map(({ seq }) => seq))[0] ?? {}).toSorted()
}

function shareCase(): void {
  for (const pc of [own, other]) pc.answer('p1')
  own.annotate('p1', { sellerName: 'Lucía Ribera', sellerTaxId: LUCIA, client: 'Lozano' })
  arrive(other, outgoing(own))
  expect(other.annotations('p1')?.fields.sellerName).toBe('Lucía Ribera')
}

test('a PC confirms an erasure when it has erased every record of it, not before', () => {
  shareCase()
  erase(own)
  expect(lastErasure(own)).toEqual(['pc-1'])
  const records = outgoing(own)
  const erasure = records.filter((record) => kindOf(record) === 'erasure')
  expect(erasure).toHaveLength(1)
  expect(erasure.map(({ content }) => content).join()).not.toMatch(/Ribera|12345678Z|p1/)

  // The relay holds back the erased record.
  arrive(other, erasure)
  arrive(own, outgoing(other))
  expect(lastErasure(own)).toEqual(['pc-1'])

  arrive(other, records)
  expect(other.annotations('p1')?.fields.sellerName).toBe('')
  arrive(own, outgoing(other))
  expect(lastErasure(own)).toEqual(['pc-1', 'pc-2'])
  // Both have the same record now, so nothing is written again.
  const stored = (pc: Pc) =>
    pc.db.prepare(`SELECT content FROM shared_record WHERE kind = 'erasure'`).pluck().all()
  const before = stored(own)
  arrive(own, outgoing(other))
  expect(stored(own)).toEqual(before)
  expect(stored(other)).toEqual(before)
})

test('a PC that is paired again confirms under its new id, and another relay ends the proof', () => {
  shareCase()
  erase(own)
  arrive(other, outgoing(own))
  other.startSharing('pc-3', SECRET)
  arrive(other, [])
  arrive(own, outgoing(other))
  expect(lastErasure(own)).toEqual(['pc-1', 'pc-2', 'pc-3'])
  own.startSharing('pc-4', Buffer.alloc(32, 1).toString('base64url'))
  expect(lastErasure(own)).toEqual([])
})

test('an erasure of a person of whom nothing is shared has no PCs to confirm it', () => {
  own.contact({ idNumber: LUCIA, fullname: 'Lucía Ribera' })
  own.stopSharing()
  erase(own)
  expect(lastErasure(own)).toEqual([])
})

test('replaced values and records without their procedure are counted, exported and erased', () => {
  own.answer('p1')
  own.answer('p2')
  other.answer('p1')
  // Replaced: the procedure is of someone else now.
  own.annotate('p1', { sellerName: 'Lucía Ribera', sellerTaxId: LUCIA })
  arrive(other, outgoing(own))
  own.annotate('p1', { sellerName: 'Ana Soler', sellerTaxId: '00000014Z' })
  // The other PC does not know this procedure.
  own.annotate('p2', { buyerName: 'Lucía Ribera', buyerTaxId: LUCIA, notes: 'Avisar a Lucía' })
  // Removed from the address book: its values are replaced by nothing.
  const { id } = own.contact({ idNumber: LUCIA, fullname: 'Lucía Ribera', phone: '600111222' })
  arrive(other, outgoing(own))
  own.removeContact(id)
  arrive(other, outgoing(own))

  const found = find(other)
  expect(found).toEqual({
    ...createEmptyFound(),
    shared: [expect.any(String), expect.any(String), expect.any(String)],
  })
  const data = JSON.stringify(other.personData(LUCIA, found).shared)
  for (const value of ['Lucía Ribera', LUCIA, 'Avisar a Lucía', '600111222']) expect(data).toContain(value)
  expect(data).not.toContain('Ana Soler')

  erase(other)
  const stored = () => other.db.prepare('SELECT content FROM shared_record').pluck().all().join()
  expect(find(other)).toEqual(createEmptyFound())
  for (const value of ['Ribera', LUCIA, 'Avisar', '600111222']) expect(stored()).not.toContain(value)
  // What is there of the other person stays.
  expect(other.annotations('p1')?.fields.sellerName).toBe('Ana Soler')
})

test('the export of a procedure has what was replaced in it, whoever it names', () => {
  own.answer('p1')
  own.annotate('p1', { sellerName: 'Lucia Rivera', sellerTaxId: LUCIA })
  outgoing(own)
  own.annotate('p1', { sellerName: 'Lucía Ribera' })
  outgoing(own)
  const { shared } = own.personData(LUCIA, find(own))
  expect(shared).toEqual([
    { kind: 'case', key: 'p1', values: [{ field: 'sellerName', values: ['Lucia Rivera'] }] },
  ])
})
