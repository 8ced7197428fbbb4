import { afterAll, expect, onTestFinished, test } from 'vitest'
import { removeTemporaryDirectories, startCore, waitUntil } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { admitPc, newPairing } from '#tests/fakes/relay-process.ts'
import { startWebhook } from '../relay/support/outside.ts'
import { askAs, call, OFFICE, pairDevice, postMany, startRelay } from '../relay/support/relay.ts'
import { CALM } from './desk.ts'

afterAll(removeTemporaryDirectories)

/** A started core, paired with a real relay as its administrator or not. */
async function startPaired({ admin = true } = {}) {
  const relay = await startRelay()
  // The first PC of an office administers it.
  if (!admin) await pairDevice(relay.url, 'Despacho')
  const service = await startFaultService(createProcedures().respond)
  const core = await startCore(service.url, { relayTimings: CALM })
  onTestFinished(async () => {
    await core.stop()
    await service.close()
  })
  const ask = askAs(relay.url)
  const pairing = await newPairing(ask)
  await core.value('relay.pair', { address: relay.url, code: pairing.code, name: 'Mostrador' })
  await admitPc(ask, pairing, core)
  await waitUntil(
    () => core.slice('relay'),
    ({ state }) => state === 'live',
  )
  return { core, relay }
}

const settings = { afterHours: 2, hours: 'all' as const, mail: [], webhook: null }

test('the administrator sets whom the relay tells, and tries it', async () => {
  const { core } = await startPaired()
  const webhook = await startWebhook()
  expect(await core.value('relay.alarm', {})).toMatchObject({ canMail: false, settings: { afterHours: 4 } })
  const set = await core.value('relay.set-alarm', { ...settings, webhook: webhook.url })
  expect(set.settings).toEqual({ ...settings, webhook: webhook.url })
  expect(await core.value('relay.test-alarm', {})).toEqual({ sent: [{ channel: 'webhook', outcome: 'ok' }] })
  expect(webhook.got).toMatchObject([{ kind: 'test' }])
  expect(await core.call('relay.set-alarm', { ...settings, mail: ['jefa@example.com'] })).toMatchObject({
    ok: false,
    error: { code: 'rejected' },
  })
})

test('receipts are saved as CSV, and that is in the audit record', async () => {
  const { core, relay } = await startPaired()
  await postMany(relay.url, 1)
  await waitUntil(
    async () => (await call(`${relay.url}/v1/receipts`, 'GET', OFFICE.adminToken)).json(),
    (answer) => JSON.stringify(answer).includes('Mostrador'),
  )
  const sent = await core.core.router.send('relay.receipts', {}, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  const [header, row] = Buffer.concat(chunks).toString('utf8').split('\r\n')
  expect(header).toBe('\uFEFFN.º;Recibido por el relé;Aviso;Expediente, informe o firma;Equipo;Confirmado')
  expect(row).toMatch(/^1;[\d/]+ [\d:]+;procedure\.status_changed;p0;Mostrador;[\d/]+ [\d:]+$/)
  const { rows } = await core.value('audit.list', { what: 'export', limit: 1 })
  expect(rows).toMatchObject([{ kind: 'receipts', result: 'ok' }])
})

test('a PC that does not administer is refused all of it', async () => {
  const { core } = await startPaired({ admin: false })
  const refused = { ok: false, error: { code: 'relay-not-admin' } }
  expect(await core.call('relay.alarm', {})).toMatchObject(refused)
  expect(await core.call('relay.set-alarm', settings)).toMatchObject(refused)
  expect(await core.call('relay.test-alarm', {})).toMatchObject(refused)
  expect(await core.core.router.send('relay.receipts', {}, new AbortController().signal)).toMatchObject(
    refused,
  )
})
