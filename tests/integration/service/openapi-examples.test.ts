import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { buildOpenApiDocument } from '#service/openapi/document.ts'
import { listOperations } from '#service/openapi/operations.ts'
import { serviceAssumptions as assumptions } from '#shared/api/service-assumptions.ts'
import { EVENT_NAMES } from '#shared/domain/vocabulary.ts'

interface Content {
  'application/json'?: { schema: object; example?: unknown }
}
interface Call {
  operationId: string
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
interface Document {
  paths: Record<string, Record<string, Call>>
  webhooks: Record<string, { post: { requestBody: { content: Content } } }>
  components: { schemas: Record<string, { enum?: string[] }> }
}

const document = buildOpenApiDocument(listOperations(assumptions, 'development'), {
  assumptions,
  mode: 'development',
  retryProfile: 'default',
}) as Document
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
ajv.addSchema({ $id: 'openapi', components: document.components })
const validatorOf = (schema: object) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')))

function expectExample(content: Content | undefined, what: string): void {
  const json = content?.['application/json']
  if (json === undefined) return
  expect([what, json.example]).not.toEqual([what, undefined])
  const validate = validatorOf(json.schema)
  expect([what, validate(json.example), validate.errors]).toEqual([what, true, null])
}

const calls = Object.values(document.paths).flatMap((verbs) => Object.values(verbs))

describe('the examples of the document', () => {
  it.each(calls.map((call) => [call.operationId, call] as const))(
    '%s: its body, its answer and every refusal are as their schemas say',
    (id, { requestBody, responses }) => {
      if (requestBody?.required) expectExample(requestBody.content, `${id} body`)
      for (const [status, { content, description }] of Object.entries(responses)) {
        expectExample(content, `${id} ${status}`)
        expect(description).toMatch(/\S/)
      }
    },
  )

  it.each(EVENT_NAMES)('%s is as its schema says', (name) => {
    expectExample(document.webhooks[name]?.post.requestBody.content, name)
  })

  it('refusals are those that each call can meet', () => {
    const statusesOf = (id: string) =>
      Object.keys(calls.find(({ operationId }) => operationId === id)?.responses ?? {})
    expect(statusesOf('postProceduresTransfer')).toEqual([
      '201',
      '400',
      '401',
      '408',
      '413',
      '415',
      '429',
      'default',
    ])
    expect(statusesOf('getProceduresIdDocumentsDocumentIdDownload')).toEqual([
      '200',
      '206',
      '403',
      '404',
      '416',
      '429',
      '502',
      'default',
    ])
  })
})

describe('open lists', () => {
  const { schemas } = document.components

  it('name their known values and take any other', () => {
    expect(schemas['ProcedureState']?.enum).toContain('ON_HOLD')
    const validate = validatorOf({ $ref: '#/components/schemas/Incident' })
    const { example } =
      calls.find(({ operationId }) => operationId === 'postTestProceduresIdIncidents')?.responses['201']
        ?.content?.['application/json'] ?? {}
    expect(validate({ ...(example as object), level: 'a-new-one' })).toBe(true)
    expect(validate({ ...(example as object), level: '' })).toBe(false)
  })

  it('close no list of an answer', () => {
    // A named list is closed. A schema always offers the list beside any other text.
    const text = JSON.stringify({ ...document.components.schemas, ...document.webhooks })
    const named = Object.values(schemas).filter((schema) => schema.enum !== undefined).length
    const own = text.match(/"enum":\[/g)?.length
    // The type of the signer is not an open list: a client sends the type, and the answer repeats the type.
    expect(own).toBe(named + 1)
  })
})

it.each([
  ['vrm', 'postProceduresTransfer', '1234-bcd', '12 34 ñ'],
  ['vin', 'postProceduresRegistration', 'VSS ZZZ5FZHR000412', 'ABC'],
])('the pattern of %s takes what the service takes', (field, id, good, bad) => {
  const body = calls.find(({ operationId }) => operationId === id)?.requestBody?.content['application/json']
  const validate = validatorOf(body?.schema ?? {})
  expect(validate({ ...(body?.example as object), [field]: good })).toBe(true)
  expect(validate({ ...(body?.example as object), [field]: bad })).toBe(false)
})
