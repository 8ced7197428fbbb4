import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ensurePrograms, pathOf } from '#tests/system.ts'
import { runRelay, spawnRelay } from '../relay/support/process.ts'
import { call, OFFICE, postMany, temporaryDirectory } from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'
import { given } from './support/programs.ts'
import { serviceCommand, settingOf } from './support/units.ts'

const SERVICE = 'ventanilla-relay.service'
const SOCKET = 'ventanilla-relay.socket'
const whyNot = await ensurePrograms('systemd-analyze')
if (whyNot !== null) console.warn(`units: skipped: ${whyNot}`)

const noTrace = await ensurePrograms('strace')
if (noTrace !== null) console.warn(`system calls: skipped: ${noTrace}`)

const run = promisify(execFile)

describe.skipIf(whyNot !== null)('the shipped units', () => {
  /** What systemd says about them, with the Node that is here. */
  async function verify(change: (text: string) => string = (text) => text): Promise<string> {
    const directory = await temporaryDirectory()
    for (const name of [SERVICE, SOCKET]) {
      const text = readFileSync(given(name), 'utf8').replace('/usr/bin/node', process.execPath)
      writeFileSync(join(directory, name), change(text))
    }
    const files = [SERVICE, SOCKET].map((name) => join(directory, name))
    const { stdout, stderr } = await run(pathOf('systemd-analyze'), ['verify', '--man=no', ...files]).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    return stdout + stderr
  }

  test('are taken by systemd without a word', async () => {
    expect(await verify()).toBe('')
    expect(await verify((text) => text.replace('ProtectSystem=', 'ProtectSistem='))).toContain(
      'ProtectSistem',
    )
  })
})

test('a command of the relay keeps its files as the service does', () => {
  const command = readFileSync(given('ventanilla-relay'), 'utf8')
  const names = ['DynamicUser', 'StateDirectory', 'StateDirectoryMode', 'UMask', 'EnvironmentFile']
  expect(names.filter((name) => !command.includes(`-p ${name}=${settingOf(SERVICE, name).join()}`))).toEqual(
    [],
  )
})

/** Names of system calls, and of the groups in it: of a set as systemd knows it. */
async function callsOf(set: string): Promise<string[]> {
  const { stdout } = await run(pathOf('systemd-analyze'), ['syscall-filter', set])
  const names = stdout.split('\n').flatMap((line) => /^ {4}([@\w-]+)$/.exec(line)?.[1] ?? [])
  const nested = await Promise.all(names.map(async (name) => (name.startsWith('@') ? callsOf(name) : [name])))
  return nested.flat()
}

test.skipIf(whyNot !== null || noTrace !== null)(
  'the service allows every system call of a relay',
  async () => {
    const [allowed = '', denied = ''] = settingOf(SERVICE, 'SystemCallFilter')
    const sets = async (list: string) => (await Promise.all(list.split(' ').map(callsOf))).flat()
    const refused = new Set(await sets(denied.slice(1)))
    const filter = new Set((await sets(allowed)).filter((name) => !refused.has(name)))
    expect(filter.size).toBeGreaterThan(200)

    const trace = join(await temporaryDirectory(), 'trace')
    const relay = await spawnRelay(await temporaryDirectory(), [], OFFICE, [
      pathOf('strace'),
      '-D',
      '-f',
      '-o',
      trace,
    ])
    const stream = openStream(relay.url, OFFICE.adminToken)
    await postMany(relay.url, 100)
    await expect.poll(() => stream.seqs().length).toBe(100)
    expect((await fetch(`${relay.ops}/readyz`)).status).toBe(200)
    expect((await call(`${relay.url}/v1/selftest`, 'POST', OFFICE.adminToken)).status).toBe(200)
    relay.kill('SIGTERM')
    expect(await relay.exited).toEqual({ code: 0, signal: null })
    const calls = new Set(readFileSync(trace, 'utf8').match(/(?<=^\d+ +)\w+(?=\()/gm))
    expect(calls.size).toBeGreaterThan(40)
    // As root alone: SQLite gives its files the owner of the database.
    calls.delete('fchown')
    expect([...calls].filter((name) => !filter.has(name))).toEqual([])
  },
)

test('service, socket and proxies mean the same address', () => {
  const [address = ''] = settingOf(SOCKET, 'ListenStream')
  expect(address).toBe('127.0.0.1:4020')
  for (const name of ['Caddyfile', 'nginx.conf']) expect(readFileSync(given(name), 'utf8')).toContain(address)
})

test('the service gives options that the relay knows, and their error ends it for good', async () => {
  const directory = await temporaryDirectory()
  const [, , ...args] = serviceCommand(directory, ['--no-such-option'])
  const { code, stderr } = await runRelay(directory, args)
  expect(stderr).toContain('no-such-option')
  expect(settingOf(SERVICE, 'RestartPreventExitStatus')).toEqual([String(code)])
})
