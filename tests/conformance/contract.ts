import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** One call and its answer. */
interface Exchange {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
  readonly isJson: boolean
}

export interface Contract {
  /** Throws if the document does not allow the exchange. */
  check(exchange: Exchange): void
}

interface OperationObject {
  requestBody?: { required?: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/** OpenAPI document of a service, to validate its requests and answers. */
export async function readContract(url: string): Promise<Contract> {
  const document: { paths: Record<string, Record<string, OperationObject>>; components: object } = await (
    await fetch(`${url}/openapi.json`)
  ).json()
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', components: document.components })
  const compiled = new Map<object, ValidateFunction>()
  function validatorOf(schema: object): ValidateFunction {
    const known = compiled.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
    const validate = ajv.compile(JSON.parse(text))
    compiled.set(schema, validate)
    return validate
  }
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    // Paths with fewer parameters first: `/registration` is no id.
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }))
  routes.sort((a, b) => a.parameters - b.parameters)

  return {
    check({ method, path, body, status, answer, isJson }) {
      const { pathname } = new URL(path, url)
      const verb = method.toLowerCase()
      const route = routes.find(({ pattern, operations }) => pattern.test(pathname) && verb in operations)
      const operation = route?.operations[verb]
      if (operation === undefined) return
      const name = `${method} ${route?.path}`
      const taken = operation.requestBody?.content['application/json']?.schema
      if (taken !== undefined && body !== undefined && status < 300 && !validatorOf(taken)(body))
        throw new Error(`${name} took a body that its document does not allow`)
      const described = operation.responses[String(status)] ?? operation.responses['default']
      if (described === undefined)
        throw new Error(`${name} answered ${status}, which its document does not name`)
      const shape = described.content?.['application/json']?.schema
      if (shape === undefined || !isJson) return
      const validate = validatorOf(shape)
      if (!validate(answer))
        throw new Error(`${name} ${status} is not as documented: ${ajv.errorsText(validate.errors)}`)
    },
  }
}
