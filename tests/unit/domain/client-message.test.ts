import { describe, expect, test } from 'vitest'
import type { CompleteReport, ReportIssueView } from '#shared/bridge/complete-report.ts'
import { ISSUE_TYPES, issueKindOf } from '#shared/domain/vocabulary.ts'
import { completeAnswer } from '#shared/text/client-answer.ts'
import { clientText } from '#shared/text/client.ts'
import { listed } from '#shared/text/grammar.ts'
import { issueSteps } from '#shared/text/incidents.ts'

const issue = (type: string, change: Partial<ReportIssueView> = {}): ReportIssueView => ({
  type,
  kind: issueKindOf(type),
  ...change,
})
const report = (outcome: CompleteReport['outcome'], issues: ReportIssueView[]): CompleteReport => ({
  reportId: 'r1',
  vrm: '0456LTR',
  outcome,
  checkedAt: new Date(2026, 10, 20, 13, 59).getTime(),
  registry: { brand: 'BMW', model: '320d', owner: 'Lucía Ferrer' },
  issues,
  pdf: 'none',
})
/** The original text, with this report as the only one. */
function clientMessage(plate: string, of: CompleteReport, demo: boolean) {
  const { car, sentences } = completeAnswer(of)
  const values = { matrícula: plate, vehículo: car, respuesta: sentences.join(' ') }
  return clientText('verdict:transferable', undefined, values, demo)
}
const when = 'Informe completo de Tráfico del 20/11/2026 a las 13:59.'

describe('completeAnswer', () => {
  test('what stops it, who put it there and what is needed', () => {
    const issues = [
      issue('seizure', { authority: 'Agencia Tributaria' }),
      issue('ownership-hold', { authority: 'Financiera del Turia' }),
      issue('itv-expired'),
    ]
    expect(clientMessage('0456 LTR', report('not_transferable', issues), false)).toBe(
      `0456 LTR (BMW 320d): ahora no se puede transferir. Tiene un embargo (Agencia Tributaria) y una reserva de dominio (Financiera del Turia). Hace falta el levantamiento del embargo y la cancelación inscrita de la reserva. Avisos que no lo impiden: la ITV caducada. ${when}`,
    )
  })

  test('nothing found, and the demonstration says that it is one', () => {
    expect(clientMessage('0456 LTR', report('transferable', []), true)).toBe(
      `0456 LTR (BMW 320d): se puede transferir, sin cargas ni avisos. ${when} (Datos inventados de la demostración.)`,
    )
  })

  test('a type that we do not know is said in the service’s words, never by its code, and promised nothing', () => {
    const text = clientMessage('0456 LTR', report('transferable', [issue('tax-lien')]), false)
    expect(text).toContain('También consta una anotación sin nombre, por confirmar.')
    const named = report('transferable', [issue('tax-lien', { concept: 'Afección fiscal' })])
    expect(clientMessage('0456 LTR', named, false)).toContain(
      'También consta «Afección fiscal», por confirmar.',
    )
    expect(text).not.toContain('sin cargas')
  })

  test('the same charge twice is said once, and the owner never', () => {
    const text = clientMessage(
      '0456 LTR',
      report('not_transferable', [issue('seizure'), issue('seizure')]),
      false,
    )
    expect(text.match(/un embargo/g)).toHaveLength(1)
    expect(text).not.toContain('Lucía')
  })

  test('an answer in words that we do not know is not an answer', () => {
    expect(clientMessage('0456 LTR', report('unrecognised', []), false)).toContain('no hemos podido saberlo')
  })
})

test('every type of the specification has its step, and each blocking one what it needs', () => {
  for (const type of ISSUE_TYPES) {
    expect(issueSteps[type].step).toMatch(/\.$/)
    expect(issueSteps[type].needs !== '').toBe(issueKindOf(type) === 'blocking')
  }
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b y c'],
  [['un embargo', 'impuestos'], 'un embargo e impuestos'],
])('listed %j', (parts, words) => {
  expect(listed(parts)).toBe(words)
})
