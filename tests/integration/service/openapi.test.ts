import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { listOperations } from '#service/openapi/operations.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import {
  EVENT_NAMES,
  INCIDENT_LEVELS,
  PROCEDURE_STATES,
  SIGNATURE_STATES,
} from '#shared/domain/vocabulary.ts'
import { readContract } from '../../conformance/contract.ts'
import { startReceiver } from './support/receiver.ts'
import { bearer, get, KEY, post, startService } from './support/service.ts'

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<string, unknown>
        requestBody?: { content: Record<string, { example?: unknown }> }
      }
    >
  >
  webhooks: Record<string, unknown>
}
const documentOf = async (url: string): Promise<Document> => (await fetch(`${url}/openapi.json`)).json()

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 and valid', async () => {
    const { url } = await startService()
    const document = await documentOf(url)
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true })
  })

  it.each(['development', 'production'] as const)(
    'names every address there is, and no other: %s',
    async (mode) => {
      const service = await startService({ mode })
      const { paths } = await documentOf(service.url)
      const documented = Object.entries(paths).flatMap(([path, verbs]) =>
        Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      )
      expect(documented.toSorted()).toEqual(
        service.routes
          // Every GET route also answers HEAD. The document does not list HEAD.
          .filter((each) => each.includes(' /v1/') && !each.startsWith('HEAD '))
          .toSorted(),
      )
      expect(documented.some((each) => each.includes('/v1/test/'))).toBe(mode === 'development')
    },
  )

  it.each([
    ['development', true],
    ['production', false],
  ] as const)('says which environment it is: %s', async (mode, isDevelopment) => {
    const { url } = await startService({ mode })
    const { info } = await (await fetch(`${url}/openapi.json`)).json()
    expect(info.description.includes('Development environment')).toBe(isDevelopment)
    const page = await (await fetch(`${url}/docs`)).text()
    expect(page).not.toMatch(/Entorno de pruebas/)
    expect(page).toContain('MUESTRA')
  })

  it('follows the assumptions that were changed', async () => {
    const assumptions = { notificationPath: '/v1/procedures/sale', createProcedureStatus: 200 }
    const { url } = await startService({ assumptions })
    const { paths } = await documentOf(url)
    expect(paths['/v1/procedures/sale']?.['post']?.responses).toHaveProperty('200')
    expect(paths).not.toHaveProperty('/v1/procedures/notification')
  })

  it('/docs shows every call', async () => {
    const { url } = await startService()
    const page = await (await get(`${url}/docs`)).text()
    for (const path of Object.keys((await documentOf(url)).paths)) expect(page).toContain(path)
  })
})

/** Lists every schema of a document, with its place in the document. */
function* schemasIn(node: unknown, place = ''): Generator<[string, Record<string, unknown>]> {
  if (node === null || typeof node !== 'object') return
  yield [place, node as Record<string, unknown>]
  for (const [key, child] of Object.entries(node)) yield* schemasIn(child, `${place}/${key}`)
}

describe('what validators and generators of any language need', () => {
  const PATTERN = 'pattern'

  it('patterns of plain classes, without lookaround, and no branch that says nothing', async () => {
    const { url } = await startService()
    for (const [place, schema] of schemasIn(await documentOf(url))) {
      const pattern = schema[PATTERN]
      if (typeof pattern === 'string')
        expect(/\(\?[=!<]|\\p\{/.test(pattern) ? `${place}: ${pattern}` : '').toBe('')
      for (const branch of Array.isArray(schema['anyOf']) ? (schema['anyOf'] as object[]) : [])
        expect([place, ...Object.keys(branch)].length).toBeGreaterThan(1)
    }
  })

  it('examples that match in a validator without the flag u', async () => {
    const { url } = await startService()
    const document = await documentOf(url)
    const ajv = new Ajv2020({ strict: false, unicodeRegExp: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'document')
    const bodies = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).flatMap(([verb, { requestBody }]) => {
        const json = requestBody?.content['application/json']
        return json?.example === undefined ? [] : [{ path, verb, example: json.example }]
      }),
    )
    expect(bodies.length).toBeGreaterThan(5)
    const pointer = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
    for (const { path, verb, example } of bodies) {
      const at = `document#/paths/${pointer(path)}/${verb}/requestBody/content/application~1json/schema`
      expect([path, verb, ajv.validate({ $ref: at }, example), ajv.errors]).toEqual([path, verb, true, null])
    }
  })

  it('each tag described', async () => {
    const { url } = await startService()
    const { tags } = (await documentOf(url)) as unknown as { tags: { name: string; description?: string }[] }
    expect(tags.length).toBeGreaterThan(4)
    for (const { description } of tags) expect(description).toMatch(/\.$/)
  })
})

describe('what the document tells an integrator', () => {
  it('the rules that belong to no call, with the values of this service', async () => {
    const assumptions = { deliveryTimeoutMs: 7_000, downloadTtlMs: 120_000 }
    const { url } = await startService({ assumptions, retryProfile: 'demo' })
    const { info } = await (await fetch(`${url}/openapi.json`)).json()
    const page = await (await fetch(`${url}/docs`)).text()
    for (const words of [
      'within 7 s',
      'after 1 s, 2 s, 4 s, 8 s',
      'are valid for 2 min',
      'X-Dev-Event',
      '00000001R',
    ])
      for (const text of [info.description, page]) expect(text.replace(/<\/?code>|`/g, '')).toContain(words)
    const production = await startService({ mode: 'production' })
    expect(await (await fetch(`${production.url}/docs`)).text()).not.toContain('Values with a known outcome')
  })

  it('every call as a command, which does what it says', async () => {
    const { url } = await startService()
    const { paths } = await documentOf(url)
    const samples = Object.values(paths).flatMap((verbs) =>
      Object.values(verbs).map(
        (verb) => (verb as unknown as { 'x-codeSamples': { source: string }[] })['x-codeSamples'][0]?.source,
      ),
    )
    expect(samples).not.toContain(undefined)
    const command = samples.find((source) => source?.includes('/v1/reports/reduced')) ?? ''
    // Parse the command instead of running curl, because curl may not be installed.
    const [, address = ''] = /"\$SERVICE(\S+)"/.exec(command) ?? []
    const [, body = ''] = /-d '(.+)'/.exec(command) ?? []
    expect(command).toContain('-X POST')
    expect(command).toContain('-H "Authorization: Bearer $KEY"')
    const answer = await post(url + address, JSON.parse(body))
    expect(await answer.json()).toMatchObject({ status: 'processing' })
  })

  const ALL = listOperations(serviceAssumptions, 'development')

  it.each(ALL.map((each) => [`${each.method} ${each.path}`, each] as const))(
    '%s has a description, and an example that it would take',
    (_, { description, body, isBodyOptional, example }) => {
      expect(description).toMatch(/\S.{10}/)
      if (body === undefined || isBodyOptional === true) return
      expect(body.safeParse(example)).toMatchObject({ success: true })
    },
  )

  it('names the states and levels without closing their lists, and the answers that a client must wait after', async () => {
    const { url } = await startService()
    const document = await (await fetch(`${url}/openapi.json`)).json()
    const { Procedure, Incident, Signature } = document.components.schemas
    expect(Procedure.properties.status['x-extensible-enum']).toEqual([...PROCEDURE_STATES])
    expect(Incident.properties.level['x-extensible-enum']).toEqual([...INCIDENT_LEVELS])
    expect(Signature.properties.status['x-extensible-enum']).toEqual([...SIGNATURE_STATES])
    for (const { status } of [Procedure.properties, Signature.properties])
      expect(status).not.toHaveProperty('enum')
    const { post: create } = document.paths['/v1/procedures/registration']
    expect(create.requestBody.content['application/json'].schema.properties.confirmed.default).toBe(true)
    expect(Object.keys(create.responses)).toEqual(expect.arrayContaining(['408', '429']))
    const report = document.paths['/v1/reports/{id}/download'].get.responses['200'].content
    expect(Object.keys(report)).toEqual(['application/pdf'])
  })

  it('describes each event as it is sent, with its headers', async () => {
    const { url } = await startService({ signatureDelayMs: 10 })
    const document = await (await fetch(`${url}/openapi.json`)).json()
    const receiver = await startReceiver()
    const header = { name: 'X-Office-Secret', value: 'ribera' }
    await post(`${url}/v1/webhooks`, { url: receiver.url, header })
    const body = { vin: 'VSSZZZ5FZHR000412', userEmail: 'a@example.com', documents: [] }
    const { id } = await (await post(`${url}/v1/procedures/registration`, body)).json()
    const at = `${url}/v1/test/procedures/${id}`
    const incidents = [
      await (await post(`${at}/incidents`, { type: 'seizure' })).json(),
      await (await post(`${at}/incidents`, { type: 'pending-document' })).json(),
    ]
    await post(`${at}/incidents/${incidents[0].id}/solve`, {})
    const headers = bearer(KEY)
    await fetch(`${url}/_dev/procedures/${id}/incidents/${incidents[1].id}`, { method: 'DELETE', headers })
    await fetch(`${at}/status`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"status":"DONE"}',
    })
    await post(`${url}/v1/reports/reduced`, { vrm: '1234BCD' })
    const signer = { type: 'person', idNumber: '00000000T', fullname: 'Ana', email: 'a@example.com' }
    await post(`${url}/v1/signatures/mandate-generic`, { signer })
    for (const event of EVENT_NAMES.filter((name) => name.startsWith('energy')))
      await post(`${url}/_dev/events`, { event })
    await expect
      .poll(() => new Set(receiver.received.map(({ event }) => event)).size)
      .toBe(EVENT_NAMES.length)
    await expect.poll(() => receiver.received.some(({ data }) => data.status === 'signed')).toBe(true)

    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'openapi', components: document.components })
    for (const { event, data, headers: sent } of receiver.received) {
      const { parameters, requestBody } = document.webhooks[event].post
      const { schema } = requestBody.content['application/json']
      const validate = ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')),
      )
      expect([event, validate({ event, data }), validate.errors]).toEqual([event, true, null])
      const described = schema.allOf[1].properties.data.properties
      expect(Object.keys(data).filter((name) => !(name in described))).toEqual([])
      for (const { name } of parameters) expect(sent).toHaveProperty(name.toLowerCase())
    }
    // The example of each event has exactly the fields of a delivery.
    const fieldsOf = (data: object) => Object.keys(data).toSorted().join()
    for (const event of EVENT_NAMES) {
      const { example } = document.webhooks[event].post.requestBody.content['application/json']
      const sent = receiver.received.filter((each) => each.event === event).map(({ data }) => fieldsOf(data))
      expect([event, ...sent]).toContain(fieldsOf(example.data))
    }
    const page = await (await fetch(`${url}/docs`)).text()
    for (const name of EVENT_NAMES) expect(page).toContain(name)
  })
})

describe('the judge of the contract', () => {
  it('is not satisfied with anything', async () => {
    const { url } = await startService()
    const { check } = await readContract(url)
    const report = { id: 'x', vrm: '1234BCD', type: 'reduced', status: 'processing' }
    const exchange = { method: 'GET', path: '/v1/reports/x', body: undefined, isJson: true }
    expect(() => check({ ...exchange, status: 200, answer: report })).not.toThrow()
    expect(() => check({ ...exchange, status: 200, answer: { ...report, more: 1 } })).toThrow(
      'additional properties',
    )
    expect(() => check({ ...exchange, status: 200, answer: { id: 'x' } })).toThrow('required')
    expect(() => check({ ...exchange, status: 404, answer: { message: 'no' } })).toThrow('required')
    const creation = {
      method: 'POST',
      path: '/v1/reports/reduced',
      isJson: true,
      status: 201,
      answer: report,
    }
    expect(() => check({ ...creation, body: { plate: '1234BCD' } })).toThrow('does not allow')
  })
})
