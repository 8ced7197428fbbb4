import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  beginSupply,
  newProgress,
  nextSupplyStep,
  supplyInsisted,
  supplyLooked,
  supplyNotDone,
  supplySolved,
  supplyUploaded,
  type SupplyProgress,
} from '#electron/core/features/supplies/progress.rules.ts'

const BOTH = { hasDocument: true, hasIncident: true }
const seen = (documents: string[], incident: 'open' | 'hold' | 'over' = 'open') => ({
  documents,
  incident,
  isBlocked: true,
})

test('a look, the document, the word, and it is finished', () => {
  let progress = newProgress()
  expect(nextSupplyStep(progress, BOTH)).toBe('look')
  progress = supplyLooked(progress, BOTH, seen(['old'])).progress
  expect(nextSupplyStep(progress, BOTH)).toBe('upload')
  progress = beginSupply(progress, 'upload')
  expect(nextSupplyStep(progress, BOTH)).toBe('look')
  progress = supplyUploaded(progress, 'new')
  expect(nextSupplyStep(progress, BOTH)).toBe('solve')
  progress = supplySolved(beginSupply(progress, 'solve'))
  expect(nextSupplyStep(progress, BOTH)).toBe('finish')
})

test('an uncertain upload is found by what is new, and not sent again by itself when it is not', () => {
  const begun = beginSupply({ ...newProgress(), known: ['old'] }, 'upload')
  expect(supplyLooked(begun, BOTH, seen(['old', 'mine']))).toMatchObject({
    means: 'go-on',
    progress: { remoteId: 'mine', begun: null },
  })
  const unseen = supplyLooked(begun, BOTH, seen(['old']))
  expect(unseen).toMatchObject({ means: 'unseen', progress: { unseen: 1 } })
  expect(nextSupplyStep(unseen.progress, BOTH)).toBe('look')
  // At the person's word it is: after one look more.
  const insisted = supplyInsisted(unseen.progress)
  expect(nextSupplyStep(insisted, BOTH)).toBe('look')
  expect(nextSupplyStep(supplyLooked(insisted, BOTH, seen(['old', 'late'])).progress, BOTH)).toBe('solve')
  expect(nextSupplyStep(supplyLooked(insisted, BOTH, seen(['old'])).progress, BOTH)).toBe('upload')
})

test('an uncertain word that an incident is solved: over, or out of BLOCKED, it was heard', () => {
  const begun = beginSupply({ ...newProgress(), remoteId: 'mine' }, 'solve')
  expect(supplyLooked(begun, BOTH, seen([], 'over')).progress.solved).toBe(true)
  expect(supplyLooked(begun, BOTH, { ...seen([]), isBlocked: false }).progress.solved).toBe(true)
  const again = supplyLooked(begun, BOTH, seen([])).progress
  expect(nextSupplyStep(again, BOTH)).toBe('solve')
})

test('nothing leaves for an incident that is over, or that depends on others', () => {
  expect(supplyLooked(newProgress(), BOTH, seen([], 'over')).means).toBe('incident-gone')
  expect(supplyLooked(newProgress(), BOTH, seen([], 'hold')).means).toBe('not-solvable')
})

/** A service that does, or does not, what it is asked, and a network that tells, or does not. */
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
      let progress: SupplyProgress = newProgress()
      let stopped = false
      const deliver = () => {
        if (world.late) world.documents.push(`new ${world.documents.length}`)
        world.late = false
      }
      for (const what of [...fates, ...Array<'done'>(12).fill('done')]) {
        if (stopped) break
        const step = nextSupplyStep(progress, BOTH)
        if (step === 'finish') break
        if (step === 'look') {
          if (what === 'lost' || what === 'killed-before') continue
          // What is late may arrive before it is looked for, or long after.
          if (what === 'done') deliver()
          const looked = supplyLooked(progress, BOTH, {
            documents: [...world.documents],
            incident: world.incident,
            isBlocked: world.incident === 'open',
          })
          progress = looked.progress
          if (looked.means !== 'go-on' && progress.unseen > 3) stopped = true
          continue
        }
        progress = beginSupply(progress, step)
        if (what === 'killed-before') continue
        const isDone = what === 'done' || what === 'done-untold' || what === 'killed-after'
        if (step === 'upload') {
          if (isDone) world.documents.push(`new ${world.documents.length}`)
          if (what === 'late') world.late = true
          if (what === 'done') progress = supplyUploaded(progress, world.documents.at(-1) ?? '')
        } else {
          if (isDone) world.incident = 'over'
          if (what === 'done') progress = supplySolved(progress)
        }
        if (what === 'not-done') progress = supplyNotDone(progress)
      }
      deliver()
      expect(world.documents.length).toBeLessThanOrEqual(2)
      if (nextSupplyStep(progress, BOTH) === 'finish') {
        expect(world.documents).toHaveLength(2)
        expect(world.incident).toBe('over')
      }
    }),
    { numRuns: 2_000 },
  )
})
