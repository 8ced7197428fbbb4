import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { readContract } from '../../conformance/contract.ts'
import { get, startService } from './support/service.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
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
          // Every GET is a HEAD too: the document need not say it.
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
