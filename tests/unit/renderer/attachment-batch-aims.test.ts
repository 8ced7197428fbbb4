import { expect, test } from 'vitest'
import { appError } from '#shared/bridge/result.ts'
import type { FileGuess } from '#renderer/features/documents/read-document.ts'
import { desk, file, takes } from './batch-desk.ts'

const TWO_CARDS = [
  { id: 'buyer', title: 'Ilegible · DNI del comprador', type: 'national_id' },
  { id: 'seller', title: 'Ilegible · DNI del vendedor', type: 'national_id' },
]
const named = (items: readonly { file: File; goal: string | null }[]) =>
  items.map(({ file: { name }, goal }) => [name, goal])

test('two incidents that ask for the same type get none of the documents until the user says which', async () => {
  const { batch, items, ready, learn } = desk(takes)
  learn(TWO_CARDS)
  batch.add([file('DNI a.pdf'), file('DNI b.pdf')], [], null)
  await ready()
  expect(items().map(({ goal }) => goal)).toEqual([null, null])
  batch.setGoal(items()[1]?.id ?? '', 'seller')
  // One is left, and one document for it.
  expect(items().map(({ goal }) => goal)).toEqual(['buyer', 'seller'])
})

test('several dropped on the panel of an incident: each is recognised, and it goes to the one of its type', async () => {
  const { batch, items, ready } = desk(takes)
  batch.open('i1')
  batch.add([file('contrato.pdf'), file('DNI.pdf')], [], 'i1')
  await ready()
  expect(items().map(({ type, goal }) => [type, goal])).toEqual([
    ['sales_agreement', null],
    ['national_id', 'i1'],
  ])
})

test('the only document left in the panel of an incident is for it', async () => {
  const { batch, items, ready } = desk(takes)
  batch.open('i2')
  batch.add([file('cara.pdf'), file('cruz.pdf')], [], 'i2')
  await ready()
  expect(items().map(({ goal }) => goal)).toEqual([null, null])
  const ids = items().map(({ id }) => id)
  batch.replace(ids, [{ file: file('las dos.pdf') }], { words: '', keepType: true })
  await ready()
  expect(named(items())).toEqual([['las dos.pdf', 'i2']])
})

test('the panel of another incident keeps what was chosen, and aims nothing of it at that one', async () => {
  const { batch, items, ready } = desk(takes)
  batch.open('i1')
  batch.add([file('a.pdf')], [], 'i1')
  await ready()
  batch.open('i2')
  expect(named(items())).toEqual([['a.pdf', 'i1']])
  batch.add([file('b.pdf')], [], 'i2')
  await ready()
  expect(named(items())).toEqual([
    ['a.pdf', 'i1'],
    ['b.pdf', 'i2'],
  ])
})

test('an incident that is over frees its document, says so, and no other incident takes it by itself', async () => {
  const { batch, items, ready, learn } = desk(takes)
  batch.open('i1')
  batch.add([file('DNI.pdf')], [], 'i1')
  await ready()
  learn([{ id: 'i3', title: 'Otro DNI', type: 'national_id' }])
  expect(items()).toMatchObject([{ goal: null, goalChosen: true }])
  // Its panel would be folded away with the incident.
  expect(batch.store.getState()).toMatchObject({ opened: null, over: ['DNI'] })
  batch.forgetNotes()
  expect(batch.store.getState().over).toEqual([])
})

test('an empty panel closes with its incident', () => {
  const { batch, learn } = desk(takes)
  batch.open('i1')
  learn([])
  expect(batch.store.getState()).toMatchObject({ opened: undefined, over: [] })
})

test('a type given while the file is being read stays, and so does what reading it found', async () => {
  const read = Promise.withResolvers<FileGuess>()
  const { batch, items, ready } = desk(takes, () => read.promise)
  batch.add([file('a.pdf'), file('b.pdf')], [], null)
  await new Promise((resolve) => setTimeout(resolve, 2))
  batch.setType(items()[0]?.id ?? '', 'invoice')
  // Confirming the guesses confirms none that is not there yet.
  batch.trust()
  read.resolve({ type: 'passport', reason: 'text', reading: 'locked' })
  await ready()
  expect(items()).toMatchObject([
    { type: 'invoice', guessed: false, reading: 'locked' },
    { type: 'passport', guessed: true, reason: 'text' },
  ])
})

test('taken out while the others are sent, a document stops none of them; one dropped meanwhile waits', async () => {
  const { batch, items, ready, sent, outcomes } = desk((id) => {
    if (id === 'id-1') {
      batch.remove('id-2')
      batch.add([file('DNI nuevo.pdf')], [], 'i1')
    }
    return takes(id)
  })
  batch.add([file('DNI.pdf'), file('b.pdf'), file('c.pdf')], [], null)
  await ready()
  await batch.send()
  await ready()
  expect(sent.map(({ name, goal }) => [name, goal])).toEqual([
    ['DNI.pdf', 'i1'],
    ['c.pdf', null],
  ])
  // The incident of one that has left is no longer free.
  expect(named(items())).toEqual([['DNI nuevo.pdf', null]])
  expect(outcomes).toEqual([{ sent: 2, left: 1 }])
})

test('a file that disappears after it was chosen is said to be gone, and the rest is sent', async () => {
  const { batch, items, ready, sent } = desk((id, tries) =>
    id === 'id-1' && tries === 1 ? { ok: false, error: appError('bridge-lost') } : takes(id),
  )
  const gone = file('a.pdf')
  batch.add([gone, file('b.pdf')], [], null)
  await ready()
  Object.defineProperty(gone, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
  })
  await batch.send()
  expect(sent.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
  expect(items()).toMatchObject([{ state: 'failed', problem: { why: 'unreadable' } }])
})

test('joined, what one of them was for and its type stay; undone, each is back in its place', async () => {
  const { batch, items, ready } = desk(takes)
  batch.add([file('cara.pdf'), file('contrato.pdf'), file('DNI.pdf')], [], null)
  await ready()
  const before = items()
  expect(before.map(({ goal }) => goal)).toEqual([null, null, 'i1'])
  const [front, , back] = before
  batch.replace([front?.id ?? '', back?.id ?? ''], [{ file: file('junto.pdf') }], {
    words: 'unidas',
    keepType: true,
  })
  await ready()
  expect(items()).toMatchObject([{ type: 'national_id', goal: 'i1' }, { type: 'sales_agreement' }])
  expect(batch.store.getState().change?.words).toBe('unidas')
  batch.undo()
  expect(items()).toEqual(before)
  expect(batch.store.getState().change).toBeNull()
})

test('of the parts of a cut one, its incident goes to the one of the type that it asks for', async () => {
  const { batch, items, ready } = desk(takes)
  batch.open('i1')
  batch.add([file('todo.pdf')], [], 'i1')
  await ready()
  batch.replace(
    [items()[0]?.id ?? ''],
    [
      { file: file('p1.pdf'), guess: { type: 'invoice', reason: 'text' } },
      { file: file('p2.pdf'), guess: { type: 'national_id', reason: 'text' } },
    ],
    { words: '', keepType: false },
  )
  await ready()
  expect(named(items())).toEqual([
    ['p1.pdf', null],
    ['p2.pdf', 'i1'],
  ])
})

test('what was given is not brought back by undoing the cut that made it', async () => {
  const { batch, items, ready } = desk((id, tries) =>
    id === 'id-3' && tries === 1 ? { ok: false, error: appError('attachment-open') } : takes(id),
  )
  batch.add([file('todo.pdf')], [], null)
  await ready()
  batch.replace(['id-1'], [{ file: file('p1.pdf') }, { file: file('p2.pdf') }], { words: '', keepType: true })
  await ready()
  await batch.send()
  expect(named(items())).toEqual([['p2.pdf', null]])
  batch.undo()
  expect(named(items())).toEqual([['p2.pdf', null]])
})

test('undone, an incident that another document has by now stays with that one', async () => {
  const { batch, items, ready } = desk(takes)
  batch.add([file('DNI.pdf'), file('x.pdf')], [], null)
  await ready()
  batch.setGoal('id-1', 'i1')
  batch.replace(['id-1'], [{ file: file('DNI turned.pdf') }], { words: '', keepType: true })
  await ready()
  batch.setGoal('id-2', 'i1')
  batch.undo()
  expect(named(items())).toEqual([
    ['DNI.pdf', null],
    ['x.pdf', 'i1'],
  ])
})
