import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inboxRowSchema, type Notification } from '#shared/bridge/inbox.ts'
import { type NotificationSettings, defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { routeSchema, type Route } from '#shared/bridge/route.ts'
import { isQuiet } from '#shared/domain/notifications.ts'
import { changesText, changeText, type Told } from '#shared/text/notifications.ts'
import type { NotificationRow } from '#electron/core/features/inbox/inbox.store.ts'
import {
  groupNotifications,
  chooseRoute,
  decide,
} from '#electron/core/features/notifications/notifications.rules.ts'
import { ANSWER_MS, createWindows, WINDOW_ALIVE_MS } from '#electron/core/features/notifications/windows.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

/** A Friday at 14:05. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()

test('a report is told by the verdict of its plate, and what cannot be asked again does not invite to it', () => {
  const told = (status: string, detail: Told['detail']) =>
    changeText({ kind: 'report', id: 'r', event: 'report.completed', status, detail, subject: {} })
  expect(told('completed', { outcome: 'transferable' }).body).toBe('Transferible')
  expect(told('completed', { outcome: 'not_transferable', disagrees: true }).body).toBe(
    'No transferible · los informes no coinciden',
  )
  // The plate may have no verdict although this report has an answer: no raw value of ours is shown.
  expect(told('completed', { outcome: 'error' }).body).toBe('No registrada o fallo técnico')
  expect(told('error', {}).body).toBe('Puedes volver a pedirlo')
  expect(told('error', { failure: 'not_registered' }).body).toBe('Matrícula no válida o no registrada')
})

const row = (over: Partial<NotificationRow> = {}): NotificationRow => ({
  seq: 1,
  kind: 'procedure',
  id: 'p',
  event: 'procedure.status_changed',
  status: 'BLOCKED',
  detail: {},
  at: NOW,
  seenAt: NOW,
  source: 'poll',
  subject: { vrm: '1234BCD' },
  state: 'unread',
  actionable: true,
  muted: false,
  superseded: false,
  tag: null,
  ...over,
})
const settings = (over: Partial<NotificationSettings>): NotificationSettings => ({
  ...defaultNotificationSettings,
  ...over,
})

describe('whether a change is told', () => {
  const why = (
    of: Partial<NotificationRow>,
    set: Partial<NotificationSettings> = {},
    shown: Route[] = [],
  ) => {
    const decision = decide(row(of), settings(set), shown, NOW)
    return decision.raise ? 'raise' : decision.why
  }
  test.each([
    [{}, {}, 'raise'],
    [{ source: 'own' }, {}, 'own'],
    [{ muted: true }, {}, 'muted'],
    [{ state: 'read' }, {}, 'seen'],
    [{ superseded: true }, {}, 'superseded'],
    [{}, { enabled: false }, 'off'],
    [{ actionable: false }, { onlyMine: true }, 'not-mine'],
    [
      { event: 'procedure.document.added' },
      { events: { ...defaultNotificationSettings.events, document: false } },
      'event-off',
    ],
    [{}, { quiet: { enabled: true, from: '14:00', to: '15:00', weekends: false } }, 'quiet'],
    [{}, { pausedUntil: NOW + 1 }, 'paused'],
    [{}, { pausedUntil: NOW }, 'raise'],
  ] as const)('%j with %j: %s', (of, set, expected) => {
    expect(why(of, set)).toBe(expected)
  })

  test('what somebody is looking at is not', () => {
    expect(why({}, {}, [{ view: 'procedure', id: 'p' }])).toBe('looking')
    expect(why({}, {}, [{ view: 'procedure', id: 'q' }, { view: 'inbox' }])).toBe('raise')
    const report = { kind: 'report', event: 'report.completed' } as const
    expect(why(report, {}, [{ view: 'lookup', vrm: '1234BCD' }])).toBe('looking')
    expect(why(report, {}, [{ view: 'lookup' }])).toBe('raise')
  })

  test('every row has an answer, whatever the settings', () => {
    const rows = fc.record({
      event: fc.oneof(
        fc.string(),
        fc.constantFrom('procedure.status_changed', 'alert.inactive', 'report.completed'),
      ),
      source: fc.constantFrom(...inboxRowSchema.shape.source.options),
      state: fc.constantFrom(...inboxRowSchema.shape.state.options),
      muted: fc.boolean(),
      actionable: fc.boolean(),
      superseded: fc.boolean(),
    })
    const some = fc.record({
      enabled: fc.boolean(),
      onlyMine: fc.boolean(),
      quiet: fc.record({
        enabled: fc.boolean(),
        weekends: fc.boolean(),
        from: fc.constantFrom('00:00', '08:30', '23:59'),
        to: fc.constantFrom('00:00', '08:30', '23:59'),
      }),
      pausedUntil: fc.option(fc.integer({ min: 0, max: 4e12 })),
    })
    fc.assert(
      fc.property(rows, some, fc.integer({ min: 0, max: 4e12 }), (of, set, now) => {
        const decision = decide(row(of), settings(set), [], now)
        expect(decision.raise || decision.why.length > 0).toBe(true)
        if (of.source === 'own' || of.muted || !set.enabled) expect(decision.raise).toBe(false)
      }),
    )
  })

  test('quiet hours cross midnight, and weekends are theirs', () => {
    const night = { enabled: true, from: '20:00', to: '08:00', weekends: true }
    const at = (day: number, hour: number, set = night) =>
      isQuiet(set, new Date(2026, 10, day, hour).getTime())
    expect([at(20, 7), at(20, 8), at(20, 19), at(20, 20), at(21, 12)]).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
    expect(at(21, 12, { ...night, weekends: false })).toBe(false)
    expect(at(20, 12, { ...night, from: '08:00', to: '08:00' })).toBe(false)
  })
})

describe('what is told as one', () => {
  const tagOf = (seq: number) => `t${seq}`
  const files = (n: number) =>
    Array.from({ length: n }, (_, index) => row({ seq: index + 1, id: `p${index}` }))
  const burst = { more: 4, seconds: 30 }

  test('the changes of one file; more files than the office wants, and what follows soon', () => {
    const quiet = { raisedAt: [], burst: null, now: NOW }
    expect(groupNotifications([row(), row({ seq: 2 })], burst, quiet, tagOf).groups).toEqual([
      { tag: 't1', seqs: [1, 2] },
    ])
    expect(groupNotifications(files(4), burst, quiet, tagOf).groups).toHaveLength(4)
    const many = groupNotifications(files(5), burst, quiet, tagOf)
    expect(many).toEqual({ groups: [{ tag: 't1', seqs: [1, 2, 3, 4, 5] }], burst: { tag: 't1', at: NOW } })
    const next = { raisedAt: [], burst: many.burst, now: NOW + 29_000 }
    expect(groupNotifications([row({ seq: 9 })], burst, next, tagOf).groups[0]?.tag).toBe('t1')
    expect(
      groupNotifications([row({ seq: 9 })], burst, { ...next, now: NOW + 31_000 }, tagOf).groups[0]?.tag,
    ).toBe('t9')
  })

  test('every row is in exactly one, and never more than the office wants', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (owners, more) => {
        const rows = owners.map((owner, index) => row({ seq: index + 1, id: `p${owner}` }))
        const { groups } = groupNotifications(
          rows,
          { more, seconds: 30 },
          { raisedAt: [], burst: null, now: NOW },
          tagOf,
        )
        expect(groups.flatMap(({ seqs }) => seqs).toSorted((a, b) => a - b)).toEqual(
          rows.map(({ seq }) => seq),
        )
        expect(groups.length).toBeLessThanOrEqual(more)
        expect(new Set(groups.map(({ tag }) => tag)).size).toBe(groups.length)
      }),
    )
  })

  test('it leads to the exact place, or to Novedades', () => {
    expect(chooseRoute([row(), row({ seq: 2 })], 2)).toEqual({ view: 'procedure', id: 'p' })
    expect(chooseRoute([row({ kind: 'report' })], 1)).toEqual({ view: 'lookup', vrm: '1234BCD' })
    expect(chooseRoute([row({ kind: 'certificate', seq: 7 })], 1)).toEqual({ view: 'inbox', seq: 7 })
    expect(chooseRoute(files(2), 2)).toEqual({ view: 'inbox' })
    for (const kind of inboxRowSchema.shape.kind.options)
      expect(routeSchema.safeParse(chooseRoute([row({ kind })], 1)).success).toBe(true)
  })
})

describe('the words', () => {
  const told = (over: Partial<Told>): Told => ({
    kind: 'procedure',
    id: 'p',
    event: 'procedure.status_changed',
    detail: {},
    subject: { vrm: '1234BCD' },
    ...over,
  })
  test.each([
    [{ event: 'procedure.plate_assigned' }, '1234 BCD', 'Matrícula asignada · Descarga la documentación'],
    [
      {
        event: 'procedure.plate_assigned',
        subject: { vin: 'VSSZZZ5FZHR736290', label: 'Matriculación', client: 'Autos Levante' },
      },
      'bastidor …736290 · Autos Levante',
      'Matrícula asignada · Descarga la documentación',
    ],
    [
      { status: 'DONE', subject: { vrm: '1234BCD', vehicle: 'SEAT Ibiza', seller: 'Ana', buyer: 'Luis' } },
      '1234 BCD · SEAT Ibiza · Ana → Luis',
      'Finalizado · Trámite completado; documentos disponibles',
    ],
    [
      { event: 'procedure.incident.added', detail: { incidentType: 'unpaid-ivtm-tax' } },
      '1234 BCD',
      'Incidencia: IVTM pendiente de pago · Paga el recibo y sube el justificante',
    ],
    [
      {
        event: 'procedure.incident.added',
        detail: { incidentType: 'never-seen', description: 'Algo nuevo' },
      },
      '1234 BCD',
      'Incidencia: algo nuevo',
    ],
    [{ status: 'CANCELLED', detail: { reason: 'Duplicado' } }, '1234 BCD', 'Anulado · Motivo: Duplicado'],
    [{ status: 'TELEPORTED' }, '1234 BCD', 'Estado desconocido'],
    [
      {
        kind: 'signature',
        event: 'signature.status_changed',
        status: 'signed',
        detail: { type: 'mandate-generic' },
        subject: { label: 'Ana Ribera' },
      },
      'Ana Ribera',
      'Mandato genérico · firmada · Descarga el documento firmado',
    ],
    [
      {
        kind: 'signature',
        event: 'signature.status_changed',
        status: 'signed',
        detail: { type: 'mandate-generic' },
        subject: { vrm: '1234BCD', vehicle: 'SEAT Ibiza', label: 'Ana Ribera', client: 'Autos Levante' },
      },
      '1234 BCD · SEAT Ibiza · Ana Ribera',
      'Mandato genérico · firmada · Descarga el documento firmado',
    ],
    [
      { event: 'alert.inactive', detail: { about: 'incident', days: 15 } },
      '1234 BCD',
      '15 días con incidencia · Reclama lo que falta',
    ],
    ...(
      [
        [3, 'hasta el 11/11/2026', 'mira qué falta para presentarlo'],
        [0, 'último día, el 11/11/2026', 'mira qué falta para presentarlo'],
        [-1, 'vencido el 11/11/2026', 'preséntalo cuanto antes'],
      ] as const
    ).map(
      ([left, when, next]) =>
        [
          {
            event: 'alert.legal',
            detail: { about: 'seller', last: '11/11/2026', contract: '01/11/2026', left },
          },
          '1234 BCD',
          `Plazo del transmitente: ${when} · Contrato del 01/11/2026: ${next}`,
        ] as const,
    ),
    [{ event: 'alert.inactive', detail: { about: 'moon', days: 3 } }, '1234 BCD', 'Recordatorio'],
    [{ event: 'alert.legal', detail: {} }, '1234 BCD', 'Plazo legal'],
    [{ kind: 'other', event: 'moon.phase', subject: {} }, 'Novedad del servicio', ''],
    [
      { kind: 'certificate', event: 'energy_saving_certificate.status_changed', subject: {} },
      'CAE: cambio de estado',
      '',
    ],
  ] as const)('%j', (over, title, body) => {
    expect(changeText(told(over as Partial<Told>))).toEqual({ title, body })
  })

  test('privately there is no plate and no name', () => {
    const rows = [told({ status: 'BLOCKED' }), told({ event: 'procedure.incident.added' })]
    for (const text of [changeText(told({}), true), changesText(rows, { privately: true })])
      expect(text).toEqual({ title: 'Hay novedades en un expediente', body: '' })
    const subject = { vrm: '1234BCD', vehicle: 'SEAT', label: 'Ana', client: 'Luis' }
    for (const some of [[told({ subject })], [told({ subject }), told({ id: 'q', subject })]])
      expect(JSON.stringify(changesText(some, { privately: true }))).not.toMatch(/1234|SEAT|Ana|Luis/)
  })

  test('many are counted, reports by what they say', () => {
    const report = (outcome: string, id: string) =>
      told({ kind: 'report', id, event: 'report.completed', status: 'completed', detail: { outcome } })
    const rows = [report('transferable', 'a'), report('with_alerts', 'b'), report('transferable', 'c')]
    expect(changesText(rows)).toEqual({ title: '3 informes listos', body: '2 transferibles, 1 con avisos' })
    const more = changesText([told({ status: 'DONE' }), told({ id: 'q', status: 'DONE' })], {
      total: 2,
      away: true,
    })
    expect(more).toEqual({ title: 'Mientras no estabas: 2 novedades', body: 'Finalizado (2)' })
    expect(changesText([told({}), told({ id: 'q' })], { total: 10_000 }).title).toBe('10.000 novedades')
    const legal = (id: string, last: string) =>
      told({ id, event: 'alert.legal', detail: { about: 'buyer', last, contract: '01/11/2026', left: 1 } })
    expect(changesText([legal('a', '01/12/2026'), legal('b', '02/12/2026')]).body).toBe(
      'Plazo del adquirente (2)',
    )
  })
})

describe('the window that raises', () => {
  const notification: Notification = {
    tag: 't',
    title: 'x',
    body: '',
    route: { view: 'inbox' },
    silent: true,
    actions: [],
  }
  function setup() {
    const clock = createManualClock()
    const asked: string[] = []
    const windows = createWindows({ clock, ask: (windowId) => asked.push(windowId) })
    const beat = (windowId: string, permission: 'granted' | 'denied' = 'granted', visible = false) =>
      windows.recordBeat({ windowId, permission, visible })
    return { clock, asked, windows, beat }
  }

  test('one is elected and stays; without an answer the next one is asked, under the same tag', async () => {
    const { clock, asked, windows, beat } = setup()
    beat('a')
    const first = windows.raise(notification)
    await clock.advance(0)
    windows.recordOutcome('a', 't', 'shown')
    expect(await first).toBe('shown')
    await clock.advance(1)
    beat('b')
    const second = windows.raise(notification)
    await clock.advance(ANSWER_MS)
    expect(asked).toEqual(['a', 'a', 'b'])
    windows.recordOutcome('b', 't', 'shown')
    expect(await second).toBe('shown')
  })

  test('denied by one, the others are asked; with nobody who may, nobody is', async () => {
    const { clock, windows, beat, asked } = setup()
    expect(await windows.raise(notification)).toBe('no-window')
    beat('a')
    beat('b', 'denied')
    const one = windows.raise(notification)
    await clock.advance(0)
    windows.recordOutcome('a', 't', 'denied')
    expect(await one).toBe('denied')
    expect(await windows.raise(notification)).toBe('no-window')
    expect(asked).toEqual(['a'])
  })

  test('a window that is not heard of is gone, one that says so at once', async () => {
    const { clock, windows, beat } = setup()
    beat('a')
    await clock.advance(WINDOW_ALIVE_MS + 1)
    expect(windows.mayRaise).toBe(false)
    beat('b')
    windows.recordBeat({ windowId: 'b', permission: 'granted', visible: false, closing: true })
    expect(windows.mayRaise).toBe(false)
  })

  test('somebody who comes, or comes back, is noticed once', async () => {
    const { clock, beat } = setup()
    expect([beat('a', 'granted', true), beat('a', 'granted', true)]).toEqual([true, false])
    for (let minute = 0; minute < 10; minute++) {
      await clock.advance(60_000)
      expect(beat('a')).toBe(false)
    }
    expect([beat('a', 'granted', true), beat('a', 'granted', true)]).toEqual([true, false])
  })
})
