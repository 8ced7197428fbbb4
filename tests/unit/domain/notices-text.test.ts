import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sweep } from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { notificationLimits } from '#shared/domain/notifications.ts'
import { parseWholeNumber } from '#shared/domain/typed-numbers.ts'
import { sweepSentence } from '#shared/text/diagnosis.ts'
import { burstSentence, notificationStateWords, quietSentence } from '#shared/text/settings.ts'
import { outageText } from '#shared/text/frame.ts'

/** A Friday at 14:05. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const MINUTE = 60_000

test.each<[Partial<NotificationSettings['quiet']>, string]>([
  [{}, 'Sin avisos de 20:00 a 08:00 y los fines de semana.'],
  [{ weekends: false }, 'Sin avisos de 20:00 a 08:00, todos los días.'],
  // A range between equal times is empty.
  [{ to: '20:00' }, 'Sin avisos los fines de semana.'],
  [{ to: '20:00', weekends: false }, 'Ninguna: llegan a cualquier hora.'],
  [{ enabled: false }, 'Ninguna: llegan a cualquier hora.'],
])('quiet hours %j', (change, expected) => {
  expect(quietSentence({ enabled: true, from: '20:00', to: '08:00', weekends: true, ...change })).toBe(
    expected,
  )
})

test.each([
  [{ state: 'told', until: null }, 'Avisos activados'],
  [{ state: 'told', until: new Date(2026, 10, 20, 20).getTime() }, 'Avisos hasta las 20:00'],
  [{ state: 'quiet', until: new Date(2026, 10, 21, 8).getTime() }, 'En silencio hasta mañana a las 08:00'],
  [{ state: 'quiet', until: new Date(2026, 10, 23, 8).getTime() }, 'En silencio hasta el lunes a las 08:00'],
  [{ state: 'quiet', until: null }, 'Avisos en silencio'],
  [{ state: 'off' }, 'Avisos apagados'],
  [{ state: 'unasked' }, 'Avisos sin permiso'],
  [{ state: 'denied' }, 'Avisos bloqueados'],
  [{ state: 'unsupported' }, 'Aquí no hay avisos'],
] as const)('%j: %s', (state, expected) => {
  expect(notificationStateWords(state, NOW)).toBe(expected)
})

test('bursts, and the span of a record', () => {
  expect(burstSentence({ more: 1, seconds: 600 })).toBe('Más de 1 aviso en 600 s llegan como uno solo.')
  expect(outageText.recordOf(1, NOW, NOW + 1)).toBe('1 intento fallido, el 20/11/2026.')
  expect(outageText.recordOf(1_200, NOW - 3 * 24 * 60 * MINUTE, NOW)).toBe(
    '1.200 intentos fallidos, del 17/11/2026 al 20/11/2026.',
  )
})

describe('the real sweep', () => {
  const sweep = (change: Partial<Sweep>): Sweep => ({
    open: 214,
    roundMs: 2 * MINUTE,
    state: 'running',
    lastAt: NOW - 12_000,
    ...change,
  })
  test.each<[Partial<Sweep>, string]>([
    [{}, 'Los 214 abiertos se revisan cada 2 minutos de media. El último, hace 12 s.'],
    [{ lastAt: null }, 'Los 214 abiertos se revisan cada 2 minutos de media.'],
    [
      { open: 2_000, roundMs: 1_000_000 },
      'Los 2.000 abiertos se revisan cada 17 minutos de media. El último, hace 12 s.',
    ],
    [{ open: 1, roundMs: 40_000 }, 'El único abierto se revisa cada 40 segundos. La última vez, hace 12 s.'],
    [{ roundMs: 60_000, lastAt: null }, 'Los 214 abiertos se revisan cada minuto de media.'],
    [{ roundMs: 400, lastAt: null }, 'Los 214 abiertos se revisan cada segundo de media.'],
    [{ roundMs: 180 * MINUTE, lastAt: null }, 'Los 214 abiertos se revisan cada 3 horas de media.'],
    [{ roundMs: 0, lastAt: null }, 'Los 214 abiertos se revisan.'],
    [
      { state: 'paused' },
      'Revisión en pausa: los 214 abiertos se revisarán en cuanto se pueda. El último, hace 12 s.',
    ],
    [
      { open: 1, state: 'paused', lastAt: null },
      'Revisión en pausa: el único abierto se revisará en cuanto se pueda.',
    ],
    [{ open: 0, state: 'idle' }, 'Ahora no hay nada abierto que revisar.'],
    [{ open: 0, state: 'paused' }, 'Ahora no hay nada abierto que revisar.'],
  ])('%j', (change, expected) => {
    expect(sweepSentence(sweep(change), NOW)).toBe(expected)
  })
})

test('a whole number is read if it is within its range, and nothing else is', () => {
  const { days } = notificationLimits
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 500 }), (value) => {
      expect(parseWholeNumber(` ${value} `, days)).toBe(value >= days.min && value <= days.max ? value : null)
    }),
  )
  for (const typed of ['', '1,5', '1.5', '1e2', 'x', '12 días', '٣'])
    expect(parseWholeNumber(typed, days)).toBeNull()
})
