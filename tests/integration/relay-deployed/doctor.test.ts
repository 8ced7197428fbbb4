import { expect, test } from 'vitest'
import { freePort } from '#tests/fakes/free-port.ts'
import { ensurePrograms } from '#tests/system.ts'
import { examine } from '../relay/support/doctor.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { temporaryDirectory } from '../relay/support/relay.ts'
import { startNginx } from './support/proxies.ts'

const whyNot = await ensurePrograms('nginx')
if (whyNot !== null) console.warn(`the doctor behind a proxy: skipped: ${whyNot}`)

/** What an administrator may have written instead of the shipped locations, and what the doctor says of it. */
const PROXIES: Record<string, { locations?: (relay: string) => string; wrong: string[]; says?: string }> = {
  'the shipped locations': { wrong: [] },
  'a proxy that keeps events back': {
    locations: (relay) =>
      `location / { proxy_pass ${relay}; proxy_buffering on; proxy_ignore_headers X-Accel-Buffering; gzip on; gzip_types *; }`,
    wrong: ['stream'],
    says: 'the proxy keeps events back',
  },
  'a proxy that leads the inbox elsewhere': {
    locations: (relay) => `location /v1/ { proxy_pass ${relay}; proxy_buffering off; }`,
    wrong: ['canary'],
    says: 'lead /in/ of the proxy to this relay',
  },
  'a proxy that drops the header of the operator': {
    locations: (relay) =>
      `location / { proxy_pass ${relay}; proxy_buffering off; proxy_set_header X-Relay-Secret ""; }`,
    wrong: ['canary'],
    says: 'let the proxy pass every header on',
  },
  'a proxy of another site': {
    locations: () => 'location / { return 404; }',
    wrong: ['public address'],
    says: 'lead the proxy of that name to this relay',
  },
}

test.skipIf(whyNot !== null).each(Object.entries(PROXIES))(
  'behind %s',
  async (_name, { locations, wrong, says }) => {
    const directory = await temporaryDirectory()
    const relayUrl = `http://127.0.0.1:${await freePort()}`
    const publicUrl = await startNginx(relayUrl, locations?.(relayUrl))
    await spawnRelay(directory, [`--port=${new URL(relayUrl).port}`, `--public-url=${publicUrl}`])
    const examined = await examine(directory, ['--min-free-mb=0', `--public-url=${publicUrl}`])
    expect(examined.wrong).toEqual(wrong)
    if (says !== undefined) expect(examined.of(wrong[0] ?? '')?.advice).toContain(says)
  },
)

test('a public address that nothing answers at is found', async () => {
  const directory = await temporaryDirectory()
  await spawnRelay(directory)
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const { wrong, of } = await examine(directory, ['--min-free-mb=0', `--public-url=${publicUrl}`])
  expect(wrong).toEqual(['public address'])
  expect(of('public address')?.detail).toContain('ECONNREFUSED')
})
