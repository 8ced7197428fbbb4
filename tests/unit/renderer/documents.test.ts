import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { appError } from '#shared/bridge/result.ts'
import { createIntake, type IntakeDeps, intakeOfDraft } from '#renderer/features/documents/intake.ts'
import {
  createContentQueue,
  type DocumentContent,
  hasContent,
} from '#renderer/features/documents/use-document-contents.ts'
import type { Glance } from '#renderer/features/pdf/read-document.ts'
import type { Slices } from '#shared/bridge/slices.ts'
import type { Client } from '#renderer/replica/client.ts'
import type { ReplicaState } from '#renderer/replica/slices.ts'
import { named } from '#renderer/design/dropped-files.ts'
import { linkProblem } from '#renderer/features/documents/draft-documents.tsx'

const PDF = '%PDF-1.4 '
const MOST = 1_000
const file = (name: string, content = PDF) => new File([content], name)
const document = (name: string): DraftDocument => ({
  id: name,
  source: 'file',
  name,
  type: 'other',
  guessed: true,
  state: 'kept',
  preview: true,
})
/** Long enough for a started file to be read and sent. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Service that answers in the test's order, and counts pending files. */
function service() {
  const open: { name: string; answer: (result: Awaited<ReturnType<IntakeDeps['send']>>) => void }[] = []
  const aborted: string[] = []
  const send: IntakeDeps['send'] = ({ name }, _type, { signal }) =>
    new Promise((resolve) => {
      const one = { name, answer: resolve }
      open.push(one)
      signal.addEventListener('abort', () => {
        aborted.push(name)
        resolve({ ok: false, error: appError('cancelled') })
      })
    })
  return {
    send,
    aborted,
    open: () => open.map(({ name }) => name),
    take(at: number, result?: Awaited<ReturnType<IntakeDeps['send']>>) {
      const [one] = open.splice(at, 1)
      one?.answer(result ?? { ok: true, value: { document: document(one.name), repeated: false } })
    },
    /** Drops a cancelled file, which no longer waits for its answer. */
    drop(name: string) {
      const at = open.findIndex((one) => one.name === name)
      if (at >= 0) open.splice(at, 1)
    },
  }
}

test('each file comes in once, one after the other in the order they were chosen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), async (fails) => {
      const core = service()
      const told: { added: number; failed: number }[] = []
      const intake = createIntake({ send: core.send, onSettled: (outcome) => told.push(outcome) })
      intake.add(
        fails.map((_, at) => file(`${at}.pdf`)),
        MOST,
      )
      for (const [at, fail] of fails.entries()) {
        await settled()
        expect(core.open()).toEqual([`${at}.pdf`])
        core.take(0, fail ? { ok: false, error: appError('disk-full') } : undefined)
      }
      await settled()
      const failed = fails.filter(Boolean).length
      expect(intake.store.getState().items.map(({ state }) => state)).toEqual(
        Array.from({ length: failed }, () => 'failed'),
      )
      expect(told).toEqual([{ added: fails.length - failed, failed }])
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['empty', '', 'document-empty'],
  ['too large', PDF + 'x'.repeat(MOST), 'document-too-large'],
  ['disguised', 'MZ an executable', 'document-not-accepted'],
])('one that is %s is not sent', async (_, content, why) => {
  const core = service()
  const intake = createIntake({ send: core.send, onSettled: () => {} })
  intake.add([file('a.pdf', content)], MOST)
  await settled()
  expect(core.open()).toEqual([])
  expect(intake.store.getState().items).toMatchObject([{ state: 'failed', problem: { why } }])
})

test('one that can no longer be read is not a lost line', async () => {
  const core = service()
  const intake = createIntake({ send: core.send, onSettled: () => {} })
  const vanishing = file('a.pdf')
  intake.add([vanishing], MOST)
  await settled()
  // As the browser does with a file that was removed or changed after being chosen.
  vanishing.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as never
  core.take(0, { ok: false, error: appError('bridge-lost') })
  await settled()
  expect(intake.store.getState().items).toMatchObject([{ state: 'failed', problem: { why: 'unreadable' } }])
  intake.retry(1)
  await settled()
  expect(core.open()).toEqual([])
})

test('one that was cut off is tried again; one that was cancelled does not hold the others up', async () => {
  const core = service()
  const intake = createIntake({ send: core.send, onSettled: () => {} })
  intake.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], MOST)
  await settled()
  expect(core.open()).toEqual(['a.pdf'])
  intake.cancel(1)
  core.drop('a.pdf')
  await settled()
  expect(core.open()).toEqual(['b.pdf'])
  core.take(0, { ok: false, error: appError('bridge-lost') })
  await settled()
  intake.retry(2)
  intake.retry(1)
  await settled()
  expect(core.open()).toEqual(['c.pdf'])
  core.take(0)
  await settled()
  // They keep the order in which they were chosen.
  expect(core.open()).toEqual(['a.pdf'])
  core.take(0)
  await settled()
  expect(core.open()).toEqual(['b.pdf'])
})

test('cancelled and at once tried again, the answer of the first time does not count', async () => {
  const core = service()
  const intake = createIntake({ send: core.send, onSettled: () => {} })
  intake.add([file('a.pdf')], MOST)
  await settled()
  intake.cancel(1)
  intake.retry(1)
  await settled()
  expect(intake.store.getState().items).toMatchObject([{ state: 'copying' }])
  expect(intake.store.getState().items[0]).not.toHaveProperty('problem')
})

test('closed, nothing is left and what was on its way is stopped', async () => {
  const core = service()
  const told: unknown[] = []
  const intake = createIntake({ send: core.send, onSettled: (outcome) => told.push(outcome) })
  intake.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], MOST)
  await settled()
  intake.close()
  await settled()
  expect(core.aborted).toEqual(['a.pdf'])
  expect(core.open()).toEqual(['a.pdf'])
  expect(intake.store.getState().items).toEqual([])
  expect(told).toEqual([])
})

test('locked in between: what waits goes on afterwards, and what the lock did not answer is added once', async () => {
  const core = service()
  let isLocked = false
  const told: { added: number; failed: number }[] = []
  const intake = createIntake({
    send: core.send,
    isHeld: () => isLocked,
    onSettled: (outcome) => told.push(outcome),
  })
  intake.add([file('a.pdf'), file('b.pdf'), file('c.pdf')], MOST)
  await settled()
  isLocked = true
  core.take(0, { ok: false, error: appError('locked') })
  await settled()
  expect(core.open()).toEqual([])
  expect(intake.store.getState().items.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  isLocked = false
  intake.resume()
  await settled()
  // The core had saved it: it answers that the content repeats.
  core.take(0, { ok: true, value: { document: document('a.pdf'), repeated: true } })
  await settled()
  core.take(0)
  await settled()
  core.take(0)
  await settled()
  expect(intake.store.getState().items).toEqual([])
  expect(told).toEqual([{ added: 3, failed: 0 }])
})

const slicesOf = (id: string) => ({ profile: { id } }) as Slices

/** Window whose core never answers a sent file. */
function startWindow() {
  const replica = createStore(() => ({ slices: slicesOf('a') }) as ReplicaState)
  const client = { replica, bridge: { send: () => new Promise(() => undefined) } } as unknown as Client
  return { client, replica }
}
const chosenFile = (name: string) => new File(['%PDF-1.4 '], name)

test('the lock keeps the queue of files, and another account does not get it', () => {
  const { client, replica } = startWindow()
  intakeOfDraft(client, 'd1').add([chosenFile('a.pdf'), chosenFile('b.pdf'), chosenFile('c.pdf')], 1_000)
  const waiting = () => intakeOfDraft(client, 'd1').store.getState().items.length
  replica.setState({ slices: null })
  expect(waiting()).toBe(3)
  replica.setState({ slices: slicesOf('a') })
  expect(waiting()).toBe(3)
  replica.setState({ slices: null })
  replica.setState({ slices: slicesOf('b') })
  expect(waiting()).toBe(0)
})

test.each([
  ['', 'missing'],
  ['   ', 'missing'],
  ['hola', 'wrong'],
  ['archivos.example/x.pdf', 'wrong'],
  ['https://', 'wrong'],
  ['https://a.example/con espacio.pdf', 'wrong'],
  ['ftp://a.example/x.pdf', 'wrong'],
  ['javascript:alert(1)', 'wrong'],
  ['file:///c:/x.pdf', 'wrong'],
  ['https://ana:clave@a.example/x.pdf', 'secret'],
  ['http://a.example/x.pdf', 'plain'],
  ['https://a.example/x.pdf?firma=1', null],
  ['  https://a.example/x.pdf ', null],
])('the link %j: %j', (typed, problem) => {
  expect(linkProblem(typed)).toBe(problem)
})

test('whatever is typed is judged, and only what is a web address passes', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (typed) => {
      const problem = linkProblem(typed)
      if (problem === null) expect(new URL(typed.trim()).protocol).toBe('https:')
    }),
  )
})

test.each([
  ['image.png', 'image/png', 'pegado.png'],
  ['image.jpg', 'image/jpeg', 'pegado.jpg'],
  ['', 'image/png', 'pegado.png'],
  ['DNI.png', 'image/png', 'DNI.png'],
  ['image.png', 'application/pdf', 'image.png'],
])('what is pasted as %j (%s) is called %j', (name, type, expected) => {
  expect(named(new File(['x'], name, { type }), (ending) => `pegado.${ending}`).name).toBe(expected)
})

/** Queue of contents whose reads the test answers, the pictures that it closed, and what it found. */
function contents() {
  const reads: { id: string; signal: AbortSignal; answer: (glance: Glance | null) => void }[] = []
  const found: [string, DocumentContent][] = []
  const closed: string[] = []
  const queue = createContentQueue(
    (id, signal) => new Promise((answer) => reads.push({ id, signal, answer })),
    (id, content) => found.push([id, content]),
  )
  const picture = (name: string) => ({ close: () => closed.push(name) }) as unknown as ImageBitmap
  return { queue, reads, found, closed, picture }
}

test('contents are read one document at a time, each once', async () => {
  const { queue, reads, found, picture } = contents()
  for (const id of ['a', 'b', 'a']) queue.ask(id)
  expect(reads.map(({ id }) => id)).toEqual(['a'])
  const first = picture('a')
  reads[0]!.answer({ picture: first, types: ['national_id', 'invoice'] })
  await settled()
  expect(reads.map(({ id }) => id)).toEqual(['a', 'b'])
  // A document that cannot be read keeps its icon, and the next one is read.
  reads[1]!.answer(null)
  queue.ask('c')
  await settled()
  reads[2]!.answer({ types: [] })
  await settled()
  expect(found).toEqual([
    [
      'a',
      {
        picture: first,
        papers: [
          { type: 'national_id', page: 1 },
          { type: 'invoice', page: 2 },
        ],
      },
    ],
    ['c', { papers: [] }],
  ])
})

test('a list that closes keeps no picture, also one that comes late', async () => {
  const { queue, reads, found, closed, picture } = contents()
  queue.ask('a')
  queue.ask('b')
  reads[0]!.answer({ picture: picture('a'), types: [] })
  await settled()
  queue.close()
  expect(closed).toEqual(['a'])
  expect(reads[1]!.signal.aborted).toBe(true)
  reads[1]!.answer({ picture: picture('b'), types: [] })
  await settled()
  expect(closed).toEqual(['a', 'b'])
  expect(found.map(([id]) => id)).toEqual(['a'])
})

test.each([
  ['a file', {}, true],
  ['a link', { source: 'link' }, false],
  ['a document at the service', { source: 'service' }, false],
  ['a file whose copy is gone', { preview: false }, false],
  ['a HEIC photo', { mime: 'image/heic' }, false],
] as const)('the content of %s is read: %o', (_, fields, expected) => {
  expect(hasContent({ ...document('a'), ...fields })).toBe(expected)
})
