import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  INCIDENT_TYPES,
  PROCEDURE_STATES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
} from '#shared/domain/vocabulary.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { incidentLabels } from '#shared/text/labels.ts'
import { planOffice } from '#service/dev/sample-office/plan.ts'

const NOON = new Date(2026, 10, 25, 12, 30).getTime()
/** Any minute of ten years, in this PC's time zone. */
const moment = fc
  .date({ min: new Date(2024, 0, 1), max: new Date(2034, 0, 1), noInvalidDate: true })
  .map((date) => date.getTime())

describe('the sample office', () => {
  it('is the same for a seed and a moment, and another for another seed', () => {
    expect(planOffice('oficina', NOON)).toEqual(planOffice('oficina', NOON))
    const plates = (seed: string) => planOffice(seed, NOON).procedures.map(({ vrm }) => vrm)
    expect(plates('otra')).not.toEqual(plates('oficina'))
  })

  it('has sixty procedures, every incident of a document, and signatures in every state', () => {
    const { procedures, signatures } = planOffice('oficina', NOON)
    expect(procedures).toHaveLength(60)
    const ends = procedures.map(({ isDraft, steps }) => {
      if (isDraft) return 'DRAFT'
      const last = steps.at(-1)
      if (!last) return 'PENDING'
      return 'to' in last ? last.to : 'incident' in last ? 'BLOCKED' : 'PENDING'
    })
    expect(new Set(ends)).toEqual(new Set(PROCEDURE_STATES))
    const met = new Set(
      procedures.flatMap(({ steps }) => steps.flatMap((step) => ('incident' in step ? step.incident : []))),
    )
    expect([...met]).toEqual(
      expect.arrayContaining(INCIDENT_TYPES.filter((type) => incidentLabels[type].level === 'document')),
    )
    expect(new Set([...met].map((type) => incidentLabels[type].level)).size).toBe(3)
    expect(
      new Set(signatures.map(({ end, sentMs }) => end?.state ?? (sentMs === null ? 'submitted' : 'sent'))),
    ).toEqual(new Set(SIGNATURE_STATES))
    expect(new Set(signatures.map(({ type }) => type))).toEqual(new Set(SIGNATURE_DOCUMENTS))
  })

  it('names people whose tax numbers are right', () => {
    const { procedures, signatures } = planOffice('oficina', NOON)
    const numbers = [
      ...procedures.flatMap(({ notes }) => [notes.sellerTaxId, notes.buyerTaxId]),
      ...signatures.flatMap(({ signer }) => [signer.idNumber, signer.representative?.idNumber ?? '']),
    ].filter((number) => number !== '')
    expect(numbers.filter((number) => checkTaxId(number).status !== 'valid')).toEqual([])
  })

  it('property: at whatever moment, everything happened before, in order, and within six weeks', () => {
    fc.assert(
      fc.property(moment, (now) => {
        const { procedures, signatures, reports } = planOffice('oficina', now)
        for (const { openedMs, steps } of procedures) {
          const times = [openedMs, ...steps.map(({ atMs }) => atMs)]
          expect(times.every((at) => at < now && at > now - 46 * 86_400_000)).toBe(true)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        }
        for (const { createdMs, sentMs, end } of signatures) {
          const times = [createdMs, ...(sentMs === null ? [] : [sentMs]), ...(end ? [end.atMs] : [])]
          expect(times).toEqual(times.toSorted((a, b) => a - b))
          expect(times.at(-1)).toBeLessThan(now)
        }
        for (const { atMs } of reports) expect(atMs).toBeLessThan(now)
      }),
      { numRuns: 60 },
    )
  })

  it('was open on working days alone', () => {
    const opened = planOffice('oficina', NOON).procedures.map(({ openedMs }) => new Date(openedMs).getDay())
    expect(opened.filter((day) => day === 0 || day === 6)).toEqual([])
  })
})
