import { describe, expect, it } from 'vitest'
import { buildOpenApiDocument } from '#service/openapi/document.ts'
import { listOperations, type Operation } from '#service/openapi/operations.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { bearer, KEY, startService } from './support/service.ts'

const ALL = listOperations(serviceAssumptions, 'development')
const named = (list: readonly Operation[]) =>
  list.map((each) => [`${each.method.toUpperCase()} ${each.path}`, each] as const)
const behindTheKey = ALL.filter(({ isOpen }) => isOpen !== true)
const withBody = behindTheKey.filter(({ body }) => body !== undefined)
const withIds = ALL.filter(({ path }) => path.includes('{'))
const JSON_TYPE = { 'content-type': 'application/json' }

/** Makes the address of an operation, with ids that do not exist. */
const addressOf = (path: string) => path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')

async function send(url: string, { method, path }: Operation, init: RequestInit = {}) {
  const response = await fetch(url + addressOf(path), { method: method.toUpperCase(), ...init })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** Format of every error except 401. An error shows no internals. */
function expectRefusal({ status, type, text }: Awaited<ReturnType<typeof send>>, expected: number) {
  expect(status).toBe(expected)
  expect(type).toContain('application/json')
  const body: Record<string, unknown> = JSON.parse(text)
  expect(body).toEqual({
    statusCode: expected,
    message: expect.stringMatching(/\S/),
    error: expect.stringMatching(/\S/),
    details: expect.any(Array),
  })
  expect(text).not.toMatch(/FST_|SQLITE|node_modules|\.ts\b|at \w+ \(/)
}

describe('every address', () => {
  it('is in the document', () => {
    expect(
      Object.keys(
        buildOpenApiDocument(ALL, {
          assumptions: serviceAssumptions,
          mode: 'development',
          retryProfile: 'default',
        }),
      ),
    ).toContain('paths')
    expect(ALL.length).toBeGreaterThan(25)
  })

  it.each(named(behindTheKey))('%s: 401 without a key and with a wrong one', async (_, operation) => {
    const { url } = await startService()
    for (const headers of [{}, bearer('of-nobody')]) {
      const { status, text } = await send(url, operation, { headers })
      expect([status, text]).toEqual([401, '{"statusCode":401,"message":"Unauthorized"}'])
    }
  })

  it.each(named(withBody))(
    '%s: malformed JSON 400, another type 415, too large 413',
    async (_, operation) => {
      const { url, db } = await startService()
      const headers = { ...bearer(KEY), ...JSON_TYPE }
      expectRefusal(await send(url, operation, { headers, body: '{"a":' }), 400)
      expectRefusal(
        await send(url, operation, { headers: { ...bearer(KEY), 'content-type': 'text/xml' }, body: '<a/>' }),
        415,
      )
      expectRefusal(
        await send(url, operation, { headers, body: JSON.stringify({ a: 'x'.repeat(300_000) }) }),
        413,
      )
      const kept = ['procedure', 'report', 'signature', 'subscription', 'event'].map(
        (table) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n,
      )
      expect(kept).toEqual([0, 0, 0, 0, 0])
    },
  )

  it.each(
    named(withBody.filter(({ isBodyOptional, path }) => isBodyOptional !== true && !path.includes('{'))),
  )('%s: a body that is no object, or has nothing in it, 400', async (_, operation) => {
    const { url } = await startService()
    const headers = { ...bearer(KEY), ...JSON_TYPE }
    for (const body of ['[]', 'null', '7', '"x"', '{}', ''])
      expectRefusal(await send(url, operation, { headers, body }), 400)
  })

  it.each(named(withIds.filter(({ isOpen }) => isOpen !== true)))(
    '%s: 404 for what is not there',
    async (_, operation) => {
      const { url } = await startService()
      const body = { type: 'es_576_doc', status: 'DONE', url: 'https://files.example.com/a.pdf' }
      const incident = operation.path.includes('documents/{documentId}/incidents')
        ? 'invalid-document'
        : 'seizure'
      const given = operation.path.endsWith('/incidents') ? { type: incident } : body
      const init =
        operation.body === undefined
          ? { headers: bearer(KEY) }
          : { headers: { ...bearer(KEY), ...JSON_TYPE }, body: JSON.stringify(given) }
      expectRefusal(await send(url, operation, init), 404)
    },
  )

  it.each(named(ALL.filter(({ isOpen }) => isOpen === true)))(
    '%s: 403 without its token',
    async (_, operation) => {
      const { url } = await startService()
      expectRefusal(await send(url, operation), 403)
      expectRefusal(await send(url, operation, { headers: bearer(KEY) }), 403)
    },
  )
})
