import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startRecordPath } from '#electron/native-host/application.ts'
import { childrenOf, isAlive } from '#tests/fakes/application.ts'
import { createHostScene } from '#tests/fakes/host-scene.ts'

const scene = createHostScene()
afterEach(scene.clear)

/** Stands for the application: writes down how it was started, and stays for a while. */
const APPLICATION = `
const { appendFileSync } = require('node:fs')
const { ELECTRON_RUN_AS_NODE } = process.env
appendFileSync(process.argv[1], JSON.stringify({ pid: process.pid, args: process.argv.slice(2), ELECTRON_RUN_AS_NODE }) + '\\n')
setTimeout(() => undefined, 60_000)
`
const log = () => join(scene.dataDir, 'started.log')
const starts = () =>
  existsSync(log())
    ? readFileSync(log(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { pid: number; args: string[] })
    : []

function record(content: unknown): void {
  mkdirSync(join(scene.dataDir, 'native-host'), { recursive: true, mode: 0o700 })
  writeFileSync(startRecordPath(scene.dataDir), JSON.stringify(content), { mode: 0o600 })
}

const application = () => [process.execPath, '-e', APPLICATION, log(), '--from "the" record; $(x)']

test('host.start starts the recorded command once, and gives it nothing of the extension', async () => {
  record({ command: application() })
  const browser = scene.browser({ env: { ELECTRON_RUN_AS_NODE: '1' } })
  const hostile = { command: ['sh'], args: '; touch pwned', path: '/bin/sh', env: { A: '1' } }
  const answers = await Promise.all([1, 2, 3].map(() => browser.ask('host.start', hostile)))
  expect(answers.map(({ ok, value }) => ({ ok, value }))).toEqual(
    answers.map(() => ({ ok: true, value: {} })),
  )
  // Each start would have been answered with its process running.
  expect(await childrenOf(browser.pid)).toHaveLength(1)
  await expect.poll(starts).toEqual([{ pid: expect.any(Number), args: ['--from "the" record; $(x)'] }])

  // It outlives the browser.
  await browser.close()
  const [started] = starts()
  expect(isAlive(started?.pid ?? 0)).toBe(true)
  // In a session of its own: what ends the browser's group of processes leaves it alone.
  const [, , , session] = readFileSync(`/proc/${started?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  expect(Number(session)).toBe(started?.pid)
  process.kill(started?.pid ?? 0, 'SIGKILL')
})

test('the application that it started is connected to once it listens', async () => {
  record({ command: application() })
  const browser = scene.browser()
  expect((await browser.ask('host.start')).ok).toBe(true)
  await scene.door()
  await browser.until(({ payload }) => (payload as { connected?: boolean })?.connected === true)
  expect((await browser.ask('hello')).ok).toBe(true)
  await expect.poll(() => starts().length).toBe(1)
  process.kill(starts()[0]?.pid ?? 0, 'SIGKILL')
})

test('host.start starts nothing while the application runs', async () => {
  record({ command: application() })
  const door = await scene.door()
  const browser = scene.browser()
  await browser.ask('hello')
  expect((await browser.ask('host.start')).ok).toBe(true)
  expect((await browser.ask('hello')).ok).toBe(true)
  expect(starts()).toEqual([])
  expect(door.received.map(({ command }) => command)).toEqual(['hello', 'hello'])
})

test('no request but host.start starts it', async () => {
  record({ command: application() })
  const browser = scene.browser()
  for (const command of ['hello', 'lookup.start', 'host.stop', 'HOST.START', 'host.start ', 'open'])
    expect((await browser.ask(command)).error).toEqual({ code: 'not-running' })
  expect(starts()).toEqual([])
})

test.each([
  ['nothing', undefined],
  ['another form', { command: 'node -e 0' }],
  ['no program', { command: [] }],
  ['a program that the PATH would choose', { command: ['node', '-e', '0'] }],
  ['a program that is not there', { command: ['/nowhere/ventanilla'] }],
  ['numbers', { command: [process.execPath, 1] }],
])('host.start fails where %s is recorded', async (_, content) => {
  if (content !== undefined) record(content)
  const browser = scene.browser()
  expect((await browser.ask('host.start')).error).toEqual({ code: 'failed' })
  expect(browser.errors()).toBe('')
})

test('host.start fails where another user could have written the record', async () => {
  record({ command: application() })
  chmodSync(startRecordPath(scene.dataDir), 0o666)
  expect((await scene.browser().ask('host.start')).error).toEqual({ code: 'failed' })
  expect(starts()).toEqual([])
})
