import { expect, test } from 'vitest'
import { DIAGNOSIS_CHECKS, type Diagnosis } from '#shared/bridge/diagnosis.ts'
import { appError } from '#shared/bridge/result.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { laneLine } from '#shared/text/relay.ts'
import { shortcutLine } from '#shared/text/shortcuts.ts'
import { checkAdvice, DIAGNOSIS_ORDER, diagnosisAsText } from '#shared/text/diagnosis.ts'

const diagnosis: Diagnosis = {
  at: new Date(2026, 10, 20, 14, 5).getTime(),
  version: '0.1.0',
  system: 'Linux 6.12 x64',
  checks: [
    { check: 'store', state: 'ok', facts: { bytes: 1024 } },
    {
      check: 'proxy',
      state: 'warning',
      facts: { proxy: 'http://ana:secreto@proxy.example:3128', ntlm: true },
    },
    {
      check: 'key',
      state: 'failed',
      facts: {},
      error: appError('unauthorized', { detail: 'Authorization: Bearer sk_live_123 refused' }),
    },
    { check: 'clock', state: 'skipped', facts: {} },
  ],
}

test('the screens know the checks in the order of the core', () => {
  expect(DIAGNOSIS_ORDER).toEqual(DIAGNOSIS_CHECKS)
})

test('plain text, numbered, with its date', () => {
  const lane = laneLine(
    { ...noRelay, state: 'live', address: 'https://ana:secreto@rele.example' },
    diagnosis.at,
  )
  expect(diagnosisAsText(diagnosis, lane, shortcutLine('taken', 'Ctrl + Mayús + Espacio'))).toBe(
    [
      'Diagnóstico de Ventanilla 0.1.0, 20/11/2026 14:05',
      'Linux 6.12 x64',
      '',
      '1. Datos de este equipo: Bien',
      '   ocupan: 1 KB',
      '2. Proxy: Atención',
      '   proxy: http://[oculto]@proxy.example:3128 · ntlm: sí',
      '3. Clave de API: No funciona (unauthorized)',
      '   Authorization: Bearer [oculto] refused',
      '4. Reloj de este equipo: Sin comprobar',
      'Por dónde llegan los cambios: Por el relé https://[oculto]@rele.example, en cuanto ocurren.',
      'Atajo de la consulta rápida: Ctrl + Mayús + Espacio: Otro programa usa este atajo.',
      '',
    ].join('\n'),
  )
})

test('what to do is said of what is wrong and of nothing else', () => {
  const advice = diagnosis.checks.map((check) => checkAdvice(check))
  expect(advice[0]).toBe('')
  expect(advice[2]).toContain('Pega una clave nueva')
  expect(advice[3]).toContain('antes lo de arriba')
})
