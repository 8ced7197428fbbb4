import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TimelineRow } from '#shared/bridge/inbox.ts'
import { timelineLines } from '#renderer/features/changes/timeline.tsx'

let seq = 0
const row = (event: string, rest: Partial<TimelineRow> = {}): TimelineRow => ({
  seq: ++seq,
  event,
  detail: {},
  at: 1_000,
  seenAt: 1_000,
  source: 'relay',
  ...rest,
})
const state = (status: string, rest: Partial<TimelineRow> = {}) =>
  row('procedure.status_changed', { status, ...rest })
const read = (kind: 'procedure' | 'signature', rows: TimelineRow[]) =>
  timelineLines(kind, rows).map(({ from, fact, more }) => [from, fact, more])

test('each state is told with the one before, whatever happened between them', () => {
  expect(
    read('procedure', [
      state('CANCELLED', { detail: { reason: 'Desistió el comprador' } }),
      row('procedure.document.added', { detail: { documentType: 'es_itp_doc' } }),
      state('MOON'),
      state('PENDING'),
      state('PENDING'),
    ]),
  ).toEqual([
    ['Estado desconocido', 'Anulado', 'Desistió el comprador'],
    ['', 'Documento nuevo', 'ITP (modelo 620)'],
    ['Pendiente', 'Estado desconocido', ''],
    ['', 'Pendiente', ''],
    ['', 'Pendiente', ''],
  ])
})

test('an incident says what it says, a plate which one it is, and a signature its own states', () => {
  expect(
    read('procedure', [
      row('procedure.plate_assigned', { detail: { vrm: '1657NFG' } }),
      row('procedure.incident.added', {
        detail: { incidentType: 'pending-document', description: 'Falta el contrato' },
      }),
      row('procedure.incident.added', { detail: { incidentType: 'seizure', description: 'Embargo' } }),
      row('never.seen', { status: 'odd' }),
    ]),
  ).toEqual([
    ['', 'Matrícula asignada', '1657 NFG'],
    ['', 'Incidencia: falta documentación', 'Falta el contrato'],
    ['', 'Incidencia: embargo', ''],
    ['', 'Novedad del expediente', ''],
  ])
  const signature = (status: string) => row('signature.status_changed', { status })
  expect(read('signature', [signature('signed'), signature('sent')])).toEqual([
    ['Pendiente de firma', 'Firmada', ''],
    ['', 'Pendiente de firma', ''],
  ])
})

test('every row has its line, in the same order, whatever it is', () => {
  const any = fc.record({
    event: fc.oneof(
      fc.string(),
      fc.constantFrom(
        'procedure.status_changed',
        'procedure.incident.added',
        'alert.inactive',
        'procedure.gone',
      ),
    ),
    status: fc.option(fc.string(), { nil: undefined }),
    detail: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.double(), fc.boolean())),
  })
  fc.assert(
    fc.property(fc.array(any), fc.constantFrom('procedure' as const, 'signature' as const), (some, kind) => {
      const rows = some.map(({ event, status, detail }) =>
        row(event, { detail, ...(status !== undefined && { status }) }),
      )
      expect(timelineLines(kind, rows).map((line) => line.row.seq)).toEqual(rows.map((one) => one.seq))
    }),
  )
})
