import { json, type FaultService, type Responder, type SeenRequest } from './fault-service.ts'

export const SAMPLE_PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n',
)

/** Token of the links that `completeReports` returns. No other text of a test contains it. */
export const LINK_TOKEN = 'tok3n-of-the-link'

export interface CompleteReportsOptions {
  /** Overrides of a transferable report's fields. */
  result?: (vrm: string, id: string) => Record<string, unknown>
  /** Number of the first look that returns a result. */
  looks?: number
  /** Prefix of the ids, to tell consecutive services apart. */
  prefix?: string
}

/**
 * Complete reports like the service's: 201 `processing`, the result at a later look, and the PDF behind a link with a
 * token. Reduced ones too, since the office requests both.
 */
export function completeReports(options: CompleteReportsOptions = {}): Responder {
  const { result = () => ({}), looks = 1, prefix = 'com' } = options
  const reports = new Map<string, { vrm: string; type: string; looks: number }>()
  return ({ method, path, body, headers }, response) => {
    if (method === 'POST') {
      const { vrm } = JSON.parse(body) as { vrm: string }
      const type = path.endsWith('/complete') ? 'complete' : 'reduced'
      const id = `${prefix}_${reports.size + 1}`
      reports.set(id, { vrm, type, looks: 0 })
      return json(response, 201, { id, vrm, type, status: 'processing' })
    }
    const { pathname, searchParams } = new URL(path, 'http://service')
    const [, id = '', download] = /^\/v1\/reports\/([^/]+)(\/download)?$/.exec(pathname) ?? []
    const report = reports.get(id)
    if (!report) return json(response, 404, { statusCode: 404, message: 'Not Found' })
    if (download) {
      if (searchParams.get('token') !== LINK_TOKEN) return json(response, 403, { message: 'expired' })
      response.writeHead(200, { 'content-type': 'application/pdf' })
      return void response.end(SAMPLE_PDF)
    }
    const { vrm, type } = report
    if (++report.looks < looks) return json(response, 200, { id, vrm, type, status: 'processing' })
    json(response, 200, {
      id,
      vrm,
      type,
      status: 'completed',
      transferabilityStatus: 'transferable',
      registryExtractedData: { vrm, brand: 'SEAT', hasCharges: false, ownerHistory: [{ from: '2018' }] },
      ...(type === 'complete' && {
        issues: [],
        reportUrl: `http://${headers.host}/v1/reports/${id}/download?token=${LINK_TOKEN}`,
      }),
      ...result(vrm, id),
    })
  }
}

/** Answers requests with one of the keys; refuses the rest as specified. */
export function guarded(keys: readonly string[], responder: Responder): Responder {
  return (request, response) => {
    const isDownload = request.path.includes('/download?')
    const [, key] = /^Bearer (.*)$/.exec(request.authorization ?? '') ?? []
    if (isDownload || (key !== undefined && keys.includes(key))) return responder(request, response)
    json(response, 401, { statusCode: 401, message: 'Unauthorized' })
  }
}

/** Requests for paid reports, in order; of one plate if given, as far as the body was read. */
export const paidRequests = ({ seen }: Pick<FaultService, 'seen'>, vrm?: string): SeenRequest[] =>
  seen.filter(
    ({ method, path, body }) =>
      method === 'POST' &&
      path === '/v1/reports/complete' &&
      (vrm === undefined || body === JSON.stringify({ vrm })),
  )
