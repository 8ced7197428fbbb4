import { expect, test } from 'vitest'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { groupHead, groupWords } from '#shared/text/inbox.ts'

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
    'Mandato específico · firmada · Autos Lozano → Marta Ruiz',
  )
  expect(words(signed({ label, buyer: 'Marta Ruiz' }))).toMatch(/ · \? → Marta Ruiz$/)
  expect(words(signed({ label }))).toBe('Mandato específico · firmada')
  expect(groupWords([signed({ label, vehicle: 'SEAT Ibiza', client: 'Autos Levante' })], false).who).toBe(
    'SEAT Ibiza · Elena Ortuño',
  )
})

test('with names hidden no line has any, whether of one change or of several: neither signer nor parties, nor what people wrote', () => {
  const names = ['Elena', 'Lozano', 'Ruiz']
  const parties = { seller: 'Autos Lozano', buyer: 'Marta Ruiz' }
  const subject = { vrm: '1234BCD', vehicle: 'SEAT Ibiza', label: 'Elena Ortuño', ...parties }
  const signature = { kind: 'signature', subject, detail: { type: 'mandate-specific' } } as const
  const signed = () => row('signature.status_changed', { ...signature, status: 'signed' })
  const waits = () => row('alert.inactive', { ...signature, detail: { about: 'signature', days: 7 } })
  const gone = () => row('signature.gone', signature)
  const paper = () =>
    row('procedure.document.added', { detail: { documentName: 'DNI Marta Ruiz.pdf', documentType: 'dni' } })
  const asks = () =>
    incident({ detail: { incidentType: 'another', description: 'Falta el DNI de Marta Ruiz' } })
  const cancelled = () =>
    row('procedure.status_changed', { status: 'CANCELLED', detail: { reason: 'Lo pide Marta Ruiz' } })
  const lines: [InboxRow, ...InboxRow[]][] = [
    [signed()],
    [waits()],
    [gone()],
    [paper()],
    [asks()],
    [cancelled()],
    [signed(), waits(), gone()],
    [cancelled(), asks(), paper()],
    [row('procedure.plate_assigned', { subject: { vrm: '1234BCD', client: 'Autos Lozano' } })],
    [row('report.completed', { kind: 'report', subject: { vrm: '1234BCD', ...parties } })],
  ]
  for (const line of lines) {
    expect(JSON.stringify(groupWords(line, true))).not.toMatch(new RegExp(names.join('|')))
    expect(JSON.stringify(groupWords(line, false))).toMatch(new RegExp(names.join('|')))
  }
  expect(groupWords(lines[0]!, true)).toMatchObject({
    who: 'SEAT Ibiza',
    fact: 'Mandato específico · firmada',
  })
  expect(groupWords([row('procedure.plate_assigned')], true).more).toBe('Matriculación')
})

test('a document or an incident that was told of twice counts once', () => {
  const paper = (documentId?: string) =>
    row('procedure.document.added', { detail: documentId === undefined ? {} : { documentId } })
  expect(words(status('DONE'), paper('a'), paper('b'), paper('a'))).toBe('Finalizado · 2 documentos')
  // Without a name each may be another one.
  expect(words(status('DONE'), paper(), paper())).toBe('Finalizado · 2 documentos')
  const rejected = (incidentId: string) =>
    incident({ actionable: false, detail: { incidentId, documentId: 'a', incidentType: 'other' } })
  expect(words(status('DONE'), rejected('i'), rejected('j'), rejected('i'))).toBe(
    'Finalizado · 2 incidencias',
  )
})

test('an incident that is over by the same line is not among those that it has', () => {
  const of = (what: string, incidentId: string) =>
    row(`procedure.incident.${what}`, { detail: { incidentId, incidentType: 'unreadable-document' } })
  expect(words(of('solved', 'i'), of('added', 'i'))).toBe('Incidencia resuelta · Documento ilegible')
  expect(words(status('DONE'), of('removed', 'i'), of('added', 'j'), of('added', 'i'))).toBe(
    'Finalizado · 1 incidencia retirada · 1 incidencia',
  )
})

test('before what happened a line says whose it is: vehicle and client, or else the parties', () => {
  const whose = (subject: InboxRow['subject']) =>
    groupWords([row('procedure.plate_assigned', { subject }), ...documents(2)], false).who
  const [vehicle, seller, buyer] = ['SEAT Ibiza', 'Autos Lozano', 'Marta Ruiz']
  expect(whose({ vehicle, client: 'Autos Levante', seller, buyer })).toBe('SEAT Ibiza · Autos Levante')
  expect(whose({ seller, buyer })).toBe('Autos Lozano → Marta Ruiz')
  expect(whose({ vin: 'VSSZZZ5FZHR736290', buyer })).toBe('Marta Ruiz')
  expect(whose({ label: 'Matriculación' })).toBe('')
})

test('an incident is not followed by the state that it gives', () => {
  const description = 'El anverso no se lee.'
  const added = incident({ detail: { incidentType: 'unreadable-document', description } })
  expect(words(added, status('BLOCKED'))).toBe('Incidencia: documento ilegible · El anverso no se lee')
  expect(words(added, status('BLOCKED'), ...documents(2))).toBe(
    'Incidencia: documento ilegible · 2 documentos',
  )
})
