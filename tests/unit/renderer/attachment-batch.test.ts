import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appError, type Result } from '#shared/bridge/result.ts'
import { withGoals, type SolvableIncident } from '#renderer/features/procedures/batch-state.ts'
import type { FileGuess } from '#renderer/features/pdf/read-document.ts'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import { recogniseDocument } from '#shared/domain/procedures/recognise-document.ts'
import { createBatch, type BatchDeps } from '#renderer/features/procedures/batch.ts'

test('each of several files is recognised and put where it belongs; nothing leaves before the act', async () => {
  const { batch, items, ready, sent, outcomes } = desk(takes)
  batch.add([file('contrato.pdf'), file('DNI marta.pdf'), file('DNI raul.pdf'), file('scan.pdf')], [], 'i1')
  await ready()
  expect(items().map(({ type, goal, guessed, reason }) => [type, goal, guessed, reason])).toEqual([
    ['sales_agreement', null, true, 'name'],
    ['national_id', 'i1', true, 'name'],
    // One document for an incident.
    ['national_id', null, true, 'name'],
    ['other', null, true, 'none'],
  ])
  expect(sent).toEqual([])
  await batch.send()
  expect(sent.map(({ name, goal }) => [name, goal])).toEqual([
    ['contrato.pdf', null],
    ['DNI marta.pdf', 'i1'],
    ['DNI raul.pdf', null],
    ['scan.pdf', null],
  ])
  expect(outcomes).toEqual([{ sent: 4, left: 0 }])
  expect(batch.store.getState().opened).toBeUndefined()
})

test('a corrected type gives up the incident that the guess was for; a chosen purpose stays', async () => {
  const { batch, items, ready } = desk(takes)
  batch.add([file('DNI a.pdf'), file('b.pdf')], [], null)
  await ready()
  const [first, second] = items()
  batch.setType(first?.id ?? '', 'invoice')
  expect(items()[0]).toMatchObject({ type: 'invoice', guessed: false, goal: null })
  batch.setGoal(second?.id ?? '', 'i1')
  batch.setType(second?.id ?? '', 'passport')
  expect(items()[1]).toMatchObject({ goal: 'i1', type: 'passport' })
  batch.setGoal(first?.id ?? '', 'i1')
  expect(items().map(({ goal }) => goal)).toEqual(['i1', null])
})

test('one that fails stays with its reason while the rest go on, and what was taken is not sent again', async () => {
  const { batch, items, ready, sent } = desk((id, tries) =>
    id === 'id-2' && tries === 1 ? { ok: false, error: appError('attachment-open') } : takes(id),
  )
  batch.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], [], null)
  await ready()
  await batch.send()
  expect(items()).toMatchObject([{ id: 'id-2', problem: { why: 'attachment-open' } }])
  await batch.send()
  expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-3', 'id-2'])
  expect(items()).toEqual([])
})

test('stopped half way, what was not taken stays; pressed twice, it is one sending', async () => {
  const { batch, items, ready, sent } = desk((id, tries) =>
    id === 'id-2' && tries === 1 ? 'hang' : takes(id),
  )
  batch.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], [], null)
  await ready()
  const first = batch.send()
  const second = batch.send()
  await new Promise((resolve) => setTimeout(resolve, 2))
  batch.cancel()
  await Promise.all([first, second])
  expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2'])
  expect(items().map(({ id, state }) => [id, state])).toEqual([
    ['id-2', 'ready'],
    ['id-3', 'ready'],
  ])
  // Its id is the same: taken before the stop, the core knows it.
  await batch.send()
  expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-2', 'id-3'])
})

test('the same content twice, a folder, an empty, a too large one and one that disappears each say so', async () => {
  const { batch, items, ready } = desk(takes)
  const gone = file('se fue.pdf')
  Object.defineProperty(gone, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
  })
  batch.add(
    [
      file('a.pdf', 'x'),
      file('copia.pdf', 'x'),
      new File([], 'v.pdf'),
      file('grande.pdf', 'y'.repeat(2_000)),
      gone,
    ],
    ['Papeles'],
    null,
  )
  await ready()
  const { repeated, folders } = batch.store.getState()
  expect({ repeated, folders }).toEqual({ repeated: ['copia.pdf'], folders: ['Papeles'] })
  expect(items().map(({ file: { name }, problem }) => [name, problem?.why])).toEqual([
    ['a.pdf', undefined],
    ['v.pdf', 'document-empty'],
    ['grande.pdf', 'document-too-large'],
    ['se fue.pdf', 'unreadable'],
  ])
})

test('what replaces a document can be undone, and the rest keeps its place', async () => {
  const { batch, items, ready } = desk(takes)
  batch.add([file('a.pdf'), file('todo.pdf'), file('c.pdf')], [], null)
  await ready()
  const before = items().map(({ id }) => id)
  batch.replace(
    [before[1] ?? ''],
    [
      { file: file('p1.pdf'), guess: { type: 'invoice', reason: 'text' } },
      { file: file('p2.pdf'), guess: { type: 'passport', reason: 'text' } },
    ],
    { words: '', keepType: false },
  )
  await ready()
  expect(items().map(({ type }) => type)).toEqual(['other', 'invoice', 'passport', 'other'])
  batch.undo()
  expect(items().map(({ id }) => id)).toEqual(before)
})

test('whatever is chosen, corrected and aimed, an incident has one document and nothing is sent twice', async () => {
  const name = fc.constantFrom('DNI a.pdf', 'contrato.pdf', 'x.pdf', 'DNI b.pdf')
  const act = fc.oneof(
    fc.record({ what: fc.constant('add' as const), names: fc.array(name, { minLength: 1, maxLength: 4 }) }),
    fc.record({
      what: fc.constant('type' as const),
      at: fc.nat(5),
      type: fc.constantFrom('national_id', 'invoice'),
    }),
    fc.record({ what: fc.constant('aim' as const), at: fc.nat(5), goal: fc.constantFrom('i1', 'i2', null) }),
    fc.record({ what: fc.constant('send' as const) }),
    fc.record({ what: fc.constant('remove' as const), at: fc.nat(5) }),
    fc.record({ what: fc.constant('turn' as const), at: fc.nat(5) }),
    fc.record({ what: fc.constant('undo' as const) }),
    fc.record({ what: fc.constant('open' as const), goal: fc.constantFrom('i1', 'i2', null) }),
    fc.record({ what: fc.constant('learn' as const), some: fc.subarray([...INCIDENTS]) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      let n = 0
      const { batch, items, ready, learn, sent } = desk(takes)
      for (const one of acts) {
        if (one.what === 'add')
          batch.add(
            one.names.map((of) => file(of, `${of} ${++n}`)),
            [],
            null,
          )
        await ready()
        const id = 'at' in one ? (items()[one.at]?.id ?? '') : ''
        if (one.what === 'type') batch.setType(id, one.type)
        if (one.what === 'aim') batch.setGoal(id, one.goal)
        if (one.what === 'remove') batch.remove(id)
        if (one.what === 'turn')
          batch.replace([id], [{ file: file(`turned ${++n}`) }], { words: '', keepType: true })
        if (one.what === 'undo') batch.undo()
        if (one.what === 'open') batch.open(one.goal)
        if (one.what === 'learn') learn(one.some)
        const goals = items().flatMap(({ goal }) => goal ?? [])
        expect(new Set(goals).size).toBe(goals.length)
        if (one.what === 'send') await batch.send()
      }
      expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
    }),
    { numRuns: 60 },
  )
})

test('an incident goes to a document of its type only where something says what it is', () => {
  const incidents = [{ id: 'i', title: '', type: 'invoice' }]
  const item = { type: 'invoice', goal: null, goalChosen: false, guessed: true }
  expect(withGoals([{ ...item, reason: 'missing' as const }], incidents)).toMatchObject([{ goal: null }])
  expect(withGoals([{ ...item, reason: 'text' as const }], incidents)).toMatchObject([{ goal: 'i' }])
  expect(withGoals([{ ...item, guessed: false }], incidents)).toMatchObject([{ goal: 'i' }])
})

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

const file = (name: string, content = name) =>
  new File([`%PDF-1.4 ${content}`], name, { type: 'application/pdf' })
const attachment = (id: string): Attachment => ({ id, procedureId: 'p', state: 'uploading', at: 0 })

const INCIDENTS: readonly SolvableIncident[] = [
  { id: 'i1', title: 'DNI', type: 'national_id' },
  { id: 'i2', title: 'Otra', type: '' },
]

/** Batch over a core that answers as the test says. */
function desk(
  answer: (id: string, tries: number) => Result<Attachment> | 'hang',
  recognise: BatchDeps['recognise'] = ({ name }, missing) =>
    Promise.resolve(recogniseDocument({ name, missing })),
) {
  const sent: { id: string; name: string; type: string; goal: string | null }[] = []
  const outcomes: { sent: number; left: number }[] = []
  let lastId = 0
  const send: BatchDeps['send'] = ({ id, file: { name }, type, goal }, { signal }) => {
    sent.push({ id, name, type, goal })
    const tries = sent.filter((one) => one.id === id).length
    const result = answer(id, tries)
    if (result !== 'hang') return Promise.resolve(result)
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ ok: false, error: appError('cancelled') })),
    )
  }
  const batch = createBatch({
    newId: () => `id-${++lastId}`,
    recognise,
    send,
    onGiven: () => {},
    onSent: ({ sent: n, left }) => outcomes.push({ sent: n, left }),
  })
  /** What the procedure says now. */
  const learn = (incidents: readonly SolvableIncident[]) =>
    batch.learn({
      incidents,
      presetType: (goal) => incidents.find(({ id }) => id === goal)?.type ?? '',
      maxBytes: 1_000,
      missing: () => [],
    })
  learn(INCIDENTS)
  const items = () => batch.store.getState().items
  const ready = async () => {
    while (items().some(({ state }) => state === 'checking'))
      await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { batch, items, ready, learn, sent, outcomes }
}
const takes = (id: string): Result<Attachment> => ({ ok: true, value: attachment(id) })
