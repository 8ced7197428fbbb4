import { describe, expect, test } from 'vitest'
import type { PlateInOffice } from '#shared/bridge/cases.ts'
import { officeRows } from '#renderer/features/lookup/office-rows.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const draft = (over: object) =>
  ({
    id: 'd1',
    kind: 'transfer',
    version: 1,
    state: 'editing',
    updatedAt: NOW,
    doubt: false,
    client: '',
    documents: { uploaded: 0, of: 0 },
    ...over,
  }) as PlateInOffice['drafts'][number]
const found = (over: Partial<PlateInOffice>): PlateInOffice => ({
  procedures: [],
  total: 0,
  drafts: [],
  signatures: [],
  reports: [],
  ...over,
})
const rowOf = (over: object, online = true) =>
  officeRows(found({ drafts: [draft(over)] }), { now: NOW, online, hidesNames: false })[0]

describe('a draft of the plate', () => {
  test('leads to its page while it is filled in, and to Por enviar from then on', () => {
    expect(rowOf({})).toMatchObject({ state: 'Borrador', route: { view: 'draft', id: 'd1' } })
    expect(rowOf({ state: 'ready' })).toMatchObject({ state: 'Listo', route: { view: 'outbox' } })
    expect(rowOf({ state: 'ready' }, false)?.state).toBe('Listo, sin conexión')
  })

  test('that may be confirmed already says so, and not that it is being sent', () => {
    expect(rowOf({ state: 'sending', doubt: true })).toMatchObject({
      state: 'Puede que ya esté confirmado',
      glyph: { state: 'BLOCKED' },
    })
  })

  test('that leaves in some seconds says when', () => {
    expect(rowOf({ state: 'leaving', sendAt: NOW + 4_000 })?.state).toBe('Sale en 4 s')
  })
})

test('all lookups of a plate are one row; a single one, whose verdict is on screen, is none', () => {
  const report = {
    reportId: 'r1',
    vrm: '1234BCD',
    kind: 'reduced',
    outcome: 'transferable',
    checkedAt: NOW,
  } as const
  const reports = [
    report,
    { ...report, reportId: 'r2' },
    { ...report, reportId: 'r3', outcome: 'not_transferable' as const },
  ]
  expect(
    officeRows(found({ reports: reports.slice(0, 1) }), { now: NOW, online: true, hidesNames: false }),
  ).toEqual([])
  const [row, ...others] = officeRows(found({ reports }), { now: NOW, online: true, hidesNames: false })
  expect(others).toEqual([])
  expect(row).toMatchObject({ state: 'transferible', more: 'antes, no transferible' })
  expect(row?.what).toMatch(/^Consultada 3 veces, la última hoy \d\d:\d\d$/)
  const many = Array.from({ length: 10 }, (_, at) => ({ ...report, reportId: `r${at}` }))
  expect(
    officeRows(found({ reports: many }), { now: NOW, online: true, hidesNames: false })[0],
  ).toMatchObject({ what: expect.stringMatching(/^Consultada 10 veces o más,/), more: '' })
})

test('hidden names, and notes that may have them, are in no row', () => {
  const procedure = {
    id: 'p',
    kind: 'procedure',
    subject: { vrm: '1234BCD' },
    status: 'PENDING',
    since: NOW,
    type: 'VEHICLE_TRANSFER',
    client: 'Autos Lozano',
    sellerName: 'Ana Ruiz',
    buyerName: '',
    sellerTail: '78Z',
    buyerTail: '',
    labels: ['Urgente'],
    incidents: 0,
    notes: 'llamar a Ana',
    gone: false,
  } as unknown as PlateInOffice['procedures'][number]
  const signature = {
    id: 's',
    status: 'sent',
    document: 'mandate-specific',
    fullname: 'Ana Ruiz',
    since: NOW,
    late: false,
  } as unknown as PlateInOffice['signatures'][number]
  const all = found({
    procedures: [procedure, { ...procedure, id: 'q', client: '' }],
    drafts: [draft({ client: 'Autos Lozano' })],
    signatures: [signature],
  })
  const wordsWith = (hidesNames: boolean) =>
    officeRows(all, { now: NOW, online: true, hidesNames })
      .map(({ what, more }) => `${what} ${more}`)
      .join('; ')
  expect(wordsWith(false)).toMatch(/Lozano.*llamar a Ana.*Ana Ruiz/)
  expect(wordsWith(true)).not.toMatch(/Lozano|Ana/)
  expect(wordsWith(true)).toMatch(/oculto.*Urgente/)
})
