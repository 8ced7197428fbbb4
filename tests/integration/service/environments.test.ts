import { describe, expect, it } from 'vitest'
import { createFakeClock } from './support/fake-clock.ts'
import { startReceiver } from './support/receiver.ts'
import { createReport, get, KEY, post, readReport, startService } from './support/service.ts'

const PROCEDURE = { vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [] }
const person = (idNumber: string) => ({
  signer: { type: 'person', idNumber, fullname: 'Ana', email: 'a@example.com' },
})

describe('production mode', () => {
  it('has no test endpoints: 404', async () => {
    const { url } = await startService({ mode: 'production' })
    const { id } = await (await post(`${url}/v1/procedures/registration`, PROCEDURE)).json()
    const calls = [
      `${id}/documents`,
      `${id}/incidents`,
      `${id}/documents/x/incidents`,
      `${id}/incidents/x/solve`,
    ]
    for (const path of calls)
      expect((await post(`${url}/v1/test/procedures/${path}`, { type: 'es_576_doc' })).status).toBe(404)
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const status = await fetch(`${url}/v1/test/procedures/${id}/status`, {
      method: 'PUT',
      headers,
      body: '{"status":"DONE"}',
    })
    expect(status.status).toBe(404)
  })

  it('gives sentinels no special treatment', async () => {
    const clock = createFakeClock()
    const { url } = await startService({
      mode: 'production',
      clock,
      reportDelayMs: 10,
      signatureDelayMs: 1_000,
    })
    const created = []
    for (const vrm of ['0000DDD', '0000FFF']) created.push(await createReport(url, vrm))
    for (const vrm of ['9999DDD', '9999FFF']) created.push(await createReport(url, vrm, KEY, 'complete'))
    const signature = await (await post(`${url}/v1/signatures/mandate-generic`, person('00000000T'))).json()
    clock.advance(60_000)
    for (const { id } of created) expect(await readReport(url, id)).toMatchObject({ status: 'completed' })
    expect(await (await get(`${url}/v1/signatures/${signature.id}`)).json()).toMatchObject({ status: 'sent' })
  })
})

describe('"there are two environments": side by side they share nothing', () => {
  it('neither keys, nor resources, nor links, nor subscriptions', async () => {
    const development = await startService()
    const keys = [{ key: 'key-of-production', account: 'B12345674' }]
    const production = await startService({ mode: 'production', apiKeys: keys })
    const receiver = await startReceiver()
    await post(`${development.url}/v1/webhooks`, { url: receiver.url })
    expect((await get(`${production.url}/v1/reports/x`, KEY)).status).toBe(401)
    expect((await get(`${development.url}/v1/reports/x`, 'key-of-production')).status).toBe(401)

    const own = await (
      await post(`${production.url}/v1/procedures/registration`, PROCEDURE, 'key-of-production')
    ).json()
    expect((await get(`${development.url}/v1/procedures/${own.id}`)).status).toBe(404)
    const { pathname, search } = new URL(own.webUrl)
    expect((await fetch(production.url + pathname + search)).status).toBe(200)
    expect((await fetch(development.url + pathname + search)).status).toBe(403)
    expect(await (await get(`${production.url}/v1/webhooks`, 'key-of-production')).json()).toEqual([])
    expect(receiver.count()).toBe(0)
  })
})
