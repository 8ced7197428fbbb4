import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { json, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'

const VRM = '1234BCD'
const SEIZURE = { conceptType: 'seizure', concept: 'Embargo' }

/** Answers of each kind of report from now on. */
let says: { reduced: object; complete: object }
let service: FaultService
let fixture: CoreFixture

beforeEach(async () => {
  says = { reduced: { transferabilityStatus: 'transferable' }, complete: {} }
  let made = 0
  const reports = new Map<string, object>()
  service = await startFaultService(({ method, path, body }, response) => {
    if (method === 'GET') return json(response, 200, reports.get(path.split('/').at(-1) ?? '') ?? {})
    const { vrm } = JSON.parse(body) as { vrm: string }
    const type = path.endsWith('/complete') ? ('complete' as const) : ('reduced' as const)
    const id = `${type}-${++made}`
    const registryExtractedData = { vrm, brand: 'SEAT', model: 'León', vin: 'VSSZZZ5FZHR000417' }
    reports.set(id, { id, vrm, type, status: 'completed', registryExtractedData, ...says[type] })
    return json(response, 201, { id, vrm, type, status: 'processing' })
  })
  fixture = await startCore(service.url)
})
afterEach(async () => {
  await fixture.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function consult() {
  await fixture.value('lookup.start', { vrm: VRM })
  return fixture.until(VRM, ({ pending }) => pending === null)
}
async function pay() {
  await fixture.value('complete.request', { vrm: VRM, confirmed: true, again: true })
  await fixture.untilComplete(VRM, ({ request }) => request === null)
  return fixture.value('lookup.get', { vrm: VRM })
}
async function recent() {
  const { rows } = await fixture.value('lookup.recent', { limit: 5 })
  const { rows: suggested } = await fixture.value('lookup.suggest', { query: '123', limit: 5 })
  expect(suggested).toEqual(rows)
  return rows[0]
}

test('a complete report that says no is the verdict everywhere, and asking again for free does not change it', async () => {
  expect((await consult()).verdict).toMatchObject({ outcome: 'transferable', against: null })
  says.complete = { transferabilityStatus: 'not_transferable', issues: [SEIZURE] }
  const paid = await pay()
  expect(paid.verdict).toMatchObject({
    outcome: 'not_transferable',
    report: { kind: 'complete', issues: { blocking: 1, alert: 0, unknown: 0 } },
    against: { kind: 'reduced', outcome: 'transferable' },
    advice: 'trust-complete',
  })
  expect(await recent()).toMatchObject({ outcome: 'not_transferable', disagrees: true })

  expect((await consult()).verdict?.outcome).toBe('not_transferable')
  expect(await recent()).toMatchObject({ outcome: 'not_transferable' })

  says.complete = { transferabilityStatus: 'transferable', issues: [] }
  expect((await pay()).verdict).toMatchObject({ outcome: 'transferable', against: null })
  expect(await recent()).toMatchObject({ outcome: 'transferable', disagrees: false })
})

test('a plate that the complete report does not find is not said to be transferable', async () => {
  await consult()
  says.complete = { status: 'error', transferabilityStatus: undefined, failureReason: null }
  expect((await pay()).verdict).toMatchObject({ outcome: 'error', advice: 'check-plate' })
  expect((await consult()).verdict?.outcome).toBe('error')
})

test('alerts that a complete report lists are alerts wherever it is named', async () => {
  says.reduced = { transferabilityStatus: 'with_alerts' }
  says.complete = {
    transferabilityStatus: 'transferable',
    issues: [{ conceptType: 'itv-expired' }, { conceptType: 'no-insurance' }],
  }
  await consult()
  expect((await pay()).verdict).toMatchObject({
    outcome: 'with_alerts',
    report: { kind: 'complete' },
    against: null,
  })
  const { rows } = await fixture.value('lookup.history', { query: '', limit: 9 })
  expect(rows.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['complete', 'with_alerts'],
    ['reduced', 'with_alerts'],
  ])
})

test('a complete report that failed later hides neither the verdict nor the report that was paid for', async () => {
  await consult()
  says.complete = { transferabilityStatus: 'not_transferable', issues: [SEIZURE] }
  await pay()
  says.complete = { status: 'error', transferabilityStatus: undefined }
  expect((await pay()).verdict?.outcome).toBe('not_transferable')
  const { latest, failed } = await fixture.value('complete.get', { vrm: VRM })
  expect(latest?.outcome).toBe('not_transferable')
  expect(failed?.failure).toBe('unknown')
  // Another one is not paid for without a warning that there is one.
  expect(await fixture.call('complete.request', { vrm: VRM, confirmed: true, again: false })).toMatchObject({
    error: { code: 'recent-report' },
  })
})

test('a complete report is in the history, found by its words, and in its CSV', async () => {
  await consult()
  says.complete = { transferabilityStatus: 'not_transferable', issues: [SEIZURE] }
  await pay()
  for (const query of ['', 'seat león', '000417', '1234']) {
    const { rows } = await fixture.value('lookup.history', { query, limit: 9 })
    expect(rows.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['complete', 'not_transferable'],
      ['reduced', 'transferable'],
    ])
  }
  const sent = await fixture.core.router.send(
    'lookup.history-csv',
    { query: '' },
    new AbortController().signal,
  )
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  const [header, ...rows] = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  expect(header).toMatch(/;Informe$/)
  expect(rows[0]).toMatch(/;1234 BCD;No transferible;SEAT;León;.*;Informe completo$/)
  expect(rows[1]).toMatch(/;1234 BCD;Transferible;SEAT;León;.*;Informe reducido$/)
})

test('the pre-flight of a transfer and what Novedades says of a report are the verdict of the plate', async () => {
  await consult()
  says.complete = { transferabilityStatus: 'not_transferable', issues: [SEIZURE] }
  await pay()
  await consult()
  const { id } = await fixture.value('procedures.draft-create', { kind: 'transfer', fields: { vrm: VRM } })
  const { checks } = await fixture.value('procedures.preflight', { id })
  expect(checks.find((check) => check.id === 'verdict')).toMatchObject({
    level: 'advice',
    outcome: 'not_transferable',
    kind: 'complete',
    disagrees: true,
  })
  const { rows } = await fixture.value('inbox.list', { filter: 'all', limit: 9 })
  expect(rows[0]).toMatchObject({
    detail: { type: 'complete', outcome: 'not_transferable', disagrees: true },
  })
})
