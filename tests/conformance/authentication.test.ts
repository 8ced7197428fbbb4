import { describe, expect, it } from 'vitest'
import { findTarget } from './target.ts'

const { call, url } = await findTarget()

const CALLS: readonly (readonly [string, string])[] = [
  ['POST', '/v1/procedures/registration'],
  ['POST', '/v1/procedures/transfer'],
  ['PATCH', '/v1/procedures/registration/some-id'],
  ['POST', '/v1/procedures/some-id/confirm'],
  ['GET', '/v1/procedures/some-id'],
  ['POST', '/v1/procedures/some-id/documents'],
  ['POST', '/v1/procedures/some-id/incidents/other-id/solve'],
  ['POST', '/v1/reports/reduced'],
  ['POST', '/v1/reports/complete'],
  ['GET', '/v1/reports/some-id'],
  ['POST', '/v1/signatures/mandate-generic'],
  ['GET', '/v1/signatures/some-id'],
  ['PUT', '/v1/test/procedures/some-id/status'],
  ['POST', '/v1/test/procedures/some-id/documents'],
  ['POST', '/v1/test/procedures/some-id/incidents'],
]

describe('"Every call requires an API key sent as a bearer token"', () => {
  it.each(CALLS)(
    '%s %s: 401 {statusCode: 401, message: Unauthorized} without a key and with a wrong one',
    async (method, path) => {
      for (const headers of [{}, { authorization: 'Bearer of-nobody' }]) {
        const response = await fetch(url + path, { method, headers })
        expect(response.status).toBe(401)
        expect(await response.json()).toMatchObject({ statusCode: 401, message: 'Unauthorized' })
      }
    },
  )

  it('with a key the call is heard', async () => {
    expect((await call('GET', '/v1/reports/some-id')).status).toBe(404)
  })
})
