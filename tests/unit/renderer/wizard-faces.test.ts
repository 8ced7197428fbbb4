import { expect, test } from 'vitest'
import { emptyForm, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import { preflight, type PreflightInput } from '#shared/domain/procedures/preflight.ts'
import { checkFaces } from '#renderer/features/wizard/check-face.ts'
import { fieldFace } from '#renderer/features/wizard/field-face.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const form = (fields: FieldChanges) => ({
  kind: 'transfer' as const,
  fields: withFields(emptyForm().fields, fields),
  accepted: [],
})
const face = (fields: FieldChanges, name: Parameters<typeof fieldFace>[1], strict = true) =>
  fieldFace(form(fields), name, strict, NOW)

test('what is wrong is not said while it is being typed, and is once it was left', () => {
  expect(face({ userEmail: 'marta@ribera' }, 'userEmail', false).tone).toBe('help')
  expect(face({ userEmail: 'marta@ribera' }, 'userEmail')).toMatchObject({ tone: 'stop' })
  expect(face({}, 'invoiceNumber', false)).toMatchObject({ tone: 'help' })
  expect(face({}, 'invoiceNumber')).toMatchObject({ tone: 'stop', words: 'Falta este dato.' })
})

test('an amount is said as it was understood, at once, and both readings are offered when there are two', () => {
  expect(face({ taxableBase: '8.250' }, 'taxableBase', false).words).toMatch(/^Son 8\.250,00\s€$/)
  expect(face({ taxableBase: '8,250' }, 'taxableBase').suggestions).toHaveLength(2)
})

test('the contract says how many days are left of the term', () => {
  expect(face({ contractDate: '12/11/2026' }, 'contractDate')).toMatchObject({
    tone: 'time',
    words: 'Quedan 22 días del plazo',
  })
  expect(face({ contractDate: '21/10/2026' }, 'contractDate').words).toBe('El plazo termina hoy')
  expect(face({ contractDate: '20/10/2026' }, 'contractDate').words).toBe('El plazo terminó hace 1 día')
  expect(face({ contractDate: '31/02/2026' }, 'contractDate').tone).toBe('stop')
})

test('a NIF whose control does not fit may be accepted; one whose letter is wrong may not', () => {
  expect(face({ sellerTaxId: 'B12345670' }, 'sellerTaxId').accept).toEqual({
    what: 'seller-control',
    on: false,
  })
  expect(face({ sellerTaxId: '12345678A' }, 'sellerTaxId')).toMatchObject({ tone: 'stop', accept: null })
})

const checks = (change: Partial<PreflightInput>) =>
  checkFaces(
    preflight({
      kind: 'transfer',
      form: form({
        vrm: '3308KDR',
        taxableBase: '8250',
        invoiceNumber: 'F-1',
        userEmail: 'marta@gestoriaribera.es',
      }),
      documents: [],
      verdict: { outcome: 'transferable', checkedAt: NOW - 60_000 },
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
  expect(of({ verdict: { outcome: 'not_transferable', checkedAt: NOW } })).toMatchObject({
    level: 'advice',
    sign: 'stop',
    title: 'No transferible',
  })
  expect(of({ verdict: { outcome: 'transferable', checkedAt: NOW - 3 * 86_400_000 } })).toMatchObject({
    level: 'advice',
    title: 'Veredicto antiguo',
  })
})

test('that it may be sent, and with connection, is only said when it is not so', () => {
  const ids = (change: Partial<PreflightInput>) => checks(change).map(({ check }) => check.id)
  expect(ids({})).not.toContain('available')
  expect(ids({})).not.toContain('connection')
  expect(ids({ online: false })).toContain('connection')
  expect(ids({ available: 'nothing-persists' })).toContain('available')
})
