import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AlikeAnswer } from '#electron/core/features/signature-requests/contacts.store.ts'
import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'

const ANA = '00000014Z'
const ANA_AGAIN = '12345678Z'
const LUIS = '87654321X'
const SECRET = Buffer.alloc(32).toString('base64url')

type Pc = ReturnType<typeof openSearchStore>
let store: Pc
beforeEach(() => void (store = openSearchStore()))
afterEach(() => store.close())

const pairs = (pc = store) =>
  pc.alikeContacts().map(({ one, other }) => [one.fields.idNumber, other.fields.idNumber].toSorted())
/** Answer for the pair with this identifier as the contact to keep. */
function answer(keep: string, verdict: AlikeAnswer['answer'], pc = store): AlikeAnswer {
  const pair = pc
    .alikeContacts()
    .find(({ one, other }) => [one, other].some((c) => c.fields.idNumber === keep))
  if (!pair) throw new Error('no pair')
  const [kept, other] = pair.one.fields.idNumber === keep ? [pair.one, pair.other] : [pair.other, pair.one]
  return { keep: kept, other, answer: verdict }
}
const contactOf = (number: string, pc = store) => pc.findContacts(number, 1)[0]

test('contacts of one telephone or address are asked about, however these are written', () => {
  store.contact({ idNumber: ANA, fullname: 'Ana Soler', phone: '612 34 56 78' })
  store.contact({ idNumber: ANA_AGAIN, fullname: 'Ana Soler Gil', phone: '+34612345678' })
  store.contact({ idNumber: LUIS, fullname: 'Luis', email: 'luis@vega.example' })
  store.contact({ idNumber: 'X1234567L', fullname: 'Luis V.', email: ' Luis@Vega.example' })
  // His company has the same address, and is somebody else.
  store.contact({ idNumber: 'B12345674', fullname: 'Vega SL', email: 'luis@vega.example' })
  store.contact({ idNumber: 'B58818501', fullname: 'Sin teléfono', phone: '000' })
  store.contact({ idNumber: 'A58818501', fullname: 'Tampoco', phone: '000' })
  expect(pairs()).toEqual(expect.arrayContaining([[ANA, ANA_AGAIN], [LUIS, 'X1234567L'].toSorted()]))
  expect(pairs()).toHaveLength(2)
})

test('the telephone of a dealer, which many clients have, asks nothing', () => {
  for (const idNumber of [ANA, ANA_AGAIN, LUIS]) store.contact({ idNumber, phone: '612345678' })
  expect(pairs()).toHaveLength(3)
  store.contact({ idNumber: 'X1234567L', phone: '612345678' })
  expect(pairs()).toEqual([])
})

test('joined contacts are one, with what either had', () => {
  store.contact({ idNumber: ANA, fullname: 'Ana Soler', phone: '612345678', street: 'Mayor, 1' })
  store.contact({ idNumber: ANA_AGAIN, fullname: 'Ana S.', phone: '612345678', email: 'ana@soler.example' })
  expect(store.settleAlike([answer(ANA, 'join')], NOW)).toEqual({ joined: 1, distinct: 0, changed: 0 })
  expect(contactOf(ANA)?.fields).toMatchObject({
    idNumber: ANA,
    fullname: 'Ana Soler',
    street: 'Mayor, 1',
    email: 'ana@soler.example',
  })
  expect(contactOf(ANA_AGAIN)).toBeUndefined()
  expect(pairs()).toEqual([])
})

test('distinct contacts are not asked about again, even after one was removed and put back', () => {
  for (const idNumber of [ANA, ANA_AGAIN, LUIS]) store.contact({ idNumber, phone: '612345678' })
  const all = store
    .alikeContacts()
    .map(({ one, other }) => ({ keep: one, other, answer: 'distinct' as const }))
  expect(store.settleAlike(all, NOW)).toEqual({ joined: 0, distinct: 3, changed: 0 })
  expect(pairs()).toEqual([])
  const removed = store.removeContact(contactOf(LUIS)?.id ?? '')
  if (removed) store.restoreContact(removed)
  expect(contactOf(LUIS)).toBeDefined()
  expect(pairs()).toEqual([])
})

test('a contact that has changed since the question is left as it is', () => {
  const { id } = store.contact({ idNumber: ANA, phone: '612345678' })
  store.contact({ idNumber: ANA_AGAIN, phone: '612345678' })
  const before = answer(ANA, 'join')
  const now = contactOf(ANA)
  if (now) store.saveContact(id, now.version, { ...now.fields, fullname: 'Ana' }, false, NOW)
  expect(store.settleAlike([before], NOW)).toEqual({ joined: 0, distinct: 0, changed: 1 })
  expect(pairs()).toHaveLength(1)
})

test('colleagues are not asked again: the answer is shared, and erased with either person', () => {
  const other = openSearchStore()
  store.startSharing('pc-1', SECRET)
  other.startSharing('pc-2', SECRET)
  let written = 0
  const exchange = () => {
    for (const [from, to] of [
      [store, other],
      [other, store],
    ] as const) {
      while (from.collectShared(NOW));
      const records = from.outgoingShared('key-1', 100)
      const arrived = records.map(({ id, content }) => ({ id, content, seq: ++written, keyId: 'key-1' }))
      to.sharedArrived(arrived, null, NOW)
    }
  }
  store.contact({ idNumber: ANA, fullname: 'Ana Soler', phone: '612345678' })
  other.contact({ idNumber: ANA_AGAIN, fullname: 'Otra', phone: '612345678' })
  exchange()
  for (const pc of [store, other]) expect(pairs(pc)).toHaveLength(1)
  store.settleAlike([answer(ANA, 'distinct')], NOW)
  exchange()
  for (const pc of [store, other]) expect(pairs(pc)).toEqual([])

  const { found } = store.personLook('contact', ANA, 0, 100)
  store.personErase(ANA, 'dni', found)
  exchange()
  for (const pc of [store, other]) {
    expect(contactOf(ANA, pc)).toBeUndefined()
    expect(contactOf(ANA_AGAIN, pc)?.fields.phone).toBe('612345678')
    const stored = [
      ...pc.db.prepare('SELECT content FROM shared_record').pluck().all(),
      ...pc.db.prepare('SELECT distinct_from FROM contact').pluck().all(),
    ]
    expect(stored.join()).not.toContain(ANA)
  }
  other.close()
})

test('contacts that a colleague joined are one here too', () => {
  const other = openSearchStore()
  store.startSharing('pc-1', SECRET)
  other.startSharing('pc-2', SECRET)
  const send = () => {
    while (store.collectShared(NOW));
    const records = store.outgoingShared('key-1', 100)
    other.sharedArrived(
      records.map(({ id, content }, index) => ({ id, content, seq: index + 1, keyId: 'key-1' })),
      null,
      NOW,
    )
  }
  store.contact({ idNumber: ANA, fullname: 'Ana Soler', phone: '612345678' })
  store.contact({ idNumber: ANA_AGAIN, phone: '612345678', email: 'ana@soler.example' })
  send()
  store.settleAlike([answer(ANA, 'join')], NOW)
  send()
  expect(contactOf(ANA, other)?.fields.email).toBe('ana@soler.example')
  expect(contactOf(ANA_AGAIN, other)).toBeUndefined()
  other.close()
})
