import { json, type FaultService, type Responder, type SeenRequest } from './fault-service.ts'

export const SAMPLE_PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n',
)

/** Of the links that `completeReports` gives. No other text of a test contains it. */
export const LINK_TOKEN = 'tok3n-of-the-link'

export interface CompleteReportsOptions {
  /** What is said of a plate, over the fields of a transferable one. */
  result?: (vrm: string, id: string) => Record<string, unknown>
  /** From which look on there is a result. */
  looks?: number
  /** What of each id, for services that follow one another. */
  prefix?: string
}

/**
 * Complete reports as the service gives them: 201 `processing`, the result at a later look, and the PDF behind a link
 * of its own with a token. Reduced ones too, since the desk asks for both.
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

/** Answers only those who bring one of the keys; the rest as the specification says. */
export function guarded(keys: readonly string[], responder: Responder): Responder {
  return (request, response) => {
    const isDownload = request.path.includes('/download?')
    const [, key] = /^Bearer (.*)$/.exec(request.authorization ?? '') ?? []
    if (isDownload || (key !== undefined && keys.includes(key))) return responder(request, response)
    json(response, 401, { statusCode: 401, message: 'Unauthorized' })
  }
}

/** Every time that somebody asked to pay, in order; of one plate if given, as far as its name was read. */
export const paidRequests = ({ seen }: Pick<FaultService, 'seen'>, vrm?: string): SeenRequest[] =>
  seen.filter(
    ({ method, path, body }) =>
      method === 'POST' &&
      path === '/v1/reports/complete' &&
      (vrm === undefined || body === JSON.stringify({ vrm })),
  )
