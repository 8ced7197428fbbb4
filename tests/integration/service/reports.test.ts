import { describe, expect, it } from 'vitest'
import { createFakeClock } from './support/fake-clock.ts'
import { createReport, get, post, readReport, settledReport, startService } from './support/service.ts'

const VEHICLE = {
  vin: expect.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/),
  brand: expect.stringMatching(/\S/),
  model: expect.stringMatching(/\S/),
  firstRegistrationDate: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
}

describe('POST /v1/reports/reduced', () => {
  it('"201: id, vrm, type (reduced), status (processing)", and nothing else', async () => {
    const { url } = await startService()
    const response = await post(`${url}/v1/reports/reduced`, { vrm: '1234BCD' })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/\S/),
      vrm: '1234BCD',
      type: 'reduced',
      status: 'processing',
    })
  })

  it.each([
    ['1234 bcd', '1234BCD'],
    ['1234-bcd', '1234BCD'],
    [' m-1234-ab ', 'M1234AB'],
    ['C 1234 BCD', 'C1234BCD'],
  ])('accepts %j and answers with %s', async (typed, vrm) => {
    const { url } = await startService()
    const created = await createReport(url, typed)
    expect(created.vrm).toBe(vrm)
    const settled = await settledReport(url, created.id)
    expect(settled).toMatchObject({ vrm, registryExtractedData: { vrm } })
  })

  it('each call makes a report of its own, also for the same plate', async () => {
    const { url } = await startService()
    const created = await Promise.all(Array.from({ length: 50 }, () => createReport(url, '1234BCD')))
    expect(new Set(created.map(({ id }) => id)).size).toBe(50)
    const settled = await Promise.all(created.map(({ id }) => settledReport(url, id)))
    expect(settled.every(({ status }) => status === 'completed')).toBe(true)
  })
})

describe('"Development sentinel values", "Reduced report plates"', () => {
  it.each([
    ['0000BBB', 'not_transferable'],
    ['0000CCC', 'with_alerts'],
    ['1234BCD', 'transferable'],
    ['8888BBB', 'transferable'],
    ['9999DDD', 'transferable'],
    ['M1234AB', 'transferable'],
    ['R1234BBB', 'transferable'],
  ])('%s: completed, %s', async (vrm, transferabilityStatus) => {
    const { url } = await startService()
    const { id } = await createReport(url, vrm)
    expect(await settledReport(url, id)).toEqual({
      id,
      vrm,
      type: 'reduced',
      status: 'completed',
      transferabilityStatus,
      registryExtractedData: { vrm, ...VEHICLE },
    })
  })

  it.each(['0000DDD', '0000FFF', '0000 ddd'])('%s: error, without vehicle or reason', async (typed) => {
    const { url } = await startService()
    const { id, vrm } = await createReport(url, typed)
    expect(await settledReport(url, id)).toEqual({ id, vrm, type: 'reduced', status: 'error' })
  })
})

describe('"The report is produced asynchronously"', () => {
  it('processing until the delay is over, then completed', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock, reportDelayMs: 600 })
    const { id, ...created } = await createReport(url, '1234BCD')
    clock.advance(599)
    expect(await readReport(url, id)).toEqual({ id, ...created })
    clock.advance(1)
    expect(await readReport(url, id)).toMatchObject({ status: 'completed' })
  })

  it('each at its own time', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock, reportDelayMs: 600 })
    const first = await createReport(url, '1234BCD')
    clock.advance(400)
    const second = await createReport(url, '5678FGH')
    const statuses = async () => [
      (await readReport(url, first.id)).status,
      (await readReport(url, second.id)).status,
    ]
    clock.advance(200)
    expect(await statuses()).toEqual(['completed', 'processing'])
    clock.advance(400)
    expect(await statuses()).toEqual(['completed', 'completed'])
  })

  it('what fell due while the service was stopped is settled at the start, and the rest on time', async () => {
    const clock = createFakeClock()
    const before = await startService({ clock, reportDelayMs: 600 })
    const due = await createReport(before.url, '1234BCD')
    clock.advance(500)
    const later = await createReport(before.url, '5678FGH')
    await before.close()
    clock.advance(200)

    const after = await startService({ clock, reportDelayMs: 600, directory: before.directory })
    expect((await readReport(after.url, due.id)).status).toBe('completed')
    expect((await readReport(after.url, later.id)).status).toBe('processing')
    clock.advance(400)
    expect((await readReport(after.url, later.id)).status).toBe('completed')
  })

  it('a backlog larger than one batch is settled whole', async () => {
    const clock = createFakeClock()
    const { url, db } = await startService({ clock, reportDelayMs: 600 })
    await Promise.all(Array.from({ length: 450 }, () => createReport(url, '1234BCD')))
    clock.advance(600)
    expect(db.prepare(`SELECT count(*) AS n FROM report WHERE status = 'completed'`).get()).toEqual({
      n: 450,
    })
  })

  it('the outcome is one transaction: when it fails, nothing is settled, and it is tried again', async () => {
    const clock = createFakeClock()
    const { url, db, logged } = await startService({ clock, reportDelayMs: 600 })
    const first = await createReport(url, '1234BCD')
    const second = await createReport(url, '5678FGH')
    db.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON report WHEN NEW.vrm = '5678FGH'
             BEGIN SELECT RAISE(ABORT, 'disk trouble'); END`)
    clock.advance(600)
    expect((await readReport(url, first.id)).status).toBe('processing')
    expect(logged.join()).toContain('disk trouble')
    db.exec('DROP TRIGGER refuse')
    clock.advance(1_000)
    expect((await readReport(url, first.id)).status).toBe('completed')
    expect((await readReport(url, second.id)).status).toBe('completed')
  })
})

describe('the vehicle of a plate', () => {
  it('is the same in every report, account and data directory', async () => {
    const one = await startService()
    const two = await startService()
    const plates = ['1234BCD', 'M1234AB', 'C4821BXN', 'M123456', '0000BBB']
    for (const vrm of plates) {
      const reports = await Promise.all(
        [one, one, two].map(async ({ url }) => settledReport(url, (await createReport(url, vrm)).id)),
      )
      const vehicles = reports.map(({ registryExtractedData }) => JSON.stringify(registryExtractedData))
      expect(new Set(vehicles).size).toBe(1)
    }
  })

  it('stays as it was read, in the store', async () => {
    const before = await startService()
    const { id } = await createReport(before.url, '1234BCD')
    const settled = await settledReport(before.url, id)
    await before.close()
    const after = await startService({ directory: before.directory })
    expect(await (await get(`${after.url}/v1/reports/${id}`)).json()).toEqual(settled)
  })
})
