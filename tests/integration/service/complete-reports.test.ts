import { describe, expect, it } from 'vitest'
import { reportSchema, type Report } from '#shared/api/report.ts'
import { ISSUE_TYPES } from '#shared/domain/vocabulary.ts'
import { issueKindOf } from '#shared/domain/vocabulary.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { pdfPages, pdfText } from './support/pdf-text.ts'
import {
  createReport,
  get,
  KEY,
  OTHER_KEY,
  post,
  readReport,
  settledReport,
  startService,
} from './support/service.ts'

const DATE = /^\d{2}\/\d{2}\/\d{4}$/

async function completeReport(url: string, vrm: string): Promise<Report> {
  const { id } = await createReport(url, vrm, KEY, 'complete')
  return settledReport(url, id)
}

/** Downloads the official PDF like a browser: with the link and nothing else. */
async function download(report: Report): Promise<Response> {
  return fetch(report.reportUrl ?? '')
}

describe('POST /v1/reports/complete', () => {
  it('"201: id, vrm, type (complete), status (processing)", and nothing else', async () => {
    const { url } = await startService()
    const response = await post(`${url}/v1/reports/complete`, { vrm: '1234 bcd' })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/\S/),
      vrm: '1234BCD',
      type: 'complete',
      status: 'processing',
    })
  })

  it('refuses what the reduced one refuses', async () => {
    const { url } = await startService()
    expect((await post(`${url}/v1/reports/complete`, { vrm: 'HOLA' })).status).toBe(400)
    expect((await post(`${url}/v1/reports/complete`, { vrm: '1234BCD' }, 'nobody')).status).toBe(401)
  })

  it('processing until the delay is over, and across a restart', async () => {
    const clock = createFakeClock()
    const before = await startService({ clock, reportDelayMs: 600 })
    const due = await createReport(before.url, '8888BBB', KEY, 'complete')
    const { id } = await createReport(before.url, '1234BCD', KEY, 'complete')
    clock.advance(599)
    expect(await readReport(before.url, id)).toEqual({
      id,
      vrm: '1234BCD',
      type: 'complete',
      status: 'processing',
    })
    await before.close()
    clock.advance(1)
    const after = await startService({ clock, reportDelayMs: 600, directory: before.directory })
    expect(await readReport(after.url, due.id)).toMatchObject({ transferabilityStatus: 'not_transferable' })
    expect(await readReport(after.url, id)).toMatchObject({ status: 'completed' })
  })
})

describe('"Complete report plates (different from the reduced ones)"', () => {
  it('8888BBB: completed, not_transferable, with at least one blocking charge', async () => {
    const { url } = await startService()
    const report = await completeReport(url, '8888BBB')
    expect(report).toMatchObject({ status: 'completed', transferabilityStatus: 'not_transferable' })
    const kinds = report.issues?.map(({ conceptType }) => kindOf(conceptType))
    expect(kinds).toContain('blocking')
    expect(kinds).toContain('alert')
    expect(report).not.toHaveProperty('failureReason')
  })

  it.each([
    ['9999DDD', null],
    ['9999FFF', 'service_unavailable'],
  ])('%s: error, failureReason %s', async (vrm, failureReason) => {
    const { url } = await startService()
    const report = await completeReport(url, vrm)
    expect(report).toEqual({ id: report.id, vrm, type: 'complete', status: 'error', failureReason })
  })

  it.each(['1234BCD', '0000BBB', '0000CCC', '0000DDD', '0000FFF', 'M1234AB', 'R1234BBB'])(
    'any other valid plate (%s): completed, transferable',
    async (vrm) => {
      const { url } = await startService()
      const report = await completeReport(url, vrm)
      expect(report).toMatchObject({ status: 'completed', transferabilityStatus: 'transferable' })
      expect(report.issues?.map(({ conceptType }) => kindOf(conceptType))).not.toContain('blocking')
    },
  )

  it('the charges of a plate whose reduced report has alerts tell which', async () => {
    const { url } = await startService()
    const { issues } = await completeReport(url, '0000CCC')
    expect(issues?.map(({ conceptType }) => conceptType)).toEqual(['itv-expired', 'no-insurance'])
  })
})

const kindOf = issueKindOf

describe('registryExtractedData: "the complete report adds"', () => {
  it.each(['1234BCD', '8888BBB', 'M1234AB', 'C4821BXN'])('every field, for %s', async (vrm) => {
    const { url } = await startService()
    const reduced = await settledReport(url, (await createReport(url, vrm)).id)
    const { registryExtractedData: data } = await completeReport(url, vrm)
    expect(data).toEqual({
      ...reduced.registryExtractedData,
      registrationDate: expect.stringMatching(DATE),
      vehicleType: expect.stringMatching(/\S/),
      service: expect.stringMatching(/^[AB]$/),
      autonomousCommunity: expect.stringMatching(/\S/),
      owner: expect.stringMatching(/\S/),
      hasInvalidItv: expect.any(Boolean),
      hasInvalidInsurance: expect.any(Boolean),
      hasCharges: expect.any(Boolean),
      hasDenial: expect.any(Boolean),
      hasPendingSafetyCampaign: expect.any(Boolean),
      itvHistory: expect.any(Array),
      ownerHistory: expect.any(Array),
      lesseeHistory: expect.any(Array),
    })
  })

  it('the flags say what the issues say', async () => {
    const { url } = await startService()
    const { registryExtractedData } = await completeReport(url, '8888BBB')
    expect(registryExtractedData).toMatchObject({ hasCharges: true, hasDenial: true, hasInvalidItv: true })
    const other = await completeReport(url, '0000BBB')
    expect(other.registryExtractedData).toMatchObject({
      hasCharges: false,
      hasDenial: false,
      hasInvalidItv: false,
    })
  })
})

describe('issues', () => {
  it('"conceptType, concept, description, optional date (ISO 8601), optional authority"', async () => {
    const { url } = await startService()
    const { issues = [] } = await completeReport(url, '8888BBB')
    for (const { conceptType, concept, description, date, authority } of issues) {
      expect(ISSUE_TYPES).toContain(conceptType)
      expect(concept).toMatch(/\S/)
      expect(description).toMatch(/\S/)
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(authority ?? 'none').toMatch(/\S/)
    }
    expect(issues.some(({ authority }) => authority === undefined)).toBe(true)
  })

  it('are in no reduced report, and neither is a link', async () => {
    const { url } = await startService()
    const report = await settledReport(url, (await createReport(url, '8888BBB')).id)
    for (const field of ['issues', 'reportUrl', 'failureReason']) expect(report).not.toHaveProperty(field)
  })

  it('are read whatever they are: an unknown one is kept, what is no issue is left out', () => {
    const base = { id: 'x', vrm: '1234BCD', type: 'complete', status: 'completed' }
    const issues = [{ conceptType: 'new-one', concept: 'Nueva' }, null, 'text', { concept: 7 }]
    expect(reportSchema.parse({ ...base, issues }).issues).toEqual([
      { conceptType: 'new-one', concept: 'Nueva' },
      { conceptType: '' },
    ])
    expect(reportSchema.parse({ ...base, issues: 'none' }).issues).toBeUndefined()
    const data = { itvHistory: 'a text', owner: { name: 'x' }, hasCharges: 'yes', more: 1 }
    expect(reportSchema.parse({ ...base, registryExtractedData: data }).registryExtractedData).toEqual({
      itvHistory: 'a text',
      owner: { name: 'x' },
      more: 1,
    })
  })
})

describe('"reportUrl: pre-signed URL to download the official PDF. Valid for a limited time"', () => {
  it('has the shape /v1/reports/{id}/download with a token, and needs no key', async () => {
    const { url } = await startService()
    const report = await completeReport(url, '8888BBB')
    const link = new URL(report.reportUrl ?? '')
    expect(link.origin).toBe(url)
    expect(link.pathname).toBe(`/v1/reports/${report.id}/download`)
    expect(link.searchParams.get('token')).toMatch(/\S{20}/)
    const response = await download(report)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  it('is a PDF that says MUESTRA on each page, the plate, the vehicle, the verdict, issues and histories', async () => {
    const { url } = await startService()
    const report = await completeReport(url, '8888BBB')
    const pdf = Buffer.from(await (await download(report)).arrayBuffer())
    const text = pdfText(pdf)
    expect(text.split('\n').filter((line) => line === 'MUESTRA')).toHaveLength(pdfPages(pdf))
    const data = report.registryExtractedData
    for (const shown of [
      '8888 BBB',
      data?.vin,
      data?.brand,
      'NO TRANSFERIBLE',
      'Embargo',
      'Historial de ITV',
      report.id,
    ])
      expect(text).toContain(shown)
  })

  it('expires, and "a fresh GET renews it"', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock, reportDelayMs: 0, assumptions: { downloadTtlMs: 300_000 } })
    const { id } = await createReport(url, '1234BCD', KEY, 'complete')
    clock.advance(0)
    const report = await readReport(url, id)
    clock.advance(299_999)
    expect((await download(report)).status).toBe(200)
    clock.advance(1)
    expect((await download(report)).status).toBe(403)
    expect((await download(await readReport(url, id))).status).toBe(200)
  })

  it('is good after a restart', async () => {
    const before = await startService()
    const report = await completeReport(before.url, '1234BCD')
    await before.close()
    const { url } = await startService({ directory: before.directory })
    const { pathname, search } = new URL(report.reportUrl ?? '')
    expect((await fetch(url + pathname + search)).status).toBe(200)
  })

  it('403 in the one error format: no token, a changed one, another report’s, one of another service', async () => {
    const { url } = await startService()
    const other = await startService()
    const [report, another, foreign] = await Promise.all([
      completeReport(url, '1234BCD'),
      completeReport(url, '5678FGH'),
      completeReport(other.url, '1234BCD'),
    ])
    const tokenOf = ({ reportUrl = '' }: Report) => new URL(reportUrl).searchParams.get('token') ?? ''
    const token = tokenOf(report)
    const later = token.replace(/^[^.]+/, (until) => (Number.parseInt(until, 36) + 1_000_000).toString(36))
    const path = `${url}/v1/reports/${report.id}/download`
    const bad = ['', '?token=', `?token=${later}`, `?token=${tokenOf(another)}`, `?token=${tokenOf(foreign)}`]
    for (const query of [...bad, `?token=${token}x`, `?token=a&token=${token}`, `?token=${KEY}`]) {
      const response = await fetch(path + query, { headers: { authorization: `Bearer ${KEY}` } })
      expect({ query, status: response.status }).toEqual({ query, status: 403 })
      expect(await response.json()).toEqual({
        statusCode: 403,
        error: 'Forbidden',
        message: expect.stringMatching(/\S/),
        details: [],
      })
    }
    expect((await fetch(`${url}/v1/reports/nobody/download?token=${token}`)).status).toBe(403)
  })

  it('the report itself is still its account’s alone', async () => {
    const { url } = await startService()
    const { id } = await completeReport(url, '1234BCD')
    expect((await get(`${url}/v1/reports/${id}`, OTHER_KEY)).status).toBe(404)
    expect((await fetch(`${url}/v1/reports/${id}`)).status).toBe(401)
  })

  it('leads to where the question was asked', async () => {
    const { url } = await startService()
    const { port } = new URL(url)
    const { id } = await createReport(`http://localhost:${port}`, '1234BCD', KEY, 'complete')
    const report = await settledReport(`http://localhost:${port}`, id)
    expect(report.reportUrl).toMatch(`http://localhost:${port}/v1/`)
  })
})
