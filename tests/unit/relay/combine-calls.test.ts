import { expect, test } from 'vitest'
import { combineCalls } from '#relay/store/postgres/reads.ts'

test('questions of one turn are answered together, each with its own answer', async () => {
  const runs: number[][] = []
  const ask = combineCalls(async (numbers: readonly number[]) => {
    runs.push([...numbers])
    return numbers.map((number) => number * 2)
  }, 3)
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([2, 4, 6, 8])
  expect(await ask(5)).toBe(10)
  expect(runs).toEqual([[1, 2, 3], [4], [5]])
})

test('a failure is one of all that were asked together, and of no other', async () => {
  const ask = combineCalls(async (words: readonly string[]) => {
    if (words.includes('bad')) throw new Error('it does not answer')
    return words
  }, 2)
  const answers = await Promise.allSettled(['good', 'bad', 'other'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
