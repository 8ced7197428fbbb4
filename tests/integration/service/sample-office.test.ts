import { describe, expect, it } from 'vitest'
import { SAMPLE_OFFICE_PATH, sampleOfficeSchema } from '#shared/api/development.ts'
import { procedureSchema } from '#shared/api/procedure.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { get, OTHER_KEY, post, startService } from './support/service.ts'

const read = async (url: string) =>
  sampleOfficeSchema.parse(await (await post(`${url}${SAMPLE_OFFICE_PATH}`, {})).json())

describe('POST /_dev/office', () => {
  it('makes it once: asked again, it answers the same and adds nothing', async () => {
    const { url } = await startService()
    const first = await read(url)
    expect(await read(url)).toEqual(first)
    expect(first.cases).toHaveLength(60)
  })

  it('makes the same office of the same seed in another store, dated by its own clock', async () => {
    const clock = createFakeClock()
    const one = await startService({ clock })
    const other = await startService({ clock })
    const [first, second] = [await read(one.url), await read(other.url)]
    expect(second.cases).toEqual(first.cases)
    expect(second.signatures).toEqual(first.signatures)
    expect(first.madeAt).toBe(new Date(clock.now()).toISOString())
  })

  it('is read through the public API, and its events agree with it', async () => {
    // Nothing moves meanwhile.
    const { url } = await startService({ clock: createFakeClock() })
    const { cases, events, signatures, reports } = await read(url)
    for (const { id } of cases) {
      const procedure = procedureSchema.parse(await (await get(`${url}/v1/procedures/${id}`)).json())
      const states = events.flatMap(({ event, data }) => {
        const { id: of, status } = data as { id: string; status?: string }
        return event === 'procedure.status_changed' && of === id ? [status] : []
      })
      expect(states.at(-1) ?? 'DRAFT').toBe(procedure.status)
    }
    expect((await get(`${url}/v1/signatures/${signatures[0]!.id}`)).status).toBe(200)
    const statuses = await Promise.all(
      reports.map(async ({ id }) => (await (await get(`${url}/v1/reports/${id}`)).json()).status),
    )
    expect(statuses).not.toContain('processing')
  })

  it('gives its documents as files', async () => {
    const { url } = await startService()
    const { cases } = await read(url)
    const { documents } = await (await get(`${url}/v1/procedures/${cases[0]!.id}`)).json()
    const file = await fetch(documents[0].downloadUrl)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('belongs to the account that asked, and is not there in production', async () => {
    const { url } = await startService()
    const { cases } = await read(url)
    const others = await get(`${url}/v1/procedures/${cases[0]!.id}`, OTHER_KEY)
    expect(others.status).toBe(404)
    const production = await startService({ mode: 'production' })
    expect((await post(`${production.url}${SAMPLE_OFFICE_PATH}`, {})).status).toBe(404)
  })
})
