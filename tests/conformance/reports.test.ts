import { describe, expect, it } from 'vitest'
import { findTarget, until } from './target.ts'

const { call } = await findTarget()

async function report(type: 'reduced' | 'complete', vrm: string) {
  const { status, body } = await call('POST', `/v1/reports/${type}`, { vrm })
  expect(status).toBe(201)
  expect(body).toMatchObject({ id: expect.stringMatching(/\S/), vrm, type, status: 'processing' })
  let settled = body
  await until(async () => {
    settled = (await call('GET', `/v1/reports/${body.id}`)).body
    return settled.status !== 'processing'
  }, `${vrm} is settled`)
  return settled
}

describe('"Reduced report plates"', () => {
  it.each([
    ['0000BBB', 'completed', 'not_transferable'],
    ['0000CCC', 'completed', 'with_alerts'],
    ['0000DDD', 'error', undefined],
    ['0000FFF', 'error', undefined],
    ['1234BCD', 'completed', 'transferable'],
    ['8888BBB', 'completed', 'transferable'],
    ['9999DDD', 'completed', 'transferable'],
  ])('%s: %s, %s', async (vrm, status, transferabilityStatus) => {
    const settled = await report('reduced', vrm)
    expect(settled.status).toBe(status)
    expect(settled.transferabilityStatus).toBe(transferabilityStatus)
    for (const field of ['issues', 'reportUrl']) expect(settled).not.toHaveProperty(field)
    if (status === 'completed')
      expect(settled.registryExtractedData).toMatchObject({
        vrm,
        vin: expect.any(String),
        brand: expect.any(String),
        model: expect.any(String),
        firstRegistrationDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      })
  })
})

describe('"Complete report plates (different from the reduced ones)"', () => {
  it.each([
    ['8888BBB', 'not_transferable'],
    ['1234BCD', 'transferable'],
    ['0000BBB', 'transferable'],
    ['0000DDD', 'transferable'],
  ])('%s: completed, %s', async (vrm, transferabilityStatus) => {
    const settled = await report('complete', vrm)
    expect(settled).toMatchObject({ status: 'completed', transferabilityStatus, issues: expect.any(Array) })
    expect(settled.registryExtractedData).toMatchObject({
      registrationDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      service: expect.stringMatching(/^[AB]$/),
      hasCharges: transferabilityStatus === 'not_transferable',
    })
    const link = new URL(settled.reportUrl)
    expect(link.pathname).toBe(`/v1/reports/${settled.id}/download`)
    expect(link.searchParams.has('token')).toBe(true)
    const pdf = await fetch(link)
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it.each([
    ['9999DDD', null],
    ['9999FFF', 'service_unavailable'],
  ])('%s: error, failureReason %s', async (vrm, failureReason) => {
    expect(await report('complete', vrm)).toMatchObject({ status: 'error', failureReason })
  })
})
