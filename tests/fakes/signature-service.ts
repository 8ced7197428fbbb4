import { json, type FaultService, type Responder, type SeenRequest } from './fault-service.ts'

export interface SignatureRequestsOptions {
  /** Prefix of the ids, to tell consecutive services apart. */
  prefix?: string
  /** Overrides of the service's usual record. */
  record?: (id: string, host: string) => Record<string, unknown>
  /** Answers requests for the signed document. */
  document?: Responder
}

interface Made {
  type: string
  signer: unknown
}

/** Signature requests like the service's: 201 `submitted`, and the same record at every look. */
export function signatureRequests(options: SignatureRequestsOptions = {}): Responder {
  const { prefix = 'sig', record = () => ({}), document } = options
  const made = new Map<string, Made>()
  return async (request, response) => {
    const { method, path, body, headers } = request
    const host = headers.host ?? ''
    const tell = (status: number, id: string, { type, signer }: Made) =>
      json(response, status, {
        id,
        createdAt: '2026-11-21T10:00:00.000Z',
        type,
        status: 'submitted',
        signer,
        documents: [{ id: '1', name: 'Mandato' }],
        ...record(id, host),
      })
    const [, last = '', more] = /^\/v1\/signatures\/([^/?]+)(\/.*)?$/.exec(path) ?? []
    if (method === 'POST') {
      const one = { type: last, signer: (JSON.parse(body) as { signer: unknown }).signer }
      const id = `${prefix}_${made.size + 1}`
      made.set(id, one)
      return tell(201, id, one)
    }
    const one = made.get(last)
    if (!one) return json(response, 404, { statusCode: 404, message: 'Not Found' })
    if (more !== undefined && document) return document(request, response)
    tell(200, last, one)
  }
}

/** Requests to sign, in order; of one name if given, as far as the body was read. */
export const askedToSign = ({ seen }: Pick<FaultService, 'seen'>, fullname?: string): SeenRequest[] =>
  seen.filter(
    ({ method, path, body }) =>
      method === 'POST' &&
      path.startsWith('/v1/signatures/') &&
      (fullname === undefined || body.includes(JSON.stringify(fullname))),
  )
