import { expect, test } from 'vitest'
import { runPart } from '#tests/run-part.ts'

const node = (script: string, say: (chunk: Buffer) => unknown = () => {}) =>
  runPart(process.execPath, ['-e', script], process.env, say)

test('what a part says is passed on whole, and its end is kept, of both of its outputs', async () => {
  const said: Buffer[] = []
  const ran = await node(
    `console.log('first' + 'x'.repeat(10_000)); console.error('what failed'); process.exitCode = 3`,
    (chunk) => said.push(chunk),
  )
  expect(ran.passed).toBe(false)
  expect(ran.end).toContain('what failed')
  expect(ran.end.length).toBe(6_000)
  expect(Buffer.concat(said).toString()).toContain('firstx')
})

test('a part passes by its exit alone', async () => {
  expect(await node(`console.error('only a warning')`)).toEqual({ passed: true, end: 'only a warning\n' })
  expect((await node(`process.kill(process.pid, 'SIGKILL')`)).passed).toBe(false)
})

test('a command that is not there has failed, and it is said', async () => {
  const ran = await runPart('no-such-command', [], process.env, () => {})
  expect(ran).toEqual({ passed: false, end: expect.stringContaining('no-such-command') })
})
