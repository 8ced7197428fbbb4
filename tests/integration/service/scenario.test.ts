import { describe, expect, it } from 'vitest'
import { SERVICE_UNAVAILABLE, type ReportType } from '#shared/api/report.ts'
import { SAMPLE_DOCUMENTS_PATH, SCENARIO_STEP_PATH, scenarioStepSchema } from '#shared/api/development.ts'
import type { ScenarioAction } from '#shared/scenario/scenario.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { createReport, get, KEY, OTHER_KEY, post, settledReport, startService } from './support/service.ts'

const VEGA = { name: 'Ocasión Vega, S.L.', taxId: 'B46001210' }
const GOLF: ScenarioAction = {
  do: 'open',
  name: 'golf',
  kind: 'transfer',
  plate: '4821LMV',
  daysAgo: 3,
  state: 'IN_PROGRESS',
  client: VEGA.name,
  seller: VEGA,
  notes: '',
  labels: ['fin de mes'],
}
const MANDATE: ScenarioAction = {
  do: 'send',
  name: 'mandato',
  document: 'mandate-specific',
  signer: { name: 'Ana Soler', taxId: '53221907E', email: 'ana@correo.example' },
  for: 'golf',
  daysAgo: 2,
  state: 'sent',
}

async function take(url: string, key: string, actions: readonly ScenarioAction[]) {
  const answer = await post(`${url}${SCENARIO_STEP_PATH}`, { key, actions })
  return { status: answer.status, body: await answer.json() }
}
const taken = async (...args: Parameters<typeof take>) => scenarioStepSchema.parse((await take(...args)).body)
const read = async (url: string, path: string) => (await get(`${url}/v1/${path}`)).json()

async function lookUp(url: string, vrm: string, type: ReportType = 'reduced') {
  const { id } = await createReport(url, vrm, KEY, type)
  return settledReport(url, id)
}

describe('POST /_dev/scenario/steps', () => {
  it('adds to the past of the office, by name, with the events of that time', async () => {
    const { url } = await startService({ clock: createFakeClock() })
    const { added, names } = await taken(url, '1', [GOLF, MANDATE])
    const golf = names['golf']!
    expect(added.cases).toMatchObject([{ id: golf.id, client: VEGA.name, labels: ['fin de mes'] }])
    expect(added.signatures).toEqual([{ id: names['mandato']!.id, procedureId: golf.id }])
    expect(await read(url, `procedures/${golf.id}`)).toMatchObject({ status: 'IN_PROGRESS', vrm: '4821LMV' })
    expect(await read(url, `signatures/${names['mandato']!.id}`)).toMatchObject({ status: 'sent' })
    const times = added.events.map(({ data }) => Date.parse((data as { timestamp: string }).timestamp))
    expect(times.every((at) => at < Date.parse(added.madeAt))).toBe(true)
  })

  it('happens once for each key', async () => {
    const { url } = await startService({ clock: createFakeClock() })
    const first = await taken(url, '1', [GOLF])
    expect(await taken(url, '1', [GOLF])).toEqual(first)
    expect((await taken(url, '2', [GOLF])).names['golf']).not.toEqual(first.names['golf'])
  })

  it('moves what it named, what a plate names, and what a signer names', async () => {
    const { url } = await startService({ clock: createFakeClock() })
    const { names } = await taken(url, '1', [GOLF, MANDATE])
    const { moved } = await taken(url, '2', [
      { do: 'incident', procedure: 'golf', type: 'unreadable-document', document: 'national_id' },
      { do: 'signature', signature: '53221907E', to: 'rejected' },
    ])
    expect(moved).toEqual([names['golf'], names['mandato']])
    const blocked = await read(url, `procedures/${names['golf']!.id}`)
    expect(blocked).toMatchObject({ status: 'BLOCKED', incidents: [{ type: 'unreadable-document' }] })
    expect(await read(url, `signatures/${names['mandato']!.id}`)).toMatchObject({ status: 'rejected' })
    await taken(url, '3', [
      { do: 'solve', procedure: '4821LMV' },
      { do: 'move', procedure: '4821LMV', to: 'DONE' },
    ])
    expect(await read(url, `procedures/${names['golf']!.id}`)).toMatchObject({ status: 'DONE' })
  })

  it('changes nothing when one of its actions names what is not there', async () => {
    const { url } = await startService()
    const refused = await take(url, '1', [GOLF, { do: 'move', procedure: 'polo', to: 'DONE' }])
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('polo') } })
    // Neither what came before it nor the key is taken.
    expect((await taken(url, '1', [])).names).toEqual({})
  })

  it('the registry answers what it was told, and nothing while it is out, also after a restart', async () => {
    const { url, directory, close } = await startService()
    expect((await lookUp(url, '4821LMV')).transferabilityStatus).toBe('transferable')
    await taken(url, '1', [{ do: 'registry', plate: '4821LMV', charges: ['seizure'] }])
    expect((await lookUp(url, '4821LMV')).transferabilityStatus).toBe('not_transferable')
    const complete = await lookUp(url, '4821LMV', 'complete')
    expect(complete.issues?.map(({ conceptType }) => conceptType)).toEqual(['seizure'])

    await taken(url, '2', [{ do: 'outage', minutes: 45 }])
    expect((await lookUp(url, '4821LMV')).status).toBe('error')
    await close()
    const { url: again } = await startService({ directory })
    expect(await lookUp(again, '4821LMV', 'complete')).toMatchObject({
      status: 'error',
      failureReason: SERVICE_UNAVAILABLE,
    })
    await taken(again, '3', [{ do: 'clock', minutes: 45 }])
    expect((await lookUp(again, '4821LMV', 'complete')).status).toBe('completed')
  })

  it('a clock that was moved for a step is not moved again by the same step', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock })
    const step = () => taken(url, '1', [{ do: 'clock', minutes: 90 }])
    await step()
    await step()
    expect(await (await get(`${url}/_dev/clock`)).json()).toMatchObject({ aheadMs: 90 * 60_000 })
  })

  it('belongs to the account that asked, and is not there in production', async () => {
    const { url } = await startService()
    await taken(url, '1', [GOLF])
    const move = { key: '2', actions: [{ do: 'move', procedure: 'golf', to: 'DONE' }] }
    expect((await post(`${url}${SCENARIO_STEP_PATH}`, move, OTHER_KEY)).status).toBe(400)
    const production = await startService({ mode: 'production' })
    expect((await post(`${production.url}${SCENARIO_STEP_PATH}`, move)).status).toBe(404)
    expect((await get(`${production.url}${SAMPLE_DOCUMENTS_PATH}/national_id`)).status).toBe(404)
  })
})

describe('GET /_dev/samples', () => {
  it('gives a sample of a document', async () => {
    const { url } = await startService()
    const sample = await get(`${url}${SAMPLE_DOCUMENTS_PATH}/national_id`)
    expect(sample.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await sample.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect((await get(`${url}${SAMPLE_DOCUMENTS_PATH}/nothing`)).status).toBe(404)
  })
})
