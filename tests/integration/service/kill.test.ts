import { describe, expect, it, vi } from 'vitest'
import { createDraw } from '#service/registry/draw.ts'
import { REGISTRATION } from './support/bodies.ts'
import { spawnService } from './support/process.ts'
import { startReceiver } from './support/receiver.ts'
import { bearer, get, KEY, post, temporaryDirectory } from './support/service.ts'

vi.setConfig({ testTimeout: 600_000 })

/** `FAULT_ROUNDS` sets more. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 3)
const CREATIONS = 1_000
const AT_ONCE = 16
/** Concurrent deliveries of one subscription. */
const IN_FLIGHT = 4

describe('kill -9 in the middle of 1,000 creations, with a subscriber', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'round %d: what was answered is there, and each of its events arrives, in order',
    async (round) => {
      const args = ['--port=0', `--data-dir=${await temporaryDirectory()}`, '--retry-profile=demo']
      const keys = `${KEY}=B12345674`
      const receiver = await startReceiver()
      const first = spawnService({ args, keys })
      const { listening } = await first.ready
      await post(`${listening}/v1/webhooks`, { url: receiver.url, events: ['procedure.status_changed'] })

      const created: string[] = []
      const advanced: string[] = []
      const killAfter = 50 + createDraw(`kill ${round}`)(CREATIONS - 150)
      let left = CREATIONS
      async function work(): Promise<void> {
        while (left-- > 0) {
          const { id } = await (await post(`${listening}/v1/procedures/registration`, REGISTRATION)).json()
          created.push(id)
          if (created.length === killAfter) first.child.kill('SIGKILL')
          const headers = { ...bearer(KEY), 'content-type': 'application/json' }
          const body = '{"status":"IN_PROGRESS"}'
          const { status } = await fetch(`${listening}/v1/test/procedures/${id}/status`, {
            method: 'PUT',
            headers,
            body,
          })
          if (status === 200) advanced.push(id)
        }
      }
      // A worker that is cut off stops there: it got no confirmation.
      await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(() => {})))
      expect(await first.exited).toMatchObject({ signal: 'SIGKILL' })
      expect(created.length).toBeGreaterThanOrEqual(killAfter)

      const { listening: again } = await spawnService({ args, keys }).ready
      for (const id of created) expect((await get(`${again}/v1/procedures/${id}`)).status).toBe(200)
      for (const id of advanced)
        expect(await (await get(`${again}/v1/procedures/${id}`)).json()).toMatchObject({
          status: 'IN_PROGRESS',
        })

      const firstOf = (id: string, status: string) =>
        receiver.received.findIndex(({ data }) => data.id === id && data.status === status)
      const missing = () => [
        ...created.filter((id) => firstOf(id, 'PENDING') === -1),
        ...advanced.filter((id) => firstOf(id, 'IN_PROGRESS') === -1),
      ]
      await expect.poll(missing, { timeout: 300_000, interval: 100 }).toEqual([])
      for (const id of advanced) expect(firstOf(id, 'PENDING')).toBeLessThan(firstOf(id, 'IN_PROGRESS'))
      // At least once: only deliveries in flight at the kill may repeat.
      const seen = receiver.received.map(({ data }) => `${data.id} ${data.status}`)
      expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(IN_FLIGHT)
    },
  )
})
