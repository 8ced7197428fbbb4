import { describe, expect, it } from 'vitest'
import { GENERATED_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { generatedDocumentLabels } from '#shared/text/labels.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { pdfPages, pdfText } from './support/pdf-text.ts'
import { bearer, get, KEY, post, startService } from './support/service.ts'

interface Shown {
  id: string
  type: string
  downloadUrl: string
}
const read = async (url: string, id: string) => (await get(`${url}/v1/procedures/${id}`)).json()
const pdfOf = async ({ downloadUrl }: Shown) => Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())

async function deliver(url: string, kind: 'registration' | 'transfer', body: object): Promise<string> {
  const common = { userEmail: 'a@example.com', documents: [] }
  const { id } = await (await post(`${url}/v1/procedures/${kind}`, { ...common, ...body })).json()
  const headers = { ...bearer(KEY), 'content-type': 'application/json' }
  const status = '{"status":"DELIVERED_TO_CLIENT"}'
  await fetch(`${url}/v1/test/procedures/${id}/status`, { method: 'PUT', headers, body: status })
  return id
}

describe('generated documents', () => {
  it('each of the sixteen is a PDF that says what it is, of which procedure and vehicle, and MUESTRA', async () => {
    const { url } = await startService()
    const ids = await Promise.all([
      deliver(url, 'transfer', { vrm: '1234BCD', taxableBase: 8_450.5, invoiceNumber: 'F-117' }),
      ...['2', '7', '9'].map((digit) => deliver(url, 'registration', { vin: `VSSZZZ5FZHR00041${digit}` })),
    ])
    const seen = new Set<string>()
    for (const id of ids) {
      const procedure = await read(url, id)
      for (const document of procedure.generatedDocuments as Shown[]) {
        seen.add(document.type)
        const pdf = await pdfOf(document)
        const text = pdfText(pdf)
        const label =
          new Map<string, string>(Object.entries(generatedDocumentLabels)).get(document.type) ?? ''
        const vehicle = procedure.vehicle?.vin ?? '1234 BCD'
        for (const shown of [label, id, vehicle, procedure.companyTaxId]) expect(text).toContain(shown)
        expect(text.split('\n').filter((line) => line === 'MUESTRA')).toHaveLength(pdfPages(pdf))
        // No codes and no machine-readable times: people read them.
        expect(text).not.toContain(document.type)
        expect(text).not.toMatch(/UTC|\d{4}-\d{2}-\d{2}/)
      }
    }
    expect(seen).toEqual(new Set(GENERATED_DOCUMENT_TYPES))
  })

  it('the tax paper has the tax worked out', async () => {
    const { url } = await startService()
    const id = await deliver(url, 'transfer', {
      vrm: '1234BCD',
      taxableBase: 8_450.5,
      invoiceNumber: 'F-117',
    })
    const { generatedDocuments } = await read(url, id)
    const itp = generatedDocuments.find(({ type }: Shown) => type === 'es_itp_doc')
    const text = pdfText(await pdfOf(itp))
    // With the thousands separator also under ten thousand, and the sign.
    expect(text).toContain('8.450,50\u00a0€')
    expect(text).toContain('338,02\u00a0€')
  })

  it('is the same paper each time it is downloaded', async () => {
    const { url } = await startService()
    const id = await deliver(url, 'transfer', { vrm: '1234BCD', taxableBase: 1, invoiceNumber: 'F' })
    const [document] = (await read(url, id)).generatedDocuments
    expect((await pdfOf(document)).equals(await pdfOf(document))).toBe(true)
  })

  it('what a client wrote cannot break a paper', async () => {
    const { url } = await startService()
    const invoiceNumber = '(\\) \u{1F697} ñ€ عربي '.repeat(4).trim()
    const id = await deliver(url, 'transfer', { vrm: '1234BCD', taxableBase: 1, invoiceNumber })
    for (const document of (await read(url, id)).generatedDocuments)
      expect(pdfText(await pdfOf(document))).toContain('ñ€')
  })
})

describe('downloadUrl: "temporary download link; it expires after a few minutes"', () => {
  it('expires, and a fresh GET renews it; it is of one document alone', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock })
    const id = await deliver(url, 'transfer', { vrm: '1234BCD', taxableBase: 1, invoiceNumber: 'F' })
    const [document, other] = (await read(url, id)).generatedDocuments as [Shown, Shown]
    clock.advance(299_999)
    expect((await fetch(document.downloadUrl)).status).toBe(200)
    clock.advance(1)
    expect((await fetch(document.downloadUrl)).status).toBe(403)
    const [fresh] = (await read(url, id)).generatedDocuments
    expect((await fetch(fresh.downloadUrl)).status).toBe(200)
    expect((await fetch(fresh.downloadUrl.replace(document.id, other.id))).status).toBe(403)
    expect((await fetch(fresh.downloadUrl.split('?')[0])).status).toBe(403)
  })
})
