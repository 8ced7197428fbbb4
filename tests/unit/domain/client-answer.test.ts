import { describe, expect, test } from 'vitest'
import { toPlateReport } from '#electron/core/features/complete/complete.rules.ts'
import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { plateVerdict } from '#shared/domain/plate-verdict.ts'
import { clientAnswer } from '#shared/text/client-answer.ts'
import { plateReport } from '#tests/fakes/plate-reports.ts'

const at = (hour: number, minute: number) => new Date(2026, 10, 20, hour, minute).getTime()
const reduced = (outcome: PlateReport['outcome'], checkedAt: number) =>
  plateReport({ reportId: `r${checkedAt}`, outcome, checkedAt, vehicle: { brand: 'SEAT', model: 'León' } })
const complete = (change: Partial<CompleteReport> = {}): CompleteReport => ({
  reportId: 'c1',
  vrm: '1234BCD',
  outcome: 'not_transferable',
  checkedAt: at(13, 59),
  registry: { brand: 'SEAT', model: 'León' },
  issues: [{ type: 'seizure', kind: 'blocking' }],
  pdf: 'none',
  ...change,
})
const clean = complete({ outcome: 'transferable', issues: [] })

/** @param paid newest complete report with an answer */
function answer(reports: PlateReport[], paid: CompleteReport | null = null, demo = false): string {
  const all = paid ? [...reports, toPlateReport(paid)] : reports
  return clientAnswer('1234 BCD', plateVerdict(all)!, paid, demo)
}

test('the answer carries the date the verdict is from, and says when it is invented', () => {
  const told =
    '1234 BCD (SEAT León): se puede transferir, con avisos que no lo impiden. Consultado en Tráfico el 20/11/2026 a las 09:31.'
  expect(answer([reduced('with_alerts', at(9, 31))])).toBe(told)
  expect(answer([reduced('with_alerts', at(9, 31))], null, true)).toBe(
    `${told} (Datos inventados de la demostración.)`,
  )
  const nameless = plateReport({ outcome: 'transferable', checkedAt: at(9, 31) })
  expect(answer([nameless])).toMatch(/^1234 BCD: se puede/)
})

describe('reports that disagree: the worse is told, and that they do not agree', () => {
  test('the complete one is worse, whichever is newer', () => {
    for (const [hour, minute] of [
      [13, 50],
      [14, 5],
    ] as const) {
      expect(answer([reduced('transferable', at(hour, minute))], complete())).toBe(
        `1234 BCD (SEAT León): ahora no se puede transferir. Tiene un embargo. Hace falta el levantamiento del embargo. Informe completo de Tráfico del 20/11/2026 a las 13:59. Los informes de Tráfico no coinciden: el reducido el 20/11/2026 a las ${hour}:${String(minute).padStart(2, '0')} dice que se puede transferir. Hasta que se aclare, no se puede dar por transferible.`,
      )
    }
  })

  test('the reduced one is worse', () => {
    expect(answer([reduced('not_transferable', at(13, 50))], clean)).toBe(
      '1234 BCD (SEAT León): ahora no se puede transferir, hay algo que lo impide. Consultado en Tráfico el 20/11/2026 a las 13:50. Los informes de Tráfico no coinciden: el completo el 20/11/2026 a las 13:59 dice que se puede transferir. Hasta que se aclare, no se puede dar por transferible.',
    )
  })

  test('a plate that the complete one does not find, and alerts that it does not list', () => {
    const missing = toPlateReport(complete({ outcome: 'error', failure: 'not_registered', issues: [] }))
    const text = answer([reduced('transferable', at(13, 50)), missing])
    expect(text).toContain('no hemos podido saberlo')
    expect(text).toContain('el reducido el 20/11/2026 a las 13:50 dice que se puede transferir')
    expect(answer([reduced('with_alerts', at(13, 50))], clean)).toContain(
      'Hasta que se aclare, hay que contar con los avisos.',
    )
  })

  test('no answer after a bad one does not make it good', () => {
    const text = answer([reduced('not_transferable', at(13, 50)), reduced('error', at(14, 0))])
    expect(text).toContain('ahora no se puede transferir')
    expect(text).toContain('el reducido el 20/11/2026 a las 14:00 no dio respuesta')
  })
})

test('a newer reduced report that says the same confirms the complete one, whose details are told', () => {
  expect(answer([reduced('not_transferable', at(14, 5))], complete())).toBe(
    '1234 BCD (SEAT León): ahora no se puede transferir. Tiene un embargo. Hace falta el levantamiento del embargo. Informe completo de Tráfico del 20/11/2026 a las 13:59. Confirmado con el informe reducido el 20/11/2026 a las 14:05.',
  )
})

test('whatever the reports are, no answer says yes when the verdict is no', () => {
  for (const first of ['transferable', 'with_alerts', 'error', 'unrecognised'] as const) {
    for (const paid of [null, clean]) {
      const text = answer([reduced(first, at(9, 0)), reduced('not_transferable', at(10, 0))], paid)
      expect(text).toMatch(/^1234 BCD \(SEAT León\): ahora no se puede transferir/)
    }
  }
})
