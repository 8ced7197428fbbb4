import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { readChangeRows } from './change-rows.ts'
import { killed, ready } from './service-child.ts'
import type { TrackingProcessOptions } from './tracking-process.ts'

const entry = fileURLToPath(new URL('../../out/tests/tracking-process.js', import.meta.url))
const HOUR_MS = 3_600_000
/** No quiet hours: a test runs at any time of the day. */
const settings = { digest: true }

afterAll(removeTemporaryDirectories)

async function startCore(directory: string, url: string, raised: string, options: TrackingProcessOptions) {
  const child = fork(entry, [directory, url, raised, JSON.stringify({ settings, ...options })], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await ready(child)
  let last = 0
  return {
    ask: (method: string, id = '') =>
      new Promise<unknown>((resolve) => {
        const n = ++last
        const answered = ({ n: of, result }: { n: number; result: unknown }) => {
          if (of !== n) return
          child.off('message', answered as never)
          resolve(result)
        }
        child.on('message', answered as never)
        child.send({ n, method, id })
      }),
    kill: () => killed(child),
  }
}

test('killed before, while and after the digest is raised: every change is in one, under one tag', async () => {
  const directory = await temporaryDirectory()
  const raised = join(directory, 'raised.txt')
  writeFileSync(raised, '')
  const lines = () => readFileSync(raised, 'utf8').split('\n').filter(Boolean)
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const start = (options: TrackingProcessOptions) => startCore(directory, service.url, raised, options)
  const rows = async () => {
    const all = await readChangeRows(directory, createFileSecrets(directory))
    return all.filter(({ state }) => state !== null)
  }

  const first = await start({})
  for (const id of ['p', 'q']) {
    procedures.set(id, 'PENDING')
    await first.ask('add', id)
    procedures.set(id, 'IN_PROGRESS')
    await first.ask('refresh', id)
  }
  await first.kill()
  expect((await rows()).map(({ notice }) => notice)).toEqual(['due', 'due'])
  expect(lines()).toEqual([])

  // An hour later, and killed while the system is asked to show it.
  const second = await start({ aheadMs: HOUR_MS, hangs: true })
  await expect.poll(lines).toHaveLength(1)
  await second.kill()
  expect((await rows()).map(({ notice }) => notice)).toEqual(['raising', 'raising'])

  const third = await start({ aheadMs: HOUR_MS })
  await expect.poll(async () => third.ask('settled')).toBe(true)
  await third.kill()
  const [once1, again] = lines()
  expect(again).toBe(once1)
  expect(again).toMatch(/^test:digest:\d+ 2 cambios en 2 expedientes$/)

  const fourth = await start({ aheadMs: 2 * HOUR_MS })
  procedures.set('p', 'ON_HOLD')
  await fourth.ask('refresh', 'p')
  await fourth.kill()
  expect(lines()).toHaveLength(2)
  const stored = await rows()
  expect(stored.map(({ notice }) => notice)).toEqual(['shown', 'shown', 'due'])
  expect(new Set(stored.flatMap(({ tag }) => tag ?? [])).size).toBe(1)
  await service.close()
})
