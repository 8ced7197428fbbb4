import { expect, test } from 'vitest'
import { createSystemClock } from '#shared/server/clock.ts'
import { runRelay } from './support/process.ts'
import { bearer, startRelay, temporaryDirectory } from './support/relay.ts'

/** Refusals of one address at once, and none come back while the clock stands still. */
const BURST = 60

async function startWith(trustedProxies: readonly string[] = []) {
  const { relay } = await startRelay({ trustedProxies, clock: { ...createSystemClock(), now: () => 0 } })
  /** Status of a call without a valid token: from a socket's address, on behalf of another. */
  const refused = async (remoteAddress: string, forwardedFor?: string) => {
    const headers = {
      ...bearer('not-a-token'),
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    }
    return (await relay.app.inject({ url: '/v1/events', remoteAddress, headers })).statusCode
  }
  async function exhaust(remoteAddress: string, forwardedFor: (index: number) => string): Promise<void> {
    for (let index = 0; index < BURST; index++)
      expect(await refused(remoteAddress, forwardedFor(index))).toBe(401)
  }
  return { refused, exhaust }
}

test('a direct caller does not choose the address that its refusals are counted for', async () => {
  const { refused, exhaust } = await startWith()
  await exhaust('198.51.100.7', (index) => `203.0.113.${index}`)
  expect(await refused('198.51.100.7', '203.0.113.200')).toBe(429)
  expect(await refused('198.51.100.8')).toBe(401)
})

test('all addresses of an IPv6 network are one caller', async () => {
  const { refused, exhaust } = await startWith()
  await exhaust('127.0.0.1', (index) => `2001:db8:1:2::${index.toString(16)}`)
  expect(await refused('127.0.0.1', '2001:db8:1:2:ffff::1')).toBe(429)
  expect(await refused('127.0.0.1', '2001:db8:1:3::1')).toBe(401)
})

test.each([
  ['a proxy on this machine', '127.0.0.1', []],
  ['a proxy on this machine, by IPv6', '::1', []],
  ['a proxy of a trusted network', '172.17.0.1', ['172.16.0.0/12']],
])('behind %s each caller is counted alone', async (_name, proxy, trusted) => {
  const { refused, exhaust } = await startWith(trusted)
  // A proxy that adds to what the caller sent: only the last address is its word.
  await exhaust(proxy, (index) => `203.0.113.${index}, 198.51.100.7`)
  expect(await refused(proxy, '198.51.100.7')).toBe(429)
  expect(await refused(proxy, '198.51.100.8')).toBe(401)
})

test('a proxy of a network that is not trusted speaks for itself alone', async () => {
  const { refused, exhaust } = await startWith(['10.0.0.5'])
  await exhaust('10.0.0.6', (index) => `203.0.113.${index}`)
  expect(await refused('10.0.0.6', '203.0.113.200')).toBe(429)
})

test.each(['proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0'])(
  '--trust-proxy=%s is a usage error',
  async (value) => {
    const { code, stderr } = await runRelay(await temporaryDirectory(), [`--trust-proxy=${value}`])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--trust-proxy takes')])
  },
)
