import { afterAll, describe, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures, procedureEvent } from '#tests/fakes/procedures.ts'
import { admitPc, newPairing } from '#tests/fakes/relay-process.ts'
import { ensurePrograms } from '#tests/system.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { askAs, post, temporaryDirectory } from '../relay/support/relay.ts'
import { CALM } from '../relay-client/desk.ts'
import { startNginx } from './support/proxies.ts'

const whyNot = await ensurePrograms('nginx')
if (whyNot !== null) console.warn(`a buffering proxy: skipped: ${whyNot}`)
afterAll(removeTemporaryDirectories)

/** An nginx into which nothing of ours was put: HTTP/1.0 to the relay, and answers buffered, compressed and cut. */
const wrongly = (relayUrl: string, more: string) => `
location / {
  proxy_pass ${relayUrl};
  proxy_buffering on;
  gzip on;
  gzip_types *;
  ${more}
}
`
const NAMES = Array.from({ length: 20 }, (_, index) => `p${index}`)

/** A started core that is paired with a real relay through a wrongly set nginx. */
async function startBehind(more: string, firstBeatMs: number) {
  const relay = await spawnRelay(await temporaryDirectory())
  const address = await startNginx(relay.url, wrongly(relay.url, more))
  const procedures = createProcedures()
  const service = await startFaultService(procedures.respond)
  const core = await startCore(service.url, { relayTimings: { ...CALM, firstBeatMs } })
  const slice = () => core.slice('relay')
  const ask = askAs(relay.url)
  const pairing = await newPairing(ask)
  await core.value('relay.pair', { address, code: pairing.code, name: 'Mostrador' })
  await admitPc(ask, pairing, core)
  return {
    until: (condition: Parameters<typeof waitUntil<Awaited<ReturnType<typeof slice>>>>[1]) =>
      waitUntil(slice, condition, 60_000),
    /** The operator's webhook about a procedure that this PC never saw. */
    async happen(name: string) {
      procedures.set(name, 'BLOCKED')
      const answer = await post(relay.url, JSON.stringify(procedureEvent(name, 'BLOCKED', Date.now())))
      expect(answer.status).toBe(200)
    },
    /** Ids of the news of this PC. */
    async received() {
      const { rows } = await core.value('inbox.list', { filter: 'all', limit: 200 })
      return rows.map(({ id: subject }) => subject).toSorted()
    },
    async stop() {
      await core.stop()
      await service.close()
    },
  }
}

describe.skipIf(whyNot !== null)('a wrongly set nginx', () => {
  test('that holds a stream back: this PC asks for events, and has each of them once', async () => {
    const { until, happen, received, stop } = await startBehind(
      'proxy_ignore_headers X-Accel-Buffering; proxy_read_timeout 60s;',
      2_000,
    )
    await until(({ state }) => state === 'longpoll')
    for (const name of NAMES) await happen(name)
    const slice = await until(({ cursor, state }) => cursor === NAMES.length && state === 'longpoll')
    expect(slice).toMatchObject({ received: NAMES.length, missing: 0, misordered: 0 })
    await expect.poll(received).toEqual(NAMES.toSorted())
    await stop()
  })

  test("that obeys the relay's headers, and cuts what is silent: each event comes once all the same", async () => {
    const { until, happen, received, stop } = await startBehind('proxy_read_timeout 2s;', CALM.firstBeatMs)
    await until(({ state }) => state === 'live')
    for (const name of NAMES) {
      await happen(name)
      // Longer than the silence that is cut, now and then.
      if (name.endsWith('9')) await until(({ state }) => state === 'retrying')
    }
    const slice = await until(({ cursor }) => cursor === NAMES.length)
    expect(slice).toMatchObject({ received: NAMES.length, missing: 0, misordered: 0 })
    await expect.poll(received).toEqual(NAMES.toSorted())
    await stop()
  })
})
