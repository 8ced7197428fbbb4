import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InboxRow } from '#shared/bridge/inbox.ts'
import { dayHead, isUnknown, inboxWords, reportsWords, rowTime } from '#shared/text/inbox.ts'
import { inboxBadgeText } from '#shared/text/sidebar.ts'
import { EVENT_NAMES, PROCEDURE_STATES, SIGNATURE_STATES } from '#shared/domain/vocabulary.ts'
import { eventLabels, incidentLabels } from '#shared/text/labels.ts'
import { changeText } from '#shared/text/notifications.ts'

const zone = process.env.TZ
beforeEach(() => void (process.env.TZ = 'Europe/Madrid'))
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const local = (text: string) => new Date(text).getTime()
const NOW = local('2026-11-20T14:05')
const row = (event: string, rest: Partial<InboxRow> = {}): InboxRow => ({
  seq: 1,
  event,
  detail: {},
  at: NOW,
  seenAt: NOW,
  source: 'relay',
  kind: 'procedure',
  id: 'prc_1',
  subject: {},
  state: 'unread',
  actionable: false,
  ...rest,
})
const said = (...args: Parameters<typeof row>) => Object.values(inboxWords(row(...args)))

test('a name that nobody knows is a sentence, without its code', () => {
  expect(said('procedure.archived')).toEqual(['Novedad del expediente', 'Esta versión no sabe qué es', ''])
  expect(isUnknown('constructor')).toBe(true)
  for (const event of [...Object.keys(eventLabels), 'procedure.plate_assigned', 'alert.inactive', 'x.gone'])
    expect(isUnknown(event)).toBe(false)
})

test('a certificate is told by the beginning of its id', () => {
  const cae = 'energy_saving_certificate.document.added'
  expect(said(cae, { kind: 'certificate', id: 'cae_41b7c09e52' })).toEqual([
    'CAE: documento nuevo',
    'certificado cae_41b…',
    '',
  ])
  expect(inboxWords(row(cae, { kind: 'certificate', id: 'cae_41b' })).more).toBe('certificado cae_41b')
})

test('an incident: what it is, what it says, and what to do if it waits for us', () => {
  const detail = { incidentType: 'unreadable-document', description: 'El anverso no se lee.' }
  expect(said('procedure.incident.added', { detail, actionable: true })).toEqual([
    'Incidencia: documento ilegible',
    'El anverso no se lee',
    'Repite el escaneo (300 ppp, sin reflejos).',
  ])
  const waiting = { incidentType: 'waiting-620-validation' }
  expect(inboxWords(row('procedure.incident.added', { detail: waiting })).step).toBe(
    'No tienes que hacer nada. Te avisamos cuando se resuelva.',
  )
  const strange = { incidentType: 'moon', description: 'Fase de la luna' }
  expect(said('procedure.incident.added', { detail: strange, actionable: true })).toEqual([
    'Incidencia: fase de la luna',
    '',
    'Pregunta al operador qué hace falta.',
  ])
})

test('a cancellation gives its reason; other states, of what they are and what they mean', () => {
  const subject = { label: 'Transferencia' }
  const reason = { reason: 'Desistió el comprador' }
  expect(said('procedure.status_changed', { status: 'CANCELLED', detail: reason, subject })).toEqual([
    'Anulado',
    'Desistió el comprador',
    '',
  ])
  expect(said('procedure.status_changed', { status: 'DONE', subject })).toEqual([
    'Finalizado',
    'Transferencia',
    'Trámite completado; documentos disponibles.',
  ])
})

test('reports that finished together, by what came of them', () => {
  const rows = ['transferable', 'transferable', 'not_transferable'].map((outcome, seq) =>
    row('report.completed', { seq, kind: 'report', id: `r${seq}`, detail: { outcome } }),
  )
  expect(reportsWords(rows)).toEqual({
    fact: '3 informes listos',
    more: '2 transferibles, 1 no transferible',
    step: '',
  })
})

test('whatever the service sends, every row says something and no step is left without its stop', () => {
  const words = fc.constantFrom(...Object.keys(incidentLabels), '', 'moon', 'toString', '__proto__')
  const event = fc.oneof(
    fc.constantFrom(...Object.keys(eventLabels), 'alert.deadline', 'x.gone'),
    fc.string(),
  )
  fc.assert(
    fc.property(event, words, fc.boolean(), fc.string(), (name, type, actionable, description) => {
      const { fact, step } = inboxWords(
        row(name, { status: type, actionable, detail: { incidentType: type, description } }),
      )
      expect(fact).not.toBe('')
      expect(fact).not.toMatch(/· $/)
      expect(step === '' || /[.!?…]$/.test(step)).toBe(true)
    }),
  )
})

test('the days: today, yesterday, this year, another, and one that has not come', () => {
  expect(dayHead(NOW, NOW)).toBe('Hoy, viernes 20')
  expect(dayHead(local('2026-11-19T00:01'), NOW)).toBe('Ayer, jueves 19')
  expect(dayHead(local('2026-11-18T23:59'), NOW)).toBe('Miércoles, 18 de noviembre')
  expect(dayHead(local('2025-10-16T10:00'), NOW)).toBe('Jueves, 16 de octubre de 2025')
  expect(dayHead(local('2026-11-23T10:00'), NOW)).toBe('Con fecha posterior a hoy: 23/11/2026')
  // The day after the clocks go back is 25 hours long.
  expect(dayHead(local('2026-10-25T00:30'), local('2026-10-26T00:10'))).toBe('Ayer, domingo 25')
})

test('beside its day a time; what happened another day, that day', () => {
  expect(rowTime(local('2026-11-19T10:30'), local('2026-11-19T11:00'), NOW)).toBe('10:30')
  expect(rowTime(local('2026-11-17T10:30'), NOW, NOW)).toBe('17/11')
})

test('the badge does not grow beyond its place', () => {
  expect([1, 99, 100, 10_000].map(inboxBadgeText.shown)).toEqual(['1', '99', '99+', '99+'])
  expect(inboxBadgeText.spoken(1)).toBe('1 novedad por leer')
  expect(inboxBadgeText.spoken(10_000)).toBe('10.000 novedades por leer')
})

test('no state, event or kind of the service is shown by its code', () => {
  const kinds = ['procedure', 'signature', 'report', 'certificate', 'other'] as const
  const states = [...PROCEDURE_STATES, ...SIGNATURE_STATES, 'processing', 'completed', 'error', 'NEVER_SEEN']
  const events = [...EVENT_NAMES, 'procedure.never_seen', 'never.seen']
  for (const kind of kinds)
    for (const event of events)
      for (const status of states) {
        const told = { kind, id: 'x', event, status, detail: {}, subject: { vrm: '1234BCD' } }
        const { title, body } = changeText(told)
        const { fact, more, step } = inboxWords({
          ...told,
          seq: 1,
          at: 1,
          seenAt: 1,
          source: 'relay',
          state: 'unread',
          actionable: false,
        })
        for (const words of [title, body, fact, more, step])
          expect(words, `${kind} ${event} ${status}`).not.toMatch(
            /[A-Z]_[A-Z]|[a-z]\.[a-z]|\(|never|NEVER|completed|DONE|BLOCKED/,
          )
        expect(fact).not.toBe('')
      }
})
