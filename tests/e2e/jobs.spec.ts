import { appendFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Device } from './counted-hand.ts'
import { isFloor, JOB_COSTS, JOB_NAMES, LIST_COST, overHalf } from './job-costs.ts'
import { test } from './jobs-fixture.ts'
import { JOBS, LIST_JOB } from './jobs.ts'

/** For the table of the figures, which runs this file several times. */
function note(time: { name: string; device: Device; ms: number }): void {
  const file = process.env['JOB_TIMES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(time)}\n`)
}

// The longest of them, begun first.
test(LIST_JOB.title, async ({ desk, hand, page }) => {
  await LIST_JOB.prepare(desk)
  const start = performance.now()
  await LIST_JOB.run(hand, page)
  note({ name: 'list', device: 'keyboard', ms: performance.now() - start })
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
        const start = performance.now()
        await JOBS[name].run(hand, page)
        const ms = performance.now() - start
        await JOBS[name].check(desk)
        expect(hand.cost).toEqual(JOB_COSTS[name][device].after)
        note({ name, device, ms })
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
