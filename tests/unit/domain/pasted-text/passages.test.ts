import { expect, test } from 'vitest'
import { measure, precision, recall } from '#tests/fixtures/pasted-passages/measure.ts'
import { readPasted } from '#tests/fixtures/pasted-passages/passages.ts'

const sets = { dev: measure('dev'), 'held-out': measure('held-out') }

test('the set is what its README says', () => {
  const passages = [...readPasted('dev'), ...readPasted('held-out')]
  expect(passages.length).toBeGreaterThanOrEqual(200)
  expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length)
  expect(passages.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(40)
})

test.each(['dev', 'held-out'] as const)(
  'what is found in the %s set is right, and little is missed',
  (set) => {
    const all = sets[set].scores.get('all')
    if (!all) throw new Error('nothing was measured')
    const { failures } = sets[set]
    expect({ failures, precision: precision(all) >= 0.97, recall: recall(all) >= 0.95 }).toEqual({
      failures,
      precision: true,
      recall: true,
    })
  },
)

test.each(['seller', 'buyer'] as const)('a party is seldom taken for another: %s', (role) => {
  for (const { scores } of Object.values(sets)) {
    const score = scores.get(role)
    expect(score && precision(score)).toBeGreaterThanOrEqual(0.95)
    expect(score && recall(score)).toBeGreaterThanOrEqual(0.92)
  }
})
