import { expect } from '@playwright/test'
import { isFloor, JOB_COSTS, JOB_NAMES, LIST_COST, overHalf } from './job-costs.ts'
import { test } from './jobs-fixture.ts'
import { JOBS, LIST_JOB } from './jobs.ts'

// The longest of them, begun first.
test(LIST_JOB.title, async ({ desk, hand, page }) => {
  await LIST_JOB.prepare(desk)
  await LIST_JOB.run(hand, page)
  await LIST_JOB.check(desk)
  expect(hand.cost).toEqual(LIST_COST)
})

/**
 * The five jobs of every day, end to end by keyboard alone and by mouse alone. Their counts are exact: a key more is a
 * failure, and a key less is a line of job-costs.ts.
 */
for (const device of ['keyboard', 'mouse'] as const)
  test.describe(`by ${device} alone`, () => {
    test.use({ device })
    for (const name of JOB_NAMES)
      test(JOBS[name].title, async ({ desk, hand, page }) => {
        await JOBS[name].prepare(desk)
        await JOBS[name].run(hand, page)
        await JOBS[name].check(desk)
        expect(hand.cost).toEqual(JOB_COSTS[name][device].after)
      })
  })

test('every job costs at most half of what it did, but for what says what is asked', () => {
  const over = JOB_NAMES.flatMap((name) =>
    (['keyboard', 'mouse'] as const).flatMap((device) => {
      const job = JOB_COSTS[name][device]
      return overHalf(job)
        .filter((part) => !isFloor(job, part))
        .map((part) => `${name} by ${device}: ${part}`)
    }),
  )
  expect(over).toEqual([])
})

test('a hand refuses what the other device would do', async ({ hand, page }) => {
  await expect(hand.click(page.locator('body'))).rejects.toThrow('of the mouse')
  await expect(hand.dropText('1234BCD')).rejects.toThrow('of the mouse')
  expect(hand.cost).toEqual({ keys: 0, clicks: 0, fields: 0, commands: 0 })
})
