import { expect, test } from 'vitest'
import { shortWhen } from '#shared/text/dates.ts'
import { incidentStep, lineWhen, resourceWords, stateMeaning, stateName } from '#shared/text/resources.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const DAY = 86_400_000
const LONG = 'A la espera de que la Jefatura Provincial resuelva'

test.each([
  ['procedure', 'BLOCKED', 'Falta el DNI', 'Falta el DNI'],
  ['procedure', 'BLOCKED', '', 'Con incidencia'],
  ['procedure', 'ON_HOLD', LONG, 'En espera'],
  ['procedure', 'CANCELLED', 'Desistió', 'Anulado'],
  ['procedure', 'MOON', '', 'Estado desconocido'],
  ['procedure', 'constructor', '', 'Estado desconocido'],
  ['procedure', 'MOON', 'MOON', 'Estado desconocido'],
  ['procedure', 'MOON', 'De viaje', 'De viaje'],
  ['procedure', '', '', 'Sin estado todavía'],
  ['signature', 'sent', '', 'Pendiente de firma'],
  ['signature', 'resting', '', 'Estado desconocido'],
] as const)('%s %s «%s» is called %s', (kind, status, description, name) => {
  expect(stateName(kind, status, description)).toBe(name)
})

test.each([
  ['procedure', 'BLOCKED', 'Con incidencia', 'Necesita algo de ti para continuar.'],
  ['procedure', 'CANCELLED', 'Desistió el comprador', 'Motivo: Desistió el comprador.'],
  ['procedure', 'CANCELLED', '', 'Anulado; no consta el motivo.'],
  ['procedure', 'ON_HOLD', LONG, `${LONG}. A la espera de un organismo externo.`],
  ['procedure', 'MOON', '', resourceWords.unknownState],
  ['procedure', 'MOON', LONG, LONG],
  ['signature', 'expired', '', 'Ha caducado sin firmarse. Envía una petición nueva.'],
  ['signature', 'toString', '', resourceWords.unknownState],
  ['signature', '', '', resourceWords.statelessMeaning],
] as const)('%s %s «%s» means', (kind, status, description, meaning) => {
  expect(stateMeaning(kind, status, description)).toBe(meaning)
})

test('moments in columns, and how long it has been so', () => {
  expect(shortWhen(NOW - 60_000, NOW)).toBe('hoy 14:04')
  expect(shortWhen(NOW - DAY, NOW)).toBe('19/11')
  expect(lineWhen(NOW - DAY, NOW)).toBe('19/11 14:05')
  expect(lineWhen(NOW - 400 * DAY, NOW)).toBe('16/10/2025 15:05')
  expect(resourceWords.since(NOW - 3 * DAY, NOW)).toBe('desde hace 3 días')
  expect(resourceWords.since(NOW - 40 * DAY, NOW)).toBe('desde hace 40 días')
  expect(resourceWords.since(NOW + 2 * DAY, NOW)).toBe('desde el 22/11/2026')
  expect(resourceWords.next(NOW + 600_000, NOW)).toBe('próxima revisión a las 14:15')
  expect(resourceWords.next(NOW - 1, NOW)).toBe('próxima revisión enseguida')
})

test('waiting is said in full, and a step that is not known is asked for', () => {
  expect(incidentStep('Espera', 'others')).toBe(resourceWords.holdStep)
  expect(incidentStep('', 'others')).toBe(resourceWords.holdStep)
  expect(incidentStep('Pide el informe completo', 'others')).toBe('Pide el informe completo')
  expect(incidentStep('', 'us')).toBe(resourceWords.unknownStep)
})
