import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyForm } from '#shared/domain/procedures/fields.ts'
import { NOW } from '#tests/integration/cases/search-store.ts'
import { type ModelRelay, openOffice, openPc, type Pc, settle } from './handover-pcs.ts'

const RUNS = process.env['FULL'] ? 2_000 : 30
/** A slow machine needs some minutes for the thousands. */
const TIMEOUT_MS = 30 * 60_000

const actions = [
  'take',
  'withdraw',
  'ana',
  'luis',
  'ana-lost',
  'luis-lost',
  'ana-reads',
  'luis-reads',
] as const

test(
  'in any order, with lost answers, the draft is never at two PCs to be changed, and never nowhere',
  () => {
    const { ana, luis, give } = openOffice()
    const order = fc.array(fc.constantFrom(...actions), { maxLength: 40 })
    fc.assert(
      fc.property(order, (happened) => {
        const { take, withdraw, copies } = give()
        const editable = () => copies().filter(({ state }) => state === 'editing')
        for (const what of happened) {
          if (what === 'take') take()
          else if (what === 'withdraw') withdraw()
          else {
            const pc = what.startsWith('ana') ? ana : luis
            if (what.endsWith('reads')) pc.read()
            else pc.work(what.endsWith('lost'))
          }
          expect(editable().length).toBeLessThanOrEqual(1)
          expect(copies().length).toBeGreaterThanOrEqual(1)
        }
        // In the end somebody wants it.
        settle([ana, luis])
        take()
        settle([ana, luis])
        expect(copies().map(({ state, documents }) => [state, documents.of])).toEqual([['editing', 1]])
        for (const { store } of [ana, luis])
          expect(store.handovers(true).filter(({ state }) => state !== 'taken')).toEqual([])
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

test('a relay of an old copy is told again who has the draft', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  relay.keepCopy()
  take()
  settle([ana, luis])
  relay.restoreCopy()
  for (const pc of [ana, luis]) pc.otherList()
  settle([ana, luis])
  expect(ana.drafts()).toEqual([])
  expect(luis.drafts()).toHaveLength(1)
  expect(relay.list().some(({ body }) => body?.includes('"taken"'))).toBe(true)
})

test('a collection ends when its PC goes to another office', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana])
  luis.read()
  take()
  expect(luis.store.handovers(true)).toMatchObject([{ state: 'fetching' }])
  luis.store.startSharing('Luis', Buffer.alloc(32, 1).toString('base64url'))
  expect(luis.store.handovers(true)).toEqual([])
  expect(relay.list()).not.toEqual([])
})

test('an offer that its giver has deleted long ago is not taken as new', () => {
  const { relay, ana, give } = openOffice()
  give()
  settle([ana])
  const offers = relay
    .list()
    .flatMap(({ id, seq, body }) => ({ id, seq, content: body ?? '', keyId: 'key-1' }))
  const taken = (at: number) => {
    const pc = openPc('Luis', relay)
    pc.store.sharedArrived(offers, null, at)
    return pc.store.handovers(true)
  }
  expect(taken(NOW + 179 * 86_400_000)).toHaveLength(1)
  expect(taken(NOW + 181 * 86_400_000)).toHaveLength(0)
})

test('a relay that lost an offer gets it again with its parts', () => {
  const { relay, ana, luis, give } = openOffice()
  relay.keepCopy()
  const { take } = give()
  settle([ana, luis])
  relay.restoreCopy()
  for (const pc of [ana, luis]) pc.otherList()
  settle([ana, luis])
  take()
  settle([ana, luis])
  expect(ana.drafts()).toEqual([])
  expect(luis.drafts()).toHaveLength(1)
})

test('a deleted or damaged record of the relay decides nothing, and is written again', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  for (const { id, seq } of relay.list()) relay.write(id, seq, null)
  settle([ana, luis])
  expect(ana.drafts()[0]?.state).toBe('handed')
  const [last] = relay.list().toReversed()
  ana.store.sharedDamaged(last?.id ?? '', last?.seq ?? 0)
  take()
  settle([ana, luis])
  expect(luis.drafts()).toHaveLength(1)
  expect(ana.drafts()).toEqual([])
})

const DAY_MS = 86_400_000

/** A relay that tells each PC what it likes: a record that the PCs wrote, under a number of its own. */
function createLiar(relay: ModelRelay) {
  let seq = 100
  const [id = ''] = relay.list().flatMap((one) => (one.body?.includes('"offered"') ? [one.id] : []))
  const about = { kind: 'handover', key: 'h-1', draft: 'given-1' }
  const records = {
    taken: { ...about, state: 'taken', by: 'taken-1', person: 'Luis', at: NOW },
    withdrawn: { ...about, state: 'withdrawn' },
  }
  return (pc: Pc, state: keyof typeof records) =>
    pc.store.sharedArrived(
      [{ id, seq: ++seq, content: JSON.stringify(records[state]), keyId: 'key-1' }],
      null,
      NOW,
    )
}

const stateOf = (pc: Pc, id: string) => pc.store.draft(id)?.draft.state
const outcomes = (pc: Pc) =>
  pc.store
    .inbox('all', null, null, 50)
    .rows.filter(({ event }) => event === 'draft.kept')
    .map(({ detail }) => detail['outcome'])

test('a relay that says "collected" to the giver and "taken back" to the colleague loses no draft', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  take()
  const tell = createLiar(relay)
  tell(ana, 'taken')
  tell(luis, 'withdrawn')
  expect([...ana.drafts(), ...luis.drafts()]).toEqual([])
  expect(ana.store.handovers(true)).toMatchObject([{ state: 'taken', person: 'Luis', draftId: 'given-1' }])

  for (const round of [1, 2]) {
    tell(ana, 'withdrawn')
    tell(luis, 'taken')
    expect(outcomes(ana)).toEqual(['returned'])
    expect(outcomes(luis)).toEqual(['missing', 'withdrawn'])
    expect(stateOf(ana, 'given-1')).toBe(round === 1 ? 'collected' : 'editing')
    // Nothing is sent twice by itself: its user goes on with it, or does not.
    const { version = 0 } = ana.store.draft('given-1')?.draft ?? {}
    if (round === 1) expect(ana.store.draftLeaves('given-1', version, NOW + 5_000, NOW)).toBe(false)
    ana.store.withdrawHandover('h-1', false, NOW)
    for (const pc of [ana, luis]) pc.otherList()
  }
  expect(ana.drafts()).toMatchObject([{ id: 'given-1', state: 'editing', documents: { of: 1 } }])
})

test('a relay that says "taken back" to the giver and "collected" to the colleague is found out by both', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take, withdraw } = give()
  settle([ana, luis])
  take()
  // All documents have arrived.
  for (let step = 0; step < 10 && luis.store.handoverStep([], NOW)?.step !== 'write'; step++) luis.work(false)
  withdraw()
  const tell = createLiar(relay)
  tell(ana, 'withdrawn')
  tell(luis, 'taken')
  expect([stateOf(ana, 'given-1'), stateOf(luis, 'taken-1')]).toEqual(['editing', 'editing'])

  tell(ana, 'taken')
  tell(luis, 'withdrawn')
  expect([outcomes(ana), outcomes(luis)]).toEqual([['both'], ['both']])
  expect([stateOf(ana, 'given-1'), stateOf(luis, 'taken-1')]).toEqual(['collected', 'editing'])
  expect(ana.store.moveDraft('given-1', null, ['collected'], 'discarded', NOW)).toBe(true)
  expect(ana.drafts()).toEqual([])
  // It can be restored for a while, and is then what it was.
  ana.store.moveDraft('given-1', null, ['discarded'], 'editing', NOW)
  expect(ana.drafts().map(({ state }) => state)).toEqual(['collected'])
})

test('the giver keeps a collected draft out of sight for 30 days', () => {
  const { ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  take()
  settle([ana, luis])
  expect([ana.drafts().length, ana.store.draftCounts().drafts]).toEqual([0, 0])
  expect(ana.store.purgeDrafts(NOW + 29 * DAY_MS)).toBe(0)
  expect(ana.store.handovers(true)).toMatchObject([{ state: 'taken', documents: 1 }])
  expect(ana.store.purgeDrafts(NOW + 31 * DAY_MS)).toBe(1)
  expect(ana.store.handovers(true)).toEqual([])
})

test('a colleague whose clock is years behind does not shorten that time', () => {
  const { relay, ana, luis, give } = openOffice()
  give()
  settle([ana, luis])
  const offer = relay.list().find(({ body }) => body?.includes('"offered"'))
  const taken = { state: 'taken', draft: 'given-1', by: 'taken-1', person: 'Luis', at: 0 }
  relay.write(offer?.id ?? '', offer?.seq ?? 0, JSON.stringify({ kind: 'handover', key: 'h-1', ...taken }))
  settle([ana])
  expect(ana.store.purgeDrafts(NOW + 29 * DAY_MS)).toBe(0)
  ana.store.handoverStep([], NOW + 29 * DAY_MS)
  expect(ana.store.handovers(true)).toMatchObject([{ state: 'taken', draftId: 'given-1' }])
})

/** Ana's PC is lost. Another one has the drafts of its backup, and nothing about hand-overs. */
function restoreAna(relay: ModelRelay): Pc {
  const pc = openPc('Ana', relay)
  pc.store.createDraft('given-1', 'transfer', emptyForm(), NOW)
  return pc
}

test('a PC that is restored from a backup of before its draft was collected does not send it on its own', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  take()
  settle([ana, luis])
  const again = restoreAna(relay)
  settle([again, luis])
  expect(again.store.handovers(true)).toMatchObject([
    { state: 'taken', role: 'giver', draftId: 'given-1', person: 'Luis', at: NOW },
  ])
  expect(again.drafts().map(({ state }) => state)).toEqual(['collected'])
  const { version = 0 } = again.store.draft('given-1')?.draft ?? {}
  expect(again.store.draftLeaves('given-1', version, NOW + 5_000, NOW)).toBe(false)
  again.store.withdrawHandover('h-1', false, NOW)
  expect(stateOf(again, 'given-1')).toBe('editing')
  // The choice stays, also when the list is read again.
  again.otherList()
  settle([again, luis])
  expect(stateOf(again, 'given-1')).toBe('editing')
  expect(luis.drafts()).toHaveLength(1)
})

test('a draft that waits for its colleague is handed over again by the PC that was restored from a backup', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  const again = restoreAna(relay)
  settle([again])
  expect(again.drafts().map(({ state }) => state)).toEqual(['handed'])
  take()
  settle([again, luis])
  expect([again.drafts().length, luis.drafts().length]).toEqual([0, 1])
  expect(relay.list().some(({ body }) => body?.includes('handover-part'))).toBe(false)
})

test('a draft that was sent after the restore is not collected any more', () => {
  const { relay, ana, luis, give } = openOffice()
  const { take } = give()
  settle([ana, luis])
  const again = restoreAna(relay)
  again.store.draftSent('given-1', 'p-1', NOW)
  settle([again, luis])
  expect(take()).toBeNull()
  expect(stateOf(again, 'given-1')).toBe('sent')
  expect(luis.drafts()).toEqual([])
})

test('a backup that is restored after the relay was read leads to the same states', () => {
  const { relay, ana, luis, give } = openOffice()
  const first = give()
  const second = give()
  ana.store.createDraft('other', 'transfer', emptyForm(), NOW)
  ana.store.moveDraft('other', null, ['editing'], 'ready', NOW)
  const backup = ana.store.backupDrafts(0, 100).records
  settle([ana, luis])
  first.take()
  settle([ana, luis])
  const again = openPc('Ana', relay)
  again.read()
  again.store.restoreStage(backup)
  again.store.restoreMerge(NOW)
  expect(['given-1', 'given-2', 'other'].map((id) => stateOf(again, id))).toEqual([
    undefined,
    'handed',
    'ready',
  ])
  second.take()
  settle([again, luis])
  expect(again.drafts()).toEqual([])
  expect(luis.drafts()).toHaveLength(2)
})
