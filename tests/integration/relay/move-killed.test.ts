import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '#tests/fakes/postgres-server.ts'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { type Between, type Moment, startBetween } from './support/between.ts'
import { permission, type Site, startPc, startSender, startSites, upTo } from './support/move.ts'
import { startCommand } from './support/process.ts'
import { allEvents, OFFICE, pageOf, pairDevice } from './support/relay.ts'

vi.setConfig({ testTimeout: 900_000 })

/** Every call of a move, at the relay that the office leaves and at the one that it goes to. */
const HERE = [
  'GET /v1/office/move',
  'GET /v1/office/move/record',
  'GET /v1/office/move/rows',
  'PUT /v1/office/move',
  'POST /v1/office/move/settle',
]
const THERE = ['GET /v1/move-in', 'PUT /v1/move-in', 'POST /v1/move-in/rows', 'POST /v1/move-in/finish']

/** The commands of this relay ask it through what stands between. */
function divert({ directory }: Site, { url }: Between): void {
  const file = join(directory, 'running.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), url }))
}

/** What the list has from its beginning, as numbers and what they are about. */
const listAt = async ({ url }: Site) =>
  (await allEvents(url)).map(({ seq, event }) => `${seq} ${event.data.id}`)

test.each(['command', 'source', 'target', 'database'] as const)(
  'the %s is killed at every step: the same command goes on, and no number is given twice',
  async (victim) => {
    const server = victim === 'database' ? await startPostgres() : null
    if (server !== null) onTestFinished(server.remove)
    const { own, shared } = await startSites(server)
    const toOwn = await startBetween(own.url)
    const toShared = await startBetween(shared.url)
    const { epoch } = await pageOf(own.url)
    const pc = await pairDevice(own.url, 'PC 1')
    // The operator and the PC know one address; what they ask through it is not a step of a move.
    const sender = startSender(own.url, { senders: 2, pauseMs: 40 })
    const reader = startPc(own.url, pc.token, `${epoch}.0`)
    /** What each relay had when its part of the list was over. */
    let known: string[] = []

    async function moveWith(from: Site, to: Site, through: Between, step: string, moment: Moment) {
      const token = await permission(to)
      const start = () =>
        startCommand(from.directory, ['move', `--to=${through.url}`], '', { RELAY_MOVE_TOKEN: token })
      if (from === own) divert(own, toOwn)
      let isHit = false
      const command = await start()
      async function strike(call: string, at: Moment): Promise<void> {
        if (isHit || call !== step || at !== moment) return
        isHit = true
        if (victim === 'command') return void command.child.kill('SIGKILL')
        await server?.kill()
        if (server !== null) return server.again()
        const site = victim === 'source' ? from : to
        await site.kill()
        await site.start()
      }
      for (const between of [toOwn, toShared]) between.onCall = strike
      const first = await command.ended
      expect([step, moment, isHit]).toEqual([step, moment, true])
      for (const between of [toOwn, toShared]) between.onCall = async () => {}
      if (first.code !== 0) {
        const again = await (await start()).ended
        expect([step, moment, again.code, again.stderr]).toEqual([step, moment, 0, expect.any(String)])
      }
      const before = sender.taken.length
      await expect.poll(() => sender.taken.length).toBeGreaterThan(before)
      const list = await listAt(to)
      // What had a number keeps it, and nothing has two.
      expect(list.slice(0, known.length)).toEqual(known)
      expect(list.map((each) => Number(each.split(' ')[0]))).toEqual(upTo(list.length))
      expect(new Set(list.map((each) => each.split(' ')[1])).size).toBe(list.length)
      known = list
    }

    // Each of them twice is five minutes: one round stands for two.
    for (let round = 0; round < ROUNDS / 2; round++) {
      // First where the relay has done it and the answer is lost.
      const moments: Moment[] = round % 2 === 0 ? ['after', 'before'] : ['before', 'after']
      // The database is killed where it is asked: the relay over files asks none.
      const steps = victim === 'database' ? THERE : [...HERE, ...THERE]
      for (const [index, step] of steps.entries()) {
        await moveWith(own, shared, toShared, step, moments[step.startsWith('GET') ? 1 : 0] ?? 'after')
        // Steps of the way back are seen at the relay that it goes to.
        await moveWith(shared, own, toOwn, THERE[index % THERE.length] ?? '', moments[1] ?? 'before')
      }
    }
    const taken = await sender.end()
    const list = await listAt(own)
    expect(new Set(list.map((each) => each.split(' ')[1]))).toEqual(new Set(taken))
    expect(list.length).toBe(taken.length)
    await expect.poll(() => reader.cursors.length).toBe(list.length + 1)
    await reader.end()
    expect(reader.cursors).toEqual([0, ...upTo(list.length)].map((seq) => `${epoch}.${seq}`))
    expect(reader.problems).toEqual([])
    expect((await pageOf(own.url, '', OFFICE.adminToken)).epoch).toBe(epoch)
  },
)
