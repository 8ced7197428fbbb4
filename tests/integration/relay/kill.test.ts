import Database from 'better-sqlite3-multiple-ciphers'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROUNDS } from '#tests/faults/rounds.ts'
import { spawnRelay } from './support/process.ts'
import { allEvents, eventOf, OFFICE, pageOf, post, temporaryDirectory } from './support/relay.ts'
import { isPostgres } from './support/store.ts'
import { openStream } from './support/stream.ts'

vi.setConfig({ testTimeout: 120_000 })

const WORKERS = 32

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'round %d: kill -9 under load loses nothing that was answered, and numbers nothing twice',
  async (round) => {
    const directory = await temporaryDirectory()
    const first = await spawnRelay(directory)
    const stream = openStream(first.url, OFFICE.adminToken)
    await stream.status
    const { epoch } = await pageOf(first.url)
    const sent = new Map<string, string>()
    const taken: string[] = []
    const killAfter = 100 + ((round * 397) % 900)
    async function work(worker: number): Promise<void> {
      for (let index = 0; ; index++) {
        const id = `w${worker}-${index}`
        const body = JSON.stringify(eventOf(id))
        sent.set(id, body)
        if ((await post(first.url, body)).status !== 200) return
        taken.push(id)
        if (taken.length === killAfter) first.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker).catch(() => {})))
    expect(await first.exited).toMatchObject({ signal: 'SIGKILL' })
    await stream.ended
    expect(taken.length).toBeGreaterThanOrEqual(killAfter)

    const again = await spawnRelay(directory)
    const before = await allEvents(again.url)
    expect(before.map(({ seq }) => seq)).toEqual(before.map((_, index) => index + 1))
    const kept = new Set(before.map(({ event }) => event.data.id))
    expect(taken.filter((id) => !kept.has(id))).toEqual([])
    // The sender does not know, and sends all of them again.
    for (const body of sent.values()) expect((await post(again.url, body)).status).toBe(200)
    const after = await allEvents(again.url)
    expect(after.map(({ event }) => event.data.id).toSorted()).toEqual([...sent.keys()].toSorted())
    // What was streamed before the kill is the same list: the client goes on from there.
    const page = await pageOf(again.url)
    expect(page.epoch).toBe(epoch)
    const streamed = stream.of('change').map(({ data }) => data as { seq: number })
    expect(before.slice(0, streamed.length)).toEqual(streamed)

    again.kill('SIGTERM')
    expect(await again.exited).toEqual({ code: 0, signal: null })
    if (isPostgres) return
    const db = new Database(join(directory, 'relay.db'), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
  },
)
