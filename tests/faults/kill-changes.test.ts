import { fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import type { Result } from '#shared/bridge/result.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { serviceClient } from '#tests/fakes/real-service.ts'
import { readChangeRows } from './change-rows.ts'
import { ROUNDS } from './rounds.ts'
import { killed, ready, startServiceChild, type Killable } from './service-child.ts'

const PROCEDURES = 20
/** Maximum kills per round: otherwise a slow machine would only restart. */
const KILLS = 6
/** Changes of each procedure in each round: a thousand in ten rounds. */
const CHANGES = 5
const STATES = ['IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'PENDING'] as const
const KEY = 'key'

const trackingEntry = fileURLToPath(new URL('../../out/tests/tracking-process.js', import.meta.url))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

afterAll(removeTemporaryDirectories)

interface Tracking extends Killable {
  /** Never settles if the process is killed meanwhile: the next process is then asked again. */
  ask(method: string, id?: string): Promise<unknown>
}

async function startTracking(directory: string, url: string, raised: string): Promise<Tracking> {
  const child = fork(trackingEntry, [directory, url, raised], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await ready(child)
  const waiting = new Map<number, (result: unknown) => void>()
  let last = 0
  child.on('message', ({ n, result }: { n: number; result: unknown }) => {
    waiting.get(n)?.(result)
    waiting.delete(n)
  })
  child.on('exit', () => waiting.forEach((end) => end(null)))
  return {
    ask: (method, id = '') =>
      new Promise((resolve) => {
        if (!child.connected) return resolve(null)
        const n = ++last
        waiting.set(n, resolve)
        child.send({ n, method, id }, (error) => error && resolve(null))
      }),
    kill: () => killed(child),
  }
}

test(
  `service and core killed at any moment, ${ROUNDS} rounds: every change is one row, and is raised under one tag`,
  async () => {
    const serviceDirectory = await temporaryDirectory()
    const directory = await temporaryDirectory()
    const raised = join(directory, 'raised.txt')
    writeFileSync(raised, '')
    let service = await startServiceChild(serviceDirectory, 0, KEY)
    const { url } = service
    let core = await startTracking(directory, url, raised)
    const operator = serviceClient(url, KEY)
    const history = new Map<string, string[]>()

    /** Retries until it works: an action interrupted by a kill is repeated. */
    async function insist<T>(run: () => Promise<T | null | undefined | false>): Promise<T> {
      for (;;) {
        const done = await run().catch(() => null)
        if (done !== null && done !== undefined && done !== false) return done
        await pause(25)
      }
    }

    for (let index = 0; index < PROCEDURES; index++) {
      const { id } = await operator.create(`${1000 + index}BCD`)
      await insist(async () => ((await core.ask('add', id)) as Result<unknown> | null)?.ok)
      history.set(id, [])
    }

    /** Changes of one procedure, each after the previous one was seen: a state that could not be seen is no change. */
    async function live(id: string, states: string[]): Promise<void> {
      for (let change = 0; change < CHANGES; change++) {
        const status = STATES[states.length % STATES.length] ?? 'PENDING'
        await insist(async () => {
          if ((await operator.get(`/v1/procedures/${id}`))['status'] !== status)
            await operator.force(id, status)
          return true
        })
        await insist(async () => {
          const view = (await core.ask('refresh', id)) as Result<ResourceView> | null
          return view?.ok === true && view.value.status === status
        })
        states.push(status)
      }
    }

    let kills = 0
    for (let round = 0; round < ROUNDS; round++) {
      let over = false
      const killer = (async () => {
        // At least one per round, however short.
        for (let kill = 0; kill === 0 || (!over && kill < KILLS); kill++) {
          await pause(Math.random() * 1_200)
          kills++
          if (Math.random() < 0.5) {
            await service.kill()
            service = await startServiceChild(serviceDirectory, Number(new URL(url).port), KEY)
          } else {
            await core.kill()
            core = await startTracking(directory, url, raised)
          }
        }
      })()
      await Promise.all([...history].map(([id, states]) => live(id, states)))
      over = true
      await killer
    }
    await insist(async () => (await core.ask('settled')) === true)

    for (const [id, states] of history) {
      const view = (await core.ask('refresh', id)) as Result<ResourceView>
      if (!view.ok) throw new Error(view.error.code)
      expect(view.value.status).toBe((await operator.get(`/v1/procedures/${id}`))['status'])
      expect(view.value.status).toBe(states.at(-1))
    }
    await core.kill()
    await service.kill()

    const rows = await readChangeRows(directory, createFileSecrets(directory))
    for (const [id, states] of history) {
      const told = rows.filter((row) => row.id === id && row.state !== null)
      expect(told.map(({ status }) => status)).toEqual(states)
    }
    // A raised tag without a row would be a change raised again under another tag.
    const tags = new Set(readFileSync(raised, 'utf8').split('\n').filter(Boolean))
    expect(tags).toEqual(new Set(rows.flatMap(({ tag }) => tag ?? [])))
    const settled = new Set([null, 'shown', 'suppressed'])
    expect(rows.filter(({ notice }) => !settled.has(notice))).toEqual([])
    expect(rows.filter(({ state }) => state !== null)).toHaveLength(ROUNDS * PROCEDURES * CHANGES)
    expect(kills).toBeGreaterThanOrEqual(ROUNDS)
  },
  300_000 + ROUNDS * 30_000,
)
