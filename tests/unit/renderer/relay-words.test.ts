import { expect, test } from 'vitest'
import { merged } from '#renderer/features/relay/use-devices.tsx'
import type { RelayDevice } from '#shared/api/relay.ts'
import { noRelay, RELAY_STATES, type RelaySlice, type SealingView } from '#shared/bridge/relay.ts'
import { laneOf } from '#shared/text/sidebar.ts'
import { sealingLines } from '#shared/text/relay-pairing.ts'
import {
  deviceLine,
  laneLine,
  relayStatus,
  skewLine,
  unreadableLine,
  stepAdvice,
} from '#shared/text/relay.ts'
import { gapText } from '#shared/text/frame.ts'

const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const live: RelaySlice = {
  ...noRelay,
  state: 'live',
  cursor: 1045,
  head: 1045,
  missing: 0,
  received: 1042,
  lastReceivedAt: NOW - 14_000,
}
const titleOf = (change: Partial<RelaySlice>) => relayStatus({ ...live, ...change }, NOW).title

test('the title counts what has come, and what has not', () => {
  expect(titleOf({})).toBe('Los 1.042 avisos recibidos, el último hace 14 s')
  expect(titleOf({ received: 1 })).toBe('Un aviso recibido, hace 14 s')
  expect(titleOf({ received: 0, lastReceivedAt: null })).toBe('Conectado. Todavía no ha llegado ningún aviso')
  expect(titleOf({ state: 'catching-up', missing: 3 })).toBe('Faltan 3 de 1.045: llegan ahora')
  // Also live: a title that says «los 1.042» while one is on its way would not be true.
  expect(titleOf({ missing: 1 })).toBe('Falta 1 de 1.045: llega ahora')
  expect(titleOf({ state: 'catching-up', missing: null })).toBe('Mirando qué avisos faltan…')
  expect(titleOf({ lastReceivedAt: new Date(2026, 10, 11, 9, 5).getTime() })).toBe(
    'Los 1.042 avisos recibidos, el último el 11/11 a las 09:05',
  )
})

test('without the relay it says since when, and when it is tried again', () => {
  const cut = { ...live, state: 'retrying', since: new Date(2026, 10, 20, 10, 32).getTime() } as const
  const { title, lines } = relayStatus({ ...cut, nextAttemptAt: NOW + 72_000 }, NOW)
  expect(title).toBe('Sin relé desde las 10:32')
  expect(lines).toEqual(['Se pregunta al servicio como antes; se reintenta en 1 min 12 s.'])
  expect(relayStatus(cut, NOW).lines).toEqual([
    'Se pregunta al servicio como antes; se está reintentando ahora.',
  ])
})

test.each(RELAY_STATES)('every state has its words: %s', (state) => {
  const relay = { ...live, state }
  expect(relayStatus(relay, NOW).title).not.toBe('')
  expect(laneLine(relay, NOW)).toMatch(/^(Por el relé|Preguntando al servicio)/)
})

test('a clock is slow when that of the relay is ahead of it', () => {
  expect(skewLine(184_000)).toMatch(/va 3 minutos atrasado/)
  expect(skewLine(-61_000)).toMatch(/va 1 minuto adelantado/)
})

test('events that the relay cannot read are counted, with the last of them', () => {
  const twoHoursAgo = NOW - 2 * 3_600_000
  expect(unreadableLine({ count: 1, lastAt: twoHoursAgo }, NOW)).toBe(
    'El relé no entiende un aviso del servicio, llegado hace 2 h. Díselo a quien lleva el relé: ese cambio se ve más tarde.',
  )
  expect(unreadableLine({ count: 3, lastAt: twoHoursAgo }, NOW)).toBe(
    'El relé no entiende 3 avisos del servicio, el último hace 2 h. Díselo a quien lleva el relé: esos cambios se ven más tarde.',
  )
})

test('a gap says how many, or that nobody knows', () => {
  const gap = { reason: 'retention', from: 7, to: 7, at: NOW, looked: 1 } as const
  expect(gapText.title(gap)).toBe('El relé ya no guardaba el aviso 7.')
  expect(gapText.title({ ...gap, to: 1020 })).toBe('El relé ya no guardaba 1.014 avisos, del 7 al 1.020.')
  expect(gapText.title({ ...gap, reason: 'reset', to: null })).toMatch(/no se sabe/)
})

const device = (id: string, change: Partial<RelayDevice> = {}): RelayDevice => ({
  id,
  name: id,
  admin: false,
  self: false,
  pairedAt: '2026-11-12T08:00:00.000Z',
  seenAt: new Date(NOW - 3 * 3_600_000).toISOString(),
  acked: 1033,
  streaming: false,
  ...change,
})

test('a PC says when it was heard and how far it is, never ahead of the relay', () => {
  expect(deviceLine(device('a'), 1045, NOW)).toBe('Se le oyó hace 3 h · le faltan 12 avisos')
  expect(deviceLine(device('a', { streaming: true, acked: 1046 }), 1045, NOW)).toBe(
    'Conectado ahora · al día',
  )
  expect(deviceLine(device('a', { seenAt: null }), 1045, NOW)).toBe('Todavía no se le ha oído')
  expect(deviceLine(device('a'), null, NOW)).toBe('Se le oyó hace 3 h')
})

test('no row of the list moves: who leaves stays marked, who comes is last', () => {
  const first = merged(null, [
    device('b'),
    device('c', { pairedAt: '2026-11-01T08:00:00.000Z' }),
    device('a', { self: true }),
  ])
  expect(first.map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  const next = merged(first, [
    device('d', { pairedAt: '2020-01-01T08:00:00.000Z' }),
    device('b'),
    device('a', { self: true }),
  ])
  expect(next.map(({ id, gone }) => `${id} ${gone}`)).toEqual(['a false', 'c true', 'b false', 'd false'])
  // And back again, if it is paired under the same id.
  expect(merged(next, [device('c')]).find(({ id }) => id === 'c')?.gone).toBe(false)
})

test('a step that was not made needs what is broken mended first, and nothing where the way is whole', () => {
  const skipped = { step: 'inbox-tls', outcome: 'skipped' } as const
  expect(stepAdvice(skipped, 'inbox-name')).toContain('lo de arriba')
  expect(stepAdvice(skipped, null)).toBe('')
})

test('a PC that cannot open sealed events says that it asks the service', () => {
  const blind = { ...noRelay, state: 'live' as const, sealing: { state: 'blind' as const, isStale: false } }
  expect(laneLine(blind, NOW)).toContain('le falta la clave')
  expect(laneOf(blind)).toBe('sin relé')
  expect(laneOf({ ...blind, sealing: { state: 'on', isStale: false } })).toBe('por relé')
})

test('the encryption of events in plain words: what is on, what is missing, and what to do', () => {
  const pc = (name: string, change: Partial<SealingView['devices'][number]> = {}) => ({
    id: name,
    name,
    self: false,
    publicKey: 'x'.repeat(43),
    words: [],
    isApproved: true,
    hasKeys: true,
    ...change,
  })
  const off: SealingView = { madeAt: null, isStale: false, canOpen: true, words: [], devices: [pc('Ana')] }
  const of = (view: Partial<SealingView>) =>
    sealingLines({ ...off, ...view }, NOW).map(({ words, isWarning }) => `${isWarning ? '! ' : ''}${words}`)
  expect(of({})).toEqual(['Sin activar: quien lleva el relé puede leer los avisos que guarda.'])
  const old = [pc('Ana', { publicKey: null }), pc('Luis', { publicKey: null })]
  expect(of({ devices: old })[1]).toMatch(/^Sin clave: «Ana» y «Luis»\./)
  const on = { madeAt: NOW - 60_000 }
  expect(of(on)).toHaveLength(1)
  expect(of({ ...on, isStale: true, canOpen: false, devices: [pc('Ana', { hasKeys: false })] })).toEqual([
    expect.stringMatching(/^Activado\./),
    expect.stringMatching(/^! A este equipo le falta la clave/),
    expect.stringMatching(/^! Se ha quitado un equipo/),
    '! No tienen la clave: «Ana». Cámbiala para dársela.',
  ])
})
