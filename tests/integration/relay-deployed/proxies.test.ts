import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ensurePrograms, type Program } from '#tests/system.ts'
import { spawnRelay } from '../relay/support/process.ts'
import {
  bearer,
  call,
  eventOf,
  inboxOf,
  OFFICE,
  pageOf,
  pairDevice,
  post,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { openStream } from '../relay/support/stream.ts'
import { startCaddy, startNginx } from './support/proxies.ts'

const PROXIES: { name: Program; start: (relayUrl: string) => Promise<string> }[] = [
  { name: 'nginx', start: (relayUrl) => startNginx(relayUrl) },
  { name: 'caddy', start: startCaddy },
]
const whyNot = new Map<Program, string | null>()
for (const { name } of PROXIES) {
  const why = await ensurePrograms(name)
  whyNot.set(name, why)
  if (why !== null) console.warn(`proxies: skipped: ${why}`)
}

const token = OFFICE.adminToken
const event = (id: string) => JSON.stringify(eventOf(id))

/** Status of a call without a valid token, from an address of this machine and with a header of the caller's choice. */
const refusedFrom = (url: string, localAddress: string, forwardedFor: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { ...bearer('not-a-token'), 'x-forwarded-for': forwardedFor }
    request(`${url}/v1/events`, { localAddress, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

describe.each(PROXIES.filter(({ name }) => whyNot.get(name) === null))('behind $name', ({ start }) => {
  async function startBehind() {
    const relay = await spawnRelay(await temporaryDirectory())
    return { relay, url: await start(relay.url) }
  }

  test('webhooks come through, and each event of a stream and of a long-poll as it happens', async () => {
    const { relay, url } = await startBehind()
    const stream = openStream(url, token)
    expect(await stream.status).toBe(200)
    await expect.poll(() => stream.frames[0]?.event).toBe('hb')
    let heldBack = 0
    for (let seq = 1; seq <= 5; seq++) {
      expect((await post(url, event(`p${seq}`))).status).toBe(200)
      await expect.poll(() => stream.seqs().at(-1)).toBe(seq)
      if (stream.frames.at(-1)?.event === 'hb') heldBack++
    }
    // What a proxy holds back comes with the next heartbeat. One may also come by itself, right after an event.
    expect(heldBack).toBeLessThan(5)
    const { epoch, head } = await pageOf(url)
    const waiting = pageOf(url, `?after=${epoch}.${head}&wait=25`)
    await post(url, event('p6'))
    expect((await waiting).events.map(({ seq }) => seq)).toEqual([6])
    const compressed = await fetch(`${url}/v1/stream`, {
      headers: { ...bearer(token), 'accept-encoding': 'gzip, zstd' },
    })
    expect(compressed.headers.has('content-encoding')).toBe(false)
    await compressed.body?.cancel()

    // A PC that leaves does not hold its stream at the relay.
    const figures = async () => (await fetch(`${relay.ops}/metrics`)).text()
    await expect.poll(figures).toContain('relay_streams 1\n')
    stream.close()
    await expect.poll(figures).toContain('relay_streams 0\n')
  })

  test('a PC that is revoked is cut, and nothing else of the relay is public', async () => {
    const { url } = await startBehind()
    const one = await pairDevice(url, 'PC 1')
    const two = await pairDevice(url, 'PC 2')
    const stream = openStream(url, two.token)
    await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
    expect((await call(`${url}/v1/devices/${two.deviceId}`, 'DELETE', one.token)).status).toBe(204)
    await stream.ended
    expect(stream.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'revoked' } })
    for (const path of ['/', '/metrics', '/readyz']) expect((await fetch(url + path)).status).toBe(404)
  })

  test('an oversized body is refused, and the largest that is allowed is not', async () => {
    const { url } = await startBehind()
    const sized = (bytes: number) => {
      const empty = JSON.stringify(eventOf('large', { note: '' }))
      return empty.replace('"note":""', `"note":"${'x'.repeat(bytes - empty.length)}"`)
    }
    expect((await post(url, sized(256 * 1024))).status).toBe(200)
    // A 5xx would make the operator send it again and again.
    const status = await post(url, sized(256 * 1024 + 1)).then(
      (answer) => answer.status,
      () => 'cut',
    )
    expect([413, 'cut']).toContain(status)
    expect(await pageOf(url)).toMatchObject({ head: 1 })
    expect((await fetch(inboxOf(url))).status).toBe(200)
  })

  test('refusals are counted for the address of the caller, which it cannot choose', async () => {
    const { url } = await startBehind()
    const statuses = new Set<number>()
    for (let batch = 0; batch < 20 && !statuses.has(429); batch++) {
      const calls = Array.from({ length: 100 }, (_, index) =>
        refusedFrom(url, '127.0.0.2', `203.0.113.${index}`),
      )
      for (const status of await Promise.all(calls)) statuses.add(status)
    }
    expect(statuses).toEqual(new Set([401, 429]))
    expect(await refusedFrom(url, '127.0.0.3', '127.0.0.2')).toBe(401)
    // What the office itself does is never refused for it.
    expect((await post(url, event('p1'))).status).toBe(200)
  })
})
