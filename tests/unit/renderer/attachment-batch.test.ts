import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appError } from '#shared/bridge/result.ts'
import { withGoals } from '#renderer/features/procedures/batch-state.ts'
import { desk, file, INCIDENTS, takes } from './batch-desk.ts'

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
