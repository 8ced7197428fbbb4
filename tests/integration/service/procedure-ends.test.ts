import { describe, expect, it } from 'vitest'
import { startReceiver } from './support/receiver.ts'
import { bearer, get, KEY, post, startService } from './support/service.ts'

const DRAFT = { vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [], confirmed: false }

async function setup() {
  const { url } = await startService()
  const receiver = await startReceiver()
  await post(`${url}/v1/webhooks`, { url: receiver.url })
  const { id } = await (await post(`${url}/v1/procedures/registration`, DRAFT)).json()
  const send = async (method: string, path: string, body: object) => {
    const headers = { ...bearer(KEY), 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    return response.json()
  }
  return {
    receiver,
    events: (name: string) => receiver.received.filter(({ event }) => event === name),
    status: (status: string) => send('PUT', `/v1/test/procedures/${id}/status`, { status }),
    patch: (body: object) => send('PATCH', `/v1/procedures/registration/${id}`, body),
    read: async () => (await get(`${url}/v1/procedures/${id}`)).json(),
  }
}

describe('procedure.finished: "a procedure reaches a terminal state"', () => {
  it.each([
    [['PENDING', 'DELIVERED_TO_CLIENT'], ['DELIVERED_TO_CLIENT']],
    [['DONE', 'DELIVERED_TO_CLIENT'], ['DONE']],
    [['DONE', 'CANCELLED'], ['DONE']],
    [['CANCELLED', 'DONE'], ['CANCELLED']],
    [['DONE', 'DONE'], ['DONE']],
    [
      ['DONE', 'PENDING', 'CANCELLED'],
      ['DONE', 'CANCELLED'],
    ],
  ])('%j: once on each arrival, %j', async (states, finished) => {
    const { status, events } = await setup()
    for (const each of states) await status(each)
    // A later event, so that nothing is still to come.
    await status('ON_HOLD')
    await expect.poll(() => events('procedure.status_changed').at(-1)?.data.status).toBe('ON_HOLD')
    expect(events('procedure.finished').map(({ data }) => data.status)).toEqual(finished)
  })
})

describe('PATCH of a draft', () => {
  it('keeps a document once, however often it is given', async () => {
    const { patch, read } = await setup()
    const link = { type: 'invoice', url: 'https://files.example.com/f.pdf' }
    const other = { ...link, type: 'national_id' }
    await patch({ documents: [link, link, other] })
    await patch({ documents: [link, other, other] })
    expect((await read()).documents.map(({ type }: { type: string }) => type)).toEqual([
      'invoice',
      'national_id',
    ])
  })

  it('a procedure that was done gets another plate, and other papers, with another VIN', async () => {
    const { status, patch, read, events } = await setup()
    await status('DONE')
    const before = await read()
    await status('DRAFT')
    await patch({ userEmail: 'b@example.com', vin: before.vehicle.vin })
    expect((await read()).vehicle).toEqual(before.vehicle)
    await patch({ vin: 'VF1RFB00066000128' })
    expect(await read()).toMatchObject({
      vehicle: { vin: 'VF1RFB00066000128', vrm: null },
      generatedDocuments: [],
    })
    await status('DONE')
    const after = await read()
    expect(after.vehicle.vrm).toMatch(/^\d{4}[A-Z]{3}$/)
    expect(after.vehicle.vrm).not.toBe(before.vehicle.vrm)
    const types = after.generatedDocuments.map(({ type }: { type: string }) => type)
    expect(types).toContain('es_05_doc')
    expect(types).not.toContain('es_576_doc')
    await expect
      .poll(() => events('procedure.document.added').length)
      .toBe(before.generatedDocuments.length + types.length)
  })
})
