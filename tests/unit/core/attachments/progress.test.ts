import { expect, test } from 'vitest'
import {
  beginStep,
  newProgress,
  decideNextStep,
  markInsisted,
  reconcileProgress,
  resetBegunStep,
  markSolved,
  markUploaded,
  type AttachmentProgress,
  getIncidentState,
  parseProcedure,
  toAttachmentSeen,
} from '#electron/core/features/attachments/progress.rules.ts'
import * as fc from 'fast-check'

const BOTH = { hasDocument: true, hasIncident: true }
const seen = (documents: string[], incident: 'open' | 'hold' | 'over' = 'open') => ({
  documents,
  incident,
  isBlocked: true,
  isOver: false,
})

test('a look, the document, the word, and it is finished', () => {
  let progress = newProgress()
  expect(decideNextStep(progress, BOTH)).toBe('look')
  progress = reconcileProgress(progress, BOTH, seen(['old'])).progress
  expect(decideNextStep(progress, BOTH)).toBe('upload')
  progress = beginStep(progress, 'upload')
  expect(decideNextStep(progress, BOTH)).toBe('look')
  progress = markUploaded(progress, 'new')
  expect(decideNextStep(progress, BOTH)).toBe('solve')
  progress = markSolved(beginStep(progress, 'solve'))
  expect(decideNextStep(progress, BOTH)).toBe('finish')
})

test('an uncertain upload is found by what is new, and not sent again by itself when it is not', () => {
  const begun = beginStep({ ...newProgress(), known: ['old'] }, 'upload')
  expect(reconcileProgress(begun, BOTH, seen(['old', 'mine']))).toMatchObject({
    means: 'go-on',
    progress: { remoteId: 'mine', begun: null },
  })
  const unseen = reconcileProgress(begun, BOTH, seen(['old']))
  expect(unseen).toMatchObject({ means: 'unseen', progress: { unseen: 1 } })
  expect(decideNextStep(unseen.progress, BOTH)).toBe('look')
  // Once the user insists, it is: after one more look.
  const insisted = markInsisted(unseen.progress)
  expect(decideNextStep(insisted, BOTH)).toBe('look')
  expect(decideNextStep(reconcileProgress(insisted, BOTH, seen(['old', 'late'])).progress, BOTH)).toBe(
    'solve',
  )
  expect(decideNextStep(reconcileProgress(insisted, BOTH, seen(['old'])).progress, BOTH)).toBe('upload')
})

test('a procedure that is over by now takes nothing more; what may have left is found all the same', () => {
  const over = { ...seen(['old']), isOver: true }
  expect(reconcileProgress(newProgress(), BOTH, over).means).toBe('procedure-over')
  const begun = beginStep({ ...newProgress(), known: ['old'] }, 'upload')
  expect(reconcileProgress(begun, BOTH, { ...over, documents: ['old', 'mine'] })).toMatchObject({
    means: 'go-on',
    progress: { remoteId: 'mine' },
  })
})

test('an uncertain word that an incident is solved: over, or out of BLOCKED, it was heard', () => {
  const begun = beginStep({ ...newProgress(), remoteId: 'mine' }, 'solve')
  expect(reconcileProgress(begun, BOTH, seen([], 'over')).progress.solved).toBe(true)
  expect(reconcileProgress(begun, BOTH, { ...seen([]), isBlocked: false }).progress.solved).toBe(true)
  const again = reconcileProgress(begun, BOTH, seen([])).progress
  expect(decideNextStep(again, BOTH)).toBe('solve')
})

test('nothing leaves for an incident that is over, or that depends on others', () => {
  expect(reconcileProgress(newProgress(), BOTH, seen([], 'over')).means).toBe('incident-gone')
  expect(reconcileProgress(newProgress(), BOTH, seen([], 'hold')).means).toBe('not-solvable')
})

/** Service that may carry out a request or not, and network that may report it or not. */
interface World {
  documents: string[]
  incident: 'open' | 'over'
  late: boolean
}

test('whatever the network does, the document is there once at most while nobody insists, and the word is heard', () => {
  const fate = fc.constantFrom(
    'done',
    'done-untold',
    'not-done',
    'lost',
    'late',
    'killed-before',
    'killed-after',
  )
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 30 }), (fates) => {
      const world: World = { documents: ['old'], incident: 'open', late: false }
      let progress: AttachmentProgress = newProgress()
      let stopped = false
      const deliver = () => {
        if (world.late) world.documents.push(`new ${world.documents.length}`)
        world.late = false
      }
      for (const what of [...fates, ...Array<'done'>(12).fill('done')]) {
        if (stopped) break
        const step = decideNextStep(progress, BOTH)
        if (step === 'finish') break
        if (step === 'look') {
          if (what === 'lost' || what === 'killed-before') continue
          // A late request may arrive before the look, or long after.
          if (what === 'done') deliver()
          const looked = reconcileProgress(progress, BOTH, {
            documents: [...world.documents],
            incident: world.incident,
            isBlocked: world.incident === 'open',
            isOver: false,
          })
          progress = looked.progress
          if (looked.means !== 'go-on' && progress.unseen > 3) stopped = true
          continue
        }
        progress = beginStep(progress, step)
        if (what === 'killed-before') continue
        const isDone = what === 'done' || what === 'done-untold' || what === 'killed-after'
        if (step === 'upload') {
          if (isDone) world.documents.push(`new ${world.documents.length}`)
          if (what === 'late') world.late = true
          if (what === 'done') progress = markUploaded(progress, world.documents.at(-1) ?? '')
        } else {
          if (isDone) world.incident = 'over'
          if (what === 'done') progress = markSolved(progress)
        }
        if (what === 'not-done') progress = resetBegunStep(progress)
      }
      deliver()
      expect(world.documents.length).toBeLessThanOrEqual(2)
      if (decideNextStep(progress, BOTH) === 'finish') {
        expect(world.documents).toHaveLength(2)
        expect(world.incident).toBe('over')
      }
    }),
    { numRuns: 2_000 },
  )
})

const of = (body: object) => {
  const procedure = parseProcedure({ id: 'p', status: 'BLOCKED', ...body })
  if (!procedure) throw new Error('it cannot be read')
  return procedure
}

test.each([
  ['of a level that depends on others', { id: 'i', level: 'hold', type: 'anything' }, 'hold'],
  ['of a type that depends on others, without a level', { id: 'i', type: 'waiting-620-validation' }, 'hold'],
  [
    'the service’s own word goes before ours',
    { id: 'i', level: 'blocker', type: 'registry-rejected' },
    'open',
  ],
  ['of a level and a type that nobody knows', { id: 'i', level: 'new', type: 'constructor' }, 'open'],
  ['of another shape', { id: 'i', level: 7, type: null, solved: 'no' }, 'open'],
  ['solved', { id: 'i', solved: true }, 'over'],
  ['without an id it is none that anybody can name', { type: 'seizure' }, 'over'],
  ['another', { id: 'other' }, 'over'],
])('%s', (_, incident, state) => {
  expect(getIncidentState(of({ incidents: [incident] }), 'i')).toBe(state)
})

test('without a list, the service decides', () => {
  expect(getIncidentState(of({}), 'i')).toBe('open')
  expect(getIncidentState(of({ incidents: 'none' }), 'i')).toBe('open')
  expect(getIncidentState(of({ incidents: [] }), 'i')).toBe('over')
})

test('of the documents, those that may be ours', () => {
  const documents = [
    { id: 'a', type: 'invoice' },
    { id: 'b', type: 'national_id' },
    { id: 'c' },
    { type: 'invoice' },
  ]
  expect(toAttachmentSeen(of({ documents }), undefined, 'invoice').documents).toEqual(['a', 'c'])
  expect(toAttachmentSeen(of({ documents }), undefined, null).documents).toEqual(['a', 'b', 'c'])
})
