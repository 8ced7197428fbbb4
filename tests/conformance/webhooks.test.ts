import { describe, expect, it, onTestFinished } from 'vitest'
import { findTarget, isForeign, startReceiver, until } from './target.ts'

const target = await findTarget(['--signature-delay-ms=100', '--retry-profile=demo'])
const { call } = target
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

if (isForeign && process.env['SERVICE_RECEIVER'] === undefined)
  process.stderr.write('events: skipped, SERVICE_RECEIVER does not say where to send them\n')

const REGISTRATION = { vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [] }
const create = async (more: object = {}) =>
  (await call('POST', '/v1/procedures/registration', { ...REGISTRATION, ...more })).body
const setStatus = (id: string, status: string) => call('PUT', `/v1/test/procedures/${id}/status`, { status })

async function subscribe(events?: readonly string[], header?: object) {
  const receiver = await startReceiver()
  const answer = await call('POST', '/v1/webhooks', { url: receiver.url, events, header })
  expect(answer).toMatchObject({ status: 201 })
  // Leaves no subscription behind in a third party's environment.
  onTestFinished(async () => void (await call('DELETE', `/v1/webhooks/${answer.body.id}`)))
  return { ...receiver, id: answer.body.id as string }
}

describe.runIf(!isForeign || process.env['SERVICE_RECEIVER'] !== undefined)('Events', () => {
  it('"every data has id, path (for getting the full resource), timestamp (ISO 8601)"', async () => {
    const receiver = await subscribe(['*'])
    const { id } = await create()
    const [received] = await receiver.of(id, 1)
    expect(received).toEqual({
      event: 'procedure.status_changed',
      data: {
        id,
        path: `/v1/procedures/${id}`,
        timestamp: expect.stringMatching(ISO),
        procedureType: 'VEHICLE_REGISTRATION',
        status: 'PENDING',
      },
    })
    expect((await call('GET', received?.data.path)).body).toMatchObject({ id })
    expect(receiver.headers[0]).toMatchObject({ 'content-type': 'application/json' })
  })

  it('a draft has no event, its confirmation has', async () => {
    const receiver = await subscribe()
    const draft = await create({ confirmed: false })
    await call('POST', `/v1/procedures/${draft.id}/confirm`)
    const events = await receiver.of(draft.id, 1)
    expect(events.map(({ data }) => data.status)).toEqual(['PENDING'])
  })

  it('"IN_PROGRESS before DONE", then the documents, then procedure.finished', async () => {
    const receiver = await subscribe()
    const { id } = await create()
    await setStatus(id, 'IN_PROGRESS')
    await setStatus(id, 'DONE')
    const { generatedDocuments } = (await call('GET', `/v1/procedures/${id}`)).body
    const events = await receiver.of(id, 4 + generatedDocuments.length)
    expect(events.map(({ event, data }) => `${event} ${data.status ?? data.documentType}`)).toEqual([
      'procedure.status_changed PENDING',
      'procedure.status_changed IN_PROGRESS',
      'procedure.status_changed DONE',
      ...generatedDocuments.map(({ type }: { type: string }) => `procedure.document.added ${type}`),
      'procedure.finished DONE',
    ])
  })

  it('(assumption) CANCELLED is an end too: procedure.finished', async () => {
    const receiver = await subscribe(['procedure.finished'])
    const { id } = await create()
    await setStatus(id, 'CANCELLED')
    expect(await receiver.of(id, 1)).toMatchObject([
      { event: 'procedure.finished', data: { status: 'CANCELLED' } },
    ])
  })

  it('procedure.document.added: "downloadUrl (to download the document)"', async () => {
    const receiver = await subscribe(['procedure.document.added'])
    const { id } = await create()
    await call('POST', `/v1/test/procedures/${id}/documents`, { type: 'es_576_doc' })
    const [received] = await receiver.of(id, 1)
    const download = await fetch(received?.data.downloadUrl)
    expect(download.headers.get('content-type')).toBe('application/pdf')
  })

  it('incident added: status_changed (BLOCKED) and incident.added; solved: status_changed (PENDING) and incident.solved', async () => {
    const receiver = await subscribe()
    const { id } = await create()
    const { body } = await call('POST', `/v1/test/procedures/${id}/incidents`, { type: 'seizure' })
    await call('POST', `/v1/test/procedures/${id}/incidents/${body.id}/solve`, {})
    const events = await receiver.of(id, 5)
    expect(events.map(({ event, data }) => [event, data.status ?? data.incidentType])).toEqual([
      ['procedure.status_changed', 'PENDING'],
      ['procedure.status_changed', 'BLOCKED'],
      ['procedure.incident.added', 'seizure'],
      ['procedure.status_changed', 'PENDING'],
      ['procedure.incident.solved', 'seizure'],
    ])
  })

  it.each([
    ['reduced', '1234BCD', ['report.completed completed', 'report.status_changed completed']],
    ['reduced', '0000DDD', ['report.status_changed error']],
    ['complete', '1234BCD', ['report.completed completed', 'report.status_changed completed']],
    ['complete', '9999FFF', ['report.status_changed error']],
  ])('a %s report of %s: %j', async (type, vrm, expected) => {
    const receiver = await subscribe()
    const { body } = await call('POST', `/v1/reports/${type}`, { vrm })
    const events = await receiver.of(body.id, expected.length)
    expect(events.map(({ event, data }) => `${event} ${data.status}`)).toEqual(expected)
    expect(events[0]?.data).toMatchObject({ type, path: `/v1/reports/${body.id}` })
  })

  it.each([
    ['00000000T', 'signed'],
    ['00000001R', 'rejected'],
    ['00000002W', 'expired'],
  ])('signature of %s: "events in order submitted, sent, %s"', async (idNumber, final) => {
    const receiver = await subscribe()
    const signer = { type: 'person', idNumber, fullname: 'Ana', email: 'a@example.com' }
    const { body } = await call('POST', '/v1/signatures/mandate-generic', { signer })
    const events = await receiver.of(body.id, 3)
    expect(events.map(({ event }) => event)).toEqual(Array(3).fill('signature.status_changed'))
    expect(events.map(({ data }) => data.status)).toEqual(['submitted', 'sent', final])
    const url = events[2]?.data.documents?.[0].signedDocumentUrl
    expect(url === undefined).toBe(final !== 'signed')
  })
})

describe.runIf(!isForeign || process.env['SERVICE_RECEIVER'] !== undefined)('Webhook subscriptions', () => {
  it('create, list active ones, delete (assumption: /v1/webhooks)', async () => {
    const { url, id } = await subscribe(['report.completed'])
    const listed = async () =>
      ((await call('GET', '/v1/webhooks')).body as { id: string }[]).find((each) => each.id === id)
    expect(await listed()).toMatchObject({ id, url, events: ['report.completed'] })
    expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(204)
    expect(await listed()).toBeUndefined()
    expect((await call('DELETE', `/v1/webhooks/${id}`)).status).toBe(404)
  })

  it('"a subscription lists the events it wants": no others arrive, and none after it is deleted', async () => {
    const all = await subscribe()
    const some = await subscribe(['procedure.incident.added'])
    const { id } = await create()
    await call('POST', `/v1/test/procedures/${id}/incidents`, { type: 'seizure' })
    await some.of(id, 1)
    await call('DELETE', `/v1/webhooks/${some.id}`)
    await call('POST', `/v1/test/procedures/${id}/incidents`, { type: 'ownership-hold' })
    await all.of(id, 4)
    expect(some.received.map(({ event }) => event)).toEqual(['procedure.incident.added'])
  })

  it('"several subscriptions with different URLs may exist": each receives everything', async () => {
    const both = [await subscribe(['*']), await subscribe([])]
    const { id } = await create()
    for (const receiver of both) expect(await receiver.of(id, 1)).toHaveLength(1)
  })

  it('(assumption) "with different URLs": the same one twice is a conflict', async () => {
    const { url } = await subscribe()
    expect((await call('POST', '/v1/webhooks', { url })).status).toBe(409)
  })

  it('"deliveries may carry a client-defined HTTP header", which is never told again', async () => {
    const receiver = await subscribe(undefined, { name: 'X-Office-Secret', value: 'ssh-1234' })
    const { id } = await create()
    await receiver.of(id, 1)
    expect(receiver.headers[0]).toMatchObject({ 'x-office-secret': 'ssh-1234' })
    expect(JSON.stringify((await call('GET', '/v1/webhooks')).body)).not.toContain('ssh-1234')
  })

  it.each([
    ['no url', {}],
    ['a url that is none', { url: 'here' }],
    ['another protocol', { url: 'ftp://127.0.0.1/x' }],
    ['a url with credentials', { url: 'http://a:b@127.0.0.1/x' }],
    ['an event that nobody knows', { url: 'http://127.0.0.1/x', events: ['procedure.eaten'] }],
    [
      'a header that is the connection’s',
      { url: 'http://127.0.0.1/x', header: { name: 'Host', value: 'x' } },
    ],
    ['a header with a line break', { url: 'http://127.0.0.1/x', header: { name: 'X', value: 'a\r\nb: c' } }],
  ])('(assumption) refused: %s', async (_, body) => {
    expect((await call('POST', '/v1/webhooks', body)).status).toBe(400)
  })

  it.runIf(!isForeign)(
    '"otherwise the service retries the delivery": every event arrives, in order, of a receiver that failed',
    async () => {
      const { createServer } = await import('node:http')
      let failures = 2
      const seen: string[] = []
      const flaky = createServer((request, response) => {
        let text = ''
        request.on('data', (chunk) => (text += chunk))
        request.on('end', () => {
          response.statusCode = failures-- > 0 ? 500 : 200
          if (response.statusCode === 200) seen.push(JSON.parse(text).data.status)
          response.end()
        })
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => flaky.once('listening', resolve))
      const address = flaky.address()
      if (address === null || typeof address === 'string') throw new Error('no port')
      await call('POST', '/v1/webhooks', {
        url: `http://127.0.0.1:${address.port}`,
        events: ['procedure.status_changed'],
      })
      const { id } = await create()
      await setStatus(id, 'IN_PROGRESS')
      await setStatus(id, 'DONE')
      await until(() => seen.length >= 3, `three accepted: ${seen.join()}`)
      flaky.closeAllConnections()
      flaky.close()
      expect(seen).toEqual(['PENDING', 'IN_PROGRESS', 'DONE'])
    },
  )
})
