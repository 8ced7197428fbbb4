import { expect, test } from 'vitest'
import type { CaseNote } from '#shared/bridge/cases.ts'
import type { TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()

const DAY = 86_400_000
const note = (text: string, rest: Partial<CaseNote> = {}): CaseNote => ({
  id: 'note-1',
  text,
  author: 'Marta',
  at: Date.now(),
  editedAt: null,
  ...rest,
})

/** Tracking at the PC of Ana, with one procedure. */
async function startAtAna(options: Parameters<typeof desk.start>[0] = {}): Promise<TrackingFixture> {
  const of = await desk.start(options)
  await of.store.call('auditOperator', 'Ana Ruiz')
  await desk.seed(of, ['p'])
  return of
}

const arrive = (of: TrackingFixture, one: CaseNote, id = 'p') =>
  of.store.call('noteArrived', id, one, Date.now())
const inbox = async (of: TrackingFixture) => (await of.store.call('inbox', 'all', null, null, 50)).rows

test('a note of a colleague that mentions the operator is one line and one notification, however often it comes', async () => {
  // Neither the classes that the operator follows nor the digest hold a colleague's message back.
  const events = {
    status: true,
    incident: true,
    document: true,
    signature: true,
    report: true,
    deadline: true,
  }
  const of = await startAtAna({
    settings: { onlyMine: true, digest: true, events: { ...events, alert: true, other: false } },
  })
  const { mention } = (await arrive(of, note('@ana, llama al comprador')))!
  expect(mention).not.toBeNull()
  of.tracking.reportsChanged()
  await until(() => of.raised.length === 1)
  expect(of.raised[0]).toMatchObject({
    title: '1234 BCD',
    body: 'Marta te menciona en una nota',
    route: { view: 'procedure', id: 'p' },
  })
  expect(await arrive(of, note('@ana, llama al comprador'))).toEqual({ mention: null })
  expect(await arrive(of, note('@Ana Ruiz, llama hoy', { editedAt: Date.now() }))).toEqual({ mention: null })
  expect(await inbox(of)).toMatchObject([
    {
      event: 'note.mention',
      id: 'p',
      state: 'unread',
      detail: { author: 'Marta' },
      subject: { vrm: '1234BCD' },
    },
  ])
  expect(await of.store.call('annotations', 'p')).toMatchObject({
    fields: { notes: '@Ana Ruiz, llama hoy' },
    notes: [{ id: 'note-1', author: 'Marta' }],
  })
})

test('an edit that mentions the operator for the first time is news', async () => {
  const of = await startAtAna()
  expect(await arrive(of, note('llama al comprador'))).toEqual({ mention: null })
  const edited = note('@Ana llama al comprador', { editedAt: Date.now() })
  expect((await arrive(of, edited))?.mention).not.toBeNull()
})

test.each<[string, CaseNote]>([
  ['a note for somebody else', note('@Marta mira esto')],
  ['a note of the operator from another PC', note('@Ana Ruiz, no te olvides', { author: 'ana ruiz' })],
  ['an e-mail address', note('escribe a recepcion@ana.es')],
  ['a note of last month', note('@Ana mira esto', { at: Date.now() - 30 * DAY })],
])('%s is stored, and is no news', async (_what, one) => {
  const of = await startAtAna()
  expect(await arrive(of, one)).toEqual({ mention: null })
  expect(await inbox(of)).toEqual([])
  expect((await of.store.call('annotations', 'p'))?.notes).toEqual([one])
})

test('without a name nobody is mentioned, and a procedure that this PC does not have keeps nothing', async () => {
  const of = await startAtAna()
  await of.store.call('auditOperator', '')
  expect(await arrive(of, note('@Ana mira esto'))).toEqual({ mention: null })
  expect(await arrive(of, note('@Ana mira esto'), 'unknown')).toBeNull()
})

test('mentioning oneself at this PC does nothing', async () => {
  const of = await startAtAna()
  await of.store.call('addCaseNote', 'p', '@Ana Ruiz, no te olvides', Date.now())
  expect(await inbox(of)).toEqual([])
})
