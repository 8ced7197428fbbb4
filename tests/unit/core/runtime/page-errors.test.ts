import { expect, test } from 'vitest'
import { createLog } from '#electron/core/runtime/log.ts'
import { createPageErrors } from '#electron/core/runtime/unexpected-errors.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

function setUp({ isReplaced = false } = {}) {
  const clock = createManualClock()
  const logged: string[] = []
  let said = 0
  const note = createPageErrors({
    clock,
    log: createLog((line) => logged.push(line)),
    onUnexpected: () => void said++,
    isReplaced: () => isReplaced,
  })
  return { clock, logged, note, said: () => said }
}

test('an error of a page is one redacted line, and is said on screen', () => {
  const { logged, note, said } = setUp()
  note({
    where: 'page',
    text: 'TypeError: no «Ana Pérez» in 1234 BCD\n    at https://x.example/a.js?token=secret:1:2',
  })
  expect(said()).toBe(1)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatch(/ error page: .*TypeError/)
  for (const secret of ['Ana', '1234', 'secret']) expect(logged.join()).not.toContain(secret)
})

test('a page that fails in a loop leaves the log to the others, and how often is said', async () => {
  const { clock, logged, note } = setUp()
  for (let n = 0; n < 500; n++) note({ where: 'render', text: `Error: ${n}` })
  expect(logged).toHaveLength(10)
  await clock.advance(61_000)
  note({ where: 'render', text: 'Error: later' })
  expect(logged.slice(10)).toEqual([
    expect.stringContaining('490 more errors were not written'),
    expect.stringContaining('Error: later'),
  ])
})

test.each([
  'TypeError: Failed to fetch dynamically imported module: http://x.localhost:1/assets/plate-C1.js',
  'TypeError: error loading dynamically imported module: http://x.localhost:1/assets/plate-C1.js',
  'TypeError: Importing a module script failed.',
])('a part that a newer version replaced is no failure, and one that is simply missing is: %s', (text) => {
  const replaced = setUp({ isReplaced: true })
  replaced.note({ where: 'render', text })
  expect(replaced.said()).toBe(0)
  expect(replaced.logged[0]).toMatch(/ warn page: /)
  replaced.note({ where: 'render', text: 'TypeError: x is undefined' })
  expect(replaced.said()).toBe(1)
  const broken = setUp()
  broken.note({ where: 'render', text })
  expect(broken.said()).toBe(1)
})
