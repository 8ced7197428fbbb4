import { BUILT_IN_CHECKLISTS } from '#shared/domain/procedures/checklists.ts'
import { expect, test } from 'vitest'
import { emptyForm, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import { preflight, type PreflightInput } from '#shared/domain/procedures/preflight.ts'
import { checkViewModels, fieldViewModel } from '#renderer/features/wizard/wizard-view-model.ts'
import type { Outcome } from '#shared/domain/plate-verdict.ts'
import { saidOf } from '#tests/fakes/plate-reports.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const form = (fields: FieldChanges) => ({
  kind: 'transfer' as const,
  fields: withFields(emptyForm().fields, fields),
  accepted: [],
})
const viewModel = (fields: FieldChanges, name: Parameters<typeof fieldViewModel>[1], strict = true) =>
  fieldViewModel(form(fields), name, strict, NOW)

test('what is wrong is not said while it is being typed, and is once it was left', () => {
  expect(viewModel({ userEmail: 'marta@ribera' }, 'userEmail', false).tone).toBe('help')
  expect(viewModel({ userEmail: 'marta@ribera' }, 'userEmail')).toMatchObject({ tone: 'stop' })
  expect(viewModel({}, 'invoiceNumber', false)).toMatchObject({ tone: 'help' })
  expect(viewModel({}, 'invoiceNumber')).toMatchObject({ tone: 'stop', words: 'Falta este dato.' })
})

test('an amount is said as it was understood, at once, and both readings are offered when there are two', () => {
  expect(viewModel({ taxableBase: '8.250' }, 'taxableBase', false).words).toMatch(/^Son 8\.250,00\s€$/)
  expect(viewModel({ taxableBase: '8,250' }, 'taxableBase').suggestions).toHaveLength(2)
})

test('the contract date of a transfer says the term of each party, and warns as soon as one is past', () => {
  expect(viewModel({ contractDate: '12/11/2026' }, 'contractDate')).toMatchObject({
    tone: 'time',
    words:
      'El transmitente, hasta el 22/11/2026 (quedan 2 días); el adquirente, hasta el 12/12/2026 (quedan 22 días)',
  })
  expect(viewModel({ contractDate: '9/11' }, 'contractDate')).toMatchObject({
    tone: 'warn',
    words:
      'Se lee 09/11/2026. El transmitente, hasta el 19/11/2026 (vencido hace 1 día); el adquirente, hasta el 09/12/2026 (quedan 19 días)',
  })
  expect(viewModel({ contractDate: '10/11/2026' }, 'contractDate').words).toContain('(termina hoy)')
  expect(viewModel({ contractDate: '31/02/2026' }, 'contractDate').tone).toBe('stop')
  expect(viewModel({ contractDate: '21/11/2026' }, 'contractDate')).toMatchObject({
    tone: 'stop',
    words: 'Ese día todavía no ha llegado. Pon la fecha en que se firmó el contrato.',
  })
})

test('the check before sending says which party is late', () => {
  const of = (contractDate: string) =>
    checks({ form: form({ vrm: '3308KDR', contractDate }) }).find(({ check }) => check.id === 'deadline')
  expect(of('01/11/2026')).toMatchObject({ level: 'advice', title: 'Fuera de plazo para el transmitente' })
  expect(of('01/10/2026')).toMatchObject({ level: 'advice', title: 'Fuera de plazo' })
  expect(of('15/11/2026')).toMatchObject({ level: 'ok', title: 'Dentro de los plazos' })
})

test('a NIF whose control does not fit may be accepted; one whose letter is wrong may not', () => {
  expect(viewModel({ sellerTaxId: 'B12345670' }, 'sellerTaxId').accept).toEqual({
    what: 'seller-control',
    on: false,
  })
  expect(viewModel({ sellerTaxId: '12345678A' }, 'sellerTaxId')).toMatchObject({ tone: 'stop', accept: null })
})

const verdictOf = (outcome: Outcome, checkedAt: number, disagrees = false): PreflightInput['verdict'] => ({
  outcome: saidOf(outcome),
  checkedAt,
  kind: 'reduced',
  disagrees,
})

const checks = (change: Partial<PreflightInput>) =>
  checkViewModels(
    preflight({
      kind: 'transfer',
      form: form({
        vrm: '3308KDR',
        taxableBase: '8250',
        invoiceNumber: 'F-1',
        userEmail: 'marta@gestoriaribera.es',
      }),
      documents: [],
      checklists: BUILT_IN_CHECKLISTS,
      verdict: verdictOf('transferable', NOW - 60_000),
      duplicates: [],
      available: 'yes',
      online: true,
      now: NOW,
      ...change,
    }),
    'transfer',
    NOW,
  )

test('what blocks goes first, then what advises, what waits and what is well', () => {
  const levels = checks({ available: 'no-path', form: form({ vrm: '3308KDR' }) }).map(({ level }) => level)
  expect(levels).toEqual(levels.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)))
  expect(levels[0]).toBe('block')
})
const ORDER = ['block', 'advice', 'wait', 'ok']

test('a vehicle that cannot be transferred advises with the sign that stops; an old verdict says that it is old', () => {
  const of = (change: Partial<PreflightInput>) => checks(change).find(({ check }) => check.id === 'verdict')
  expect(of({ verdict: verdictOf('not_transferable', NOW) })).toMatchObject({
    level: 'advice',
    sign: 'stop',
    title: 'No transferible',
  })
  expect(of({ verdict: verdictOf('transferable', NOW - 3 * 86_400_000) })).toMatchObject({
    level: 'advice',
    title: 'Veredicto antiguo',
  })
  expect(of({ verdict: verdictOf('with_alerts', NOW, true) })).toMatchObject({
    title: 'Transferible con avisos',
    body: 'Informe reducido, hace un momento. Sus informes no dicen lo mismo: míralo en Consulta.',
  })
})

test('that it may be sent, and with connection, is only said when it is not so', () => {
  const ids = (change: Partial<PreflightInput>) => checks(change).map(({ check }) => check.id)
  expect(ids({})).not.toContain('available')
  expect(ids({})).not.toContain('connection')
  expect(ids({ online: false })).toContain('connection')
  expect(ids({ available: 'nothing-persists' })).toContain('available')
})
