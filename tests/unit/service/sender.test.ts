import { afterAll, describe, expect, it } from 'vitest'
import { createSender } from '#service/webhooks/sender.ts'

const senders = {
  none: createSender({ timeoutMs: 500, hosts: [], now: Date.now }),
  some: createSender({ timeoutMs: 500, hosts: ['169.254.169.254', '10.0.0.1'], now: Date.now }),
}
afterAll(() => Promise.all(Object.values(senders).map((sender) => sender.close())))
const send = (sender: keyof typeof senders, url: string) =>
  senders[sender].send({ url, body: '{}', headers: {} })

describe('where a delivery may go, whatever the subscription says', () => {
  it.each([
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://0.0.0.0:1/',
    'http://[fe80::1]/',
    'http://93.184.216.34/',
  ])('not to %s', async (url) => {
    expect(await send('none', url)).toMatchObject({ status: null, error: 'that address is not allowed' })
  })

  it('to this machine', async () => {
    expect(await send('none', 'http://localhost:1/')).toMatchObject({ status: null, error: 'ECONNREFUSED' })
    expect(await send('none', 'http://127.0.0.1:1/')).toMatchObject({ error: 'ECONNREFUSED' })
  })

  it('to a host that the operator named, but never to where machines keep their secrets', async () => {
    expect((await send('some', 'http://10.0.0.1:1/')).error).not.toBe('that address is not allowed')
    expect(await send('some', 'http://169.254.169.254/')).toMatchObject({
      error: 'that address is not allowed',
    })
  })
})
