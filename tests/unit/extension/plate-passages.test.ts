import { afterAll, expect, test, vi } from 'vitest'
import { findPlates } from '#tests/fakes/plates-of-blocks.ts'
import { readPassages } from '#tests/fixtures/plate-passages/passages.ts'

/** Failures that are known and accepted, each with its reason in the README of the set. */
const KNOWN: readonly string[] = ['f06: – → 1234KTM', 'h22: – → 4250DTN 2520MFP']

// Letters that no car has yet are told by the date.
vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25) })
afterAll(() => vi.useRealTimers())

const passages = readPassages()
const found = passages.map((passage) => ({
  ...passage,
  found: [...new Set(findPlates(passage.blocks).map(({ vrm }) => vrm))],
}))

test('the set is what its README says', () => {
  expect(passages.length).toBeGreaterThanOrEqual(300)
  expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length)
  expect(passages.filter(({ plates }) => plates.length === 0).length).toBeGreaterThanOrEqual(120)
})

test('recognition finds 99 % of the plates, and 99 % of what it finds are plates', () => {
  let right = 0
  let missed = 0
  let wrong = 0
  for (const { plates, found: vrms } of found) {
    right += plates.filter((vrm) => vrms.includes(vrm)).length
    missed += plates.filter((vrm) => !vrms.includes(vrm)).length
    wrong += vrms.filter((vrm) => !plates.includes(vrm)).length
  }
  const precision = right / (right + wrong)
  const recall = right / (right + missed)
  console.log(`plates ${right + missed}, precision ${percent(precision)}, recall ${percent(recall)}`)
  expect(precision).toBeGreaterThanOrEqual(0.99)
  expect(recall).toBeGreaterThanOrEqual(0.99)
})

test('where it fails is known', () => {
  const failures = found
    .filter(({ plates, found: vrms }) => plates.join(' ') !== vrms.join(' '))
    .map(({ id, plates, found: vrms }) => `${id}: ${plates.join(' ') || '–'} → ${vrms.join(' ') || '–'}`)
  expect(failures).toEqual(KNOWN)
})

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
