import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inboxRowSchema, type InboxGroup, type InboxRow } from '#shared/bridge/inbox.ts'
import { routeSchema } from '#shared/bridge/route.ts'
import { connectionSchema } from '#shared/bridge/slices.ts'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import {
  LATEST,
  trayChangesAt,
  trayViewModel,
  type TrayEntry,
  type TraySlices,
} from '#electron/shell/tray-view-model.ts'

/** A Friday at 14:05. */
const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const HOUR = 3_600_000

const account = (id: string, name: string) =>
  ({
    id,
    name,
    environment: 'production',
    baseUrl: '',
    keyLast4: null,
    key: { state: 'accepted', at: 0 },
    assumptions: {},
  }) as const

const slices = (over: Partial<TraySlices> = {}): TraySlices => ({
  connection: { state: 'online', since: 0, attempts: 0 },
  inboxCounts: { unread: 0, actionable: 0 },
  notificationSettings: defaultNotificationSettings,
  profile: { id: 'a', environment: 'production', name: 'Gestoría Ribera' },
  accounts: [account('demo', 'Demostración'), account('a', 'Gestoría Ribera')],
  lock: { locked: false, hasPin: true },
  globalShortcut: 'registered',
  settings: {
    hideNames: false,
    quickLookup: { shortcut: 'CommandOrControl+Shift+Space', readClipboard: true },
  },
  ...over,
})

const row = (seq: number, over: Partial<InboxRow> = {}): InboxRow => ({
  seq,
  kind: 'procedure',
  id: `p${seq}`,
  event: 'procedure.plate_assigned',
  detail: {},
  at: NOW,
  seenAt: NOW,
  source: 'poll',
  subject: { vrm: '1657NFG', label: 'Elena Ortuño Rico' },
  state: 'unread',
  actionable: false,
  ...over,
})

/** Line of Novedades of these changes. */
const line = (...rows: InboxRow[]): InboxGroup => ({ moment: 1, place: 1, rows })

const labels = (menu: readonly TrayEntry[]) =>
  menu.map((entry) => (entry.kind === 'separator' ? '-' : entry.label))
const paused = { ...defaultNotificationSettings, pausedUntil: NOW + HOUR }

describe('the icon', () => {
  test.each([
    ['up-to-date', {}],
    ['up-to-date', { connection: { state: 'idle', since: 0, attempts: 0 } }],
    ['unread', { inboxCounts: { unread: 1, actionable: 0 } }],
    ['paused', { notificationSettings: paused, inboxCounts: { unread: 1, actionable: 0 } }],
    ['up-to-date', { notificationSettings: { ...paused, pausedUntil: NOW } }],
    ['offline', { connection: { state: 'down', since: 0, attempts: 3 }, notificationSettings: paused }],
    [
      'refused',
      { connection: { state: 'unauthorized', since: 0, attempts: 1 }, notificationSettings: paused },
    ],
    // Locked windows are not told the connection: an old one would be a lie.
    [
      'unread',
      {
        lock: { locked: true, hasPin: true },
        connection: { state: 'down', since: 0, attempts: 3 },
        inboxCounts: { unread: 1, actionable: 0 },
      },
    ],
  ] satisfies [string, Partial<TraySlices>][])('is %s with %j', (icon, over) => {
    expect(trayViewModel(slices(over), [], NOW).icon).toBe(icon)
  })

  test.each([
    [{}, 'Ventanilla: al día'],
    [{ inboxCounts: { unread: 1, actionable: 0 } }, 'Ventanilla: 1 novedad por leer'],
    [
      {
        inboxCounts: { unread: 1_200, actionable: 3 },
        notificationSettings: paused,
        connection: { state: 'down', since: 0, attempts: 1 },
      },
      'Ventanilla: sin conexión con el servicio, 1.200 novedades por leer, avisos en pausa hasta las 15:05',
    ],
    [{ lock: { locked: true, hasPin: true } }, 'Ventanilla: bloqueada'],
  ] satisfies [Partial<TraySlices>, string][])('with %j its tooltip is %s', (over, tooltip) => {
    expect(trayViewModel(slices(over), [], NOW).tooltip).toBe(tooltip)
  })
})

describe('the menu', () => {
  test('tells what is new and leads to it, pauses, switches and quits', () => {
    const incident = row(7, {
      event: 'procedure.incident.added',
      detail: { incidentType: 'documento_ilegible' },
      subject: { vrm: '3308KDR' },
    })
    const { menu } = trayViewModel(
      slices({ inboxCounts: { unread: 7, actionable: 3 } }),
      [line(incident), line(row(6)), line(row(5)), line(row(4))],
      NOW,
    )
    expect(labels(menu)).toEqual([
      'Consulta rápida',
      'Abrir Ventanilla',
      '-',
      '7 novedades por leer · 3 dependen de ti',
      expect.stringMatching(/^3308 KDR · Incidencia/),
      '1657 NFG · Matrícula asignada',
      '1657 NFG · Matrícula asignada',
      '-',
      'Pausar avisos 1 hora',
      'Pausar avisos hasta mañana',
      '-',
      'Cuenta: Gestoría Ribera',
      '-',
      'Salir',
    ])
    expect(menu[3]).toMatchObject({ action: { do: 'open', route: { view: 'inbox' } } })
    expect(menu[4]).toMatchObject({
      action: { do: 'open', route: { view: 'procedure', id: 'p7' }, account: 'a', seqs: [7] },
    })
    expect(menu[11]).toMatchObject({
      options: [
        { label: 'Demostración', chosen: false, action: { do: 'activate', id: 'demo' } },
        { label: 'Gestoría Ribera', chosen: true, action: { do: 'activate', id: 'a' } },
      ],
    })
  })

  test('has one entry for each line, which reads its changes; of several files it reads none', () => {
    const plate = row(2, { id: 'p' })
    const document = row(1, { id: 'p', event: 'procedure.document.added' })
    const reports = [4, 3].map((seq) =>
      row(seq, { kind: 'report', event: 'report.completed', detail: { outcome: 'transferable' } }),
    )
    const { menu } = trayViewModel(slices(), [line(plate, document), line(...reports)], NOW)
    expect(menu[4]).toMatchObject({ label: '1657 NFG · Matrícula asignada', action: { seqs: [2, 1] } })
    expect(menu[5]).toMatchObject({ label: '2 informes listos', action: { route: { view: 'inbox' } } })
    expect(menu[5]).not.toHaveProperty('action.seqs')
  })

  test('draws the shortcut beside quick lookup while the system has it', () => {
    const shortcutIn = (over: Partial<TraySlices>) => trayViewModel(slices(over), [], NOW).menu[0]
    const quickLookup = { shortcut: 'Alt+F9', readClipboard: true }
    for (const globalShortcut of ['registered', 'unproven'] as const)
      expect(shortcutIn({ globalShortcut, settings: { hideNames: false, quickLookup } })).toMatchObject({
        shortcut: 'Alt+F9',
      })
    for (const globalShortcut of ['taken', 'refused', 'off', 'unsupported'] as const)
      expect(shortcutIn({ globalShortcut, settings: { hideNames: false, quickLookup } })).not.toHaveProperty(
        'shortcut',
      )
  })

  test('in a pause it says until when, and ends it', () => {
    const { menu } = trayViewModel(slices({ notificationSettings: paused }), [], NOW)
    expect(labels(menu)).toContain('Nada por leer')
    expect(menu).toContainEqual({ kind: 'item', label: 'Avisos en pausa hasta las 15:05', action: null })
    expect(menu).toContainEqual({ kind: 'item', label: 'Reanudar avisos', action: { do: 'resume' } })
    expect(labels(menu)).not.toContain('Pausar avisos 1 hora')
  })

  test('with the notifications off there is nothing to pause', () => {
    const off = slices({ notificationSettings: { ...paused, enabled: false } })
    const { menu } = trayViewModel(off, [], NOW)
    expect(labels(menu).filter((label) => /avisos/i.test(label))).toEqual(['Avisos apagados'])
  })

  test('a service that does not answer, and a refused key, are said', () => {
    const of = (state: 'down' | 'unauthorized') =>
      trayViewModel(slices({ connection: { state, since: 0, attempts: 1 } }), [], NOW).menu[3]
    expect(of('down')).toMatchObject({ label: expect.stringMatching(/^Sin conexión/), action: null })
    expect(of('unauthorized')).toMatchObject({ action: { do: 'open', route: { view: 'settings' } } })
  })

  test('locked, it offers only what asks for the PIN, and the end', () => {
    const locked = slices({ lock: { locked: true, hasPin: true }, inboxCounts: { unread: 2, actionable: 0 } })
    expect(labels(trayViewModel(locked, [line(row(1))], NOW).menu)).toEqual([
      'Consulta rápida',
      'Abrir Ventanilla',
      '-',
      '2 novedades por leer',
      '-',
      'Bloqueada: ábrela con el PIN',
      '-',
      'Salir',
    ])
  })

  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
  const anyLine = fc
    .record({
      kind: fc.constantFrom(...inboxRowSchema.shape.kind.options),
      event: fc.oneof(
        fc.string(),
        fc.constantFrom('procedure.incident.added', 'signature.status_changed', 'alert.legal'),
      ),
      status: fc.string(),
      detail: fc.dictionary(fc.constantFrom('type', 'incidentType', 'description', 'about'), words),
    })
    .map((over) =>
      line(row(1, { ...over, subject: { vrm: '1657NFG', vin: 'VINSECRETO', label: 'Elena Ortuño Rico' } })),
    )

  test('locked or private, no plate and no name is in it, whatever changed', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 5 }), fc.boolean(), (latest, locked) => {
        const hidden = slices(
          locked
            ? { lock: { locked, hasPin: true } }
            : { notificationSettings: { ...defaultNotificationSettings, private: true } },
        )
        const text = JSON.stringify(trayViewModel(hidden, latest, NOW))
        expect(text).not.toMatch(/1657|NFG|Elena|VINSECRETO/)
        if (locked) expect(text).not.toContain('Ribera')
        expect(text).toBe(JSON.stringify(trayViewModel(hidden, [], NOW)))
      }),
    )
  })

  test('with names hidden it says the plate, or what happened, and no signer', () => {
    const signed = row(1, {
      kind: 'signature',
      event: 'signature.status_changed',
      status: 'signed',
      subject: { label: 'Elena Ortuño Rico' },
    })
    const settings = { ...slices().settings, hideNames: true }
    const asked = row(2, {
      event: 'procedure.incident.added',
      detail: { incidentType: 'another', description: 'Falta el DNI de Elena Ortuño' },
    })
    const latest = [line(signed), line(asked)]
    expect(JSON.stringify(trayViewModel(slices({ settings }), latest, NOW))).not.toContain('Elena')
    expect(labels(trayViewModel(slices({ settings }), latest, NOW).menu)).toContainEqual(
      expect.stringContaining('1657 NFG'),
    )
  })

  test('it is short, leads only to places, and always ends in the way out, whatever the state', () => {
    const state = fc.record({
      connection: fc.record({
        state: fc.constantFrom(...connectionSchema.shape.state.options),
        since: fc.nat(),
        attempts: fc.nat(),
      }),
      inboxCounts: fc.record({ unread: fc.nat(), actionable: fc.nat() }),
      notificationSettings: fc
        .record({
          enabled: fc.boolean(),
          private: fc.boolean(),
          pausedUntil: fc.option(fc.integer({ min: NOW - HOUR, max: NOW + 48 * HOUR })),
        })
        .map((over) => ({ ...defaultNotificationSettings, ...over })),
      lock: fc.record({ locked: fc.boolean(), hasPin: fc.boolean() }),
      accounts: fc.array(
        words.map((name) => account(name, name)),
        { maxLength: 4 },
      ),
    })
    fc.assert(
      fc.property(state, fc.array(anyLine, { maxLength: 5 }), (over, latest) => {
        const { menu, tooltip } = trayViewModel(slices(over), latest, NOW)
        expect(tooltip.length).toBeLessThanOrEqual(127)
        expect(menu.at(-1)).toMatchObject({ action: { do: 'quit' } })
        expect(menu.length).toBeLessThanOrEqual(14 + LATEST)
        for (const entry of menu) {
          if (entry.kind === 'separator') continue
          expect(entry.label.length).toBeLessThanOrEqual(60)
          if (entry.kind === 'item' && entry.action?.do === 'open')
            expect(routeSchema.safeParse(entry.action.route).success).toBe(true)
        }
      }),
    )
  })

  test('it is drawn again when a pause ends, and at midnight, when tomorrow is today', () => {
    const until = (pausedUntil: number | null) =>
      trayChangesAt(slices({ notificationSettings: { ...paused, pausedUntil } }), NOW)
    expect(until(NOW + HOUR)).toBe(NOW + HOUR)
    expect(until(new Date(2026, 10, 21, 8).getTime())).toBe(new Date(2026, 10, 21).getTime())
    expect(until(null)).toBeNull()
    expect(until(NOW - 1)).toBeNull()
  })
})
