import { expect, test } from 'vitest'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { groupHead, groupWords } from '#shared/text/app-inbox-groups.ts'

let seq = 100
const row = (event: string, rest: Partial<InboxRow> = {}): InboxRow => ({
  seq: --seq,
  event,
  detail: {},
  at: 1,
  seenAt: 1,
  source: 'relay',
  kind: 'procedure',
  id: 'p',
  subject: { vrm: '1273NHC', label: 'Matriculación' },
  state: 'unread',
  actionable: false,
  ...rest,
})
const status = (to: string) => row('procedure.status_changed', { status: to })
const documents = (n: number) => Array.from({ length: n }, () => row('procedure.document.added'))
const incident = (rest: Partial<InboxRow> = {}) =>
  row('procedure.incident.added', {
    actionable: true,
    detail: { incidentType: 'unreadable-document' },
    ...rest,
  })
const words = (...rows: [InboxRow, ...InboxRow[]]) => {
  const { fact, more } = groupWords(rows, false)
  return [fact, more].filter(Boolean).join(' · ')
}

test('a finished registration says its end, its plate and how many documents', () => {
  const rows = [
    status('DONE'),
    row('procedure.plate_assigned'),
    ...documents(8),
    status('IN_PROGRESS'),
  ] as const
  expect(words(...(rows as unknown as [InboxRow, ...InboxRow[]]))).toBe(
    'Finalizado · matrícula 1273 NHC · 8 documentos',
  )
})

test('what asks for something is its headline and gives the next step, whatever came after it', () => {
  const rows: [InboxRow, ...InboxRow[]] = [...documents(1), status('BLOCKED'), incident()] as never
  expect(groupHead(rows).event).toBe('procedure.incident.added')
  expect(words(...rows)).toMatch(/^Incidencia: documento ilegible · /)
  expect(groupWords(rows, false).step).toBe(groupWords([rows[2]!], false).step)
})

test('hidden names are in no line: of one change, of several, or with the parties of a signature', () => {
  const signed = row('signature.status_changed', {
    kind: 'signature',
    status: 'signed',
    subject: { vrm: '1273NHC', seller: 'Lozano', buyer: 'Ruiz' },
  })
  expect(groupWords([signed], false).more).toContain('Lozano → Ruiz')
  expect(groupWords([signed], true).more).not.toContain('Ruiz')
  expect(groupWords([signed, { ...signed, seq: 1 }], true).more).not.toContain('Ruiz')
})

test('a single change is said as ever, one of an event without a name too', () => {
  expect(words(row('procedure.plate_assigned'))).toBe('Matrícula asignada · Matriculación')
  for (const event of ['constructor', 'toString', 'moon.phase'])
    expect(words(row('procedure.plate_assigned'), row(event), row(event))).toMatch(/\(2\)$/)
})

test('changes of one kind that say different things are each said', () => {
  const alert = (about: string, last: string) =>
    row('alert.legal', { actionable: true, detail: { about, last, contract: '10/11/2026', left: 1 } })
  const said = words(alert('seller', '20/11/2026'), alert('buyer', '25/11/2026'))
  expect(said).toContain('20/11/2026')
  expect(said).toContain('25/11/2026')
})

test('reports of several plates are said by their verdicts', () => {
  const report = (id: string, outcome: string) =>
    row('report.completed', { kind: 'report', id, status: 'completed', detail: { outcome } })
  expect(words(report('a', 'transferable'), report('b', 'not_transferable'))).toBe(
    '2 informes listos · 1 transferible, 1 no transferible',
  )
})

test('a signature says whose procedure it is for, and one of none does not', () => {
  const signed = (subject: InboxRow['subject']) =>
    row('signature.status_changed', {
      kind: 'signature',
      status: 'signed',
      detail: { type: 'mandate-specific' },
      subject,
    })
  const label = 'Elena Ortuño'
  expect(words(signed({ label, vrm: '1234BCD', seller: 'Autos Lozano', buyer: 'Marta Ruiz' }))).toBe(
    'Mandato específico · firmada · Elena Ortuño · Autos Lozano → Marta Ruiz',
  )
  expect(words(signed({ label, buyer: 'Marta Ruiz' }))).toMatch(/ · \? → Marta Ruiz$/)
  expect(words(signed({ label }))).toBe('Mandato específico · firmada · Elena Ortuño')
})
