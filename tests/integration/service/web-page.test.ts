import { describe, expect, it } from 'vitest'
import { createFakeClock } from './support/fake-clock.ts'
import { bearer, KEY, post, startService } from './support/service.ts'

const TRANSFER = {
  vrm: '1234BCD',
  taxableBase: 1200.5,
  invoiceNumber: 'F-1',
  userEmail: 'a@example.com',
  documents: [],
}

describe('the page of a procedure', () => {
  it('says which document an incident is about', async () => {
    const { url } = await startService()
    const { id, webUrl } = await (await post(`${url}/v1/procedures/transfer`, TRANSFER)).json()
    const documents = `${url}/v1/procedures/${id}/documents`
    const added: string[] = []
    for (const name of ['vendedor <1>.pdf', 'comprador.pdf']) {
      const form = new FormData()
      form.set('type', 'national_id')
      form.set('file', new Blob(['%PDF-1.7\n%%EOF\n'], { type: 'application/pdf' }), name)
      const response = await fetch(documents, { method: 'POST', headers: bearer(KEY), body: form })
      added.push((await response.json()).id)
    }
    const at = `${url}/v1/test/procedures/${id}`
    await post(`${at}/documents/${added[0]}/incidents`, { type: 'expired-document' })
    await post(`${at}/incidents`, { type: 'seizure' })
    const rows = (await (await fetch(webUrl)).text()).match(/<tr>.*?<\/tr>/g) ?? []
    const about = rows.filter((row) => /Abierta/.test(row))
    expect(about).toHaveLength(2)
    expect(about[0]).toContain('vendedor &lt;1&gt;.pdf')
    expect(about[1]).not.toContain('.pdf')
    expect(rows.join('')).not.toContain('comprador.pdf')
  })

  it.each([
    ['2026-11-22T18:05:09Z', '22 nov 2026, 19:05'],
    ['2026-07-01T22:30:00Z', '2 jul 2026, 00:30'],
  ])('tells the time of Spain: %s is %s', async (at, shown) => {
    const { url } = await startService({ clock: createFakeClock(Date.parse(at)) })
    const { webUrl } = await (await post(`${url}/v1/procedures/transfer`, TRANSFER)).json()
    const page = await (await fetch(webUrl)).text()
    expect(page).toContain(shown)
    expect(page).not.toContain('UTC')
  })

  it('writes amounts as in Spain', async () => {
    const { url } = await startService()
    const { webUrl } = await (await post(`${url}/v1/procedures/transfer`, TRANSFER)).json()
    expect(await (await fetch(webUrl)).text()).toContain('1.200,50\u00a0€')
  })
})
