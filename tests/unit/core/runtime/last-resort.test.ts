import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createLog } from '#electron/core/runtime/log.ts'
import { catchUnexpected } from '#electron/core/runtime/unexpected-errors.ts'

function setUp() {
  const process = new EventEmitter()
  const logged: string[] = []
  const said: string[] = []
  let now = 0
  catchUnexpected({
    process: process as unknown as NodeJS.Process,
    log: createLog((line) => logged.push(line)),
    onUnexpected: () => said.push('unexpected'),
    onHopeless: () => said.push('hopeless'),
    now: () => now,
  })
  const fails = () => process.emit('unhandledRejection', new Error('of the test'))
  return { process, logged, said, fails, wait: (ms: number) => (now += ms) }
}

test('what nothing caught is a line in the log and a word on screen', () => {
  const { process, logged, said } = setUp()
  process.emit('uncaughtException', new Error('thrown'))
  process.emit('unhandledRejection', 'rejected')
  expect(said).toEqual(['unexpected', 'unexpected'])
  expect(logged).toHaveLength(2)
  expect(logged[0]).toContain('thrown')
  expect(logged[1]).toContain('rejected')
})

test('one now and then is borne for ever; the same again and again ends it, once', () => {
  const { said, fails, wait } = setUp()
  for (let n = 0; n < 100; n++) {
    fails()
    wait(2_000)
  }
  expect(said).not.toContain('hopeless')
  for (let n = 0; n < 100; n++) fails()
  expect(said.filter((word) => word === 'hopeless')).toHaveLength(1)
  expect(said.at(-1)).toBe('hopeless')
})
