import { afterAll, expect, test } from 'vitest'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { isoDay, addDays } from '#shared/domain/calendar.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { reducedReports, startFaultService, type SeenRequest } from '#tests/fakes/fault-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

afterAll(removeTemporaryDirectories)

const PLATES = Array.from({ length: 6 }, (_, n) => `${1000 + n}BCD`)

test(
  `killed between a due lookup and its row of Novedades, ${ROUNDS} times: each change is told of once, and no plate is asked in vain`,
  async () => {
    let outcome = 'transferable'
    let onRequest: (request: SeenRequest) => void = () => undefined
    const reports = reducedReports((vrm, id) => ({
      id,
      vrm,
      type: 'reduced',
      status: 'completed',
      transferabilityStatus: outcome,
    }))
    const service = await startFaultService((request, response) => {
      onRequest(request)
      return reports(request, response)
    })
    const dataDir = await temporaryDirectory()
    const requests = () => service.seen.filter(({ method }) => method === 'POST').length
    let core: CoreChild
    /** A later day, every time it starts. */
    let day = 0
    const start = async () => {
      core = await startCoreChild(dataDir, service.url, undefined, day * 86_400_000)
    }
    const news = async () => {
      const all: InboxRow[] = []
      for (let before: number | null | undefined; before !== null;) {
        const { rows, next } = await core.value('inbox.list', { filter: 'all', limit: 100, before })
        all.push(...rows)
        before = next
      }
      return all
    }
    const settled = () =>
      waitUntil(
        async () => Promise.all(PLATES.map((vrm) => core.value('lookup.get', { vrm }))),
        (views) => views.every(({ pending, verdict }) => pending === null && verdict?.outcome === outcome),
      )
    await start()
    await core!.value('watches.set', {
      vrms: PLATES,
      days: { every: 'days', count: 1 },
      until: addDays(isoDay(Date.now()), 300),
      note: '',
    })
    await settled()
    let kills = 0
    let asked = requests()
    expect(asked).toBe(PLATES.length)
    for (let round = 0; round < ROUNDS; round++)
      for (const method of ['POST', 'GET']) {
        outcome = outcome === 'transferable' ? 'not_transferable' : 'transferable'
        // So far ahead that it is due whatever the hour.
        day += 2
        await core!.kill()
        const seen = new Promise<void>((resolve) => {
          onRequest = (request) => request.method === method && resolve()
        })
        await start()
        await seen
        onRequest = () => undefined
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
        await core!.kill()
        kills++
        await start()
        await settled()
        const rows = await news()
        expect(rows).toHaveLength(kills * PLATES.length)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(PLATES.length)
        // Only a request whose answer died with the core is made again.
        expect(requests() - asked).toBeLessThanOrEqual(PLATES.length + 3)
        asked = requests()
      }
    await core!.kill()
    await service.close()
  },
  300_000 + ROUNDS * 60_000,
)
