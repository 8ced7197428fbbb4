import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { type Scene, TAB } from './fake-chrome.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Outcome = 'transferable' | 'with_alerts' | 'not_transferable' | 'error' | 'unrecognised'

/** What the application knows of a plate. */
function known(
  vrm: string,
  outcome: Outcome | null,
  checkedAt: number | null,
  more: Partial<VerdictSummary> = {},
): VerdictSummary {
  return {
    vrm,
    outcome: outcome as VerdictSummary['outcome'],
    checkedAt,
    kind: outcome === null ? null : 'reduced',
    disagrees: false,
    vehicle: outcome === null ? null : { name: 'BMW 320d Touring', firstRegistrationDate: '21/01/2020' },
    pending: null,
    failed: null,
    ...more,
  }
}

const recents = (now: number) => [
  { ...known('8097MWK', 'transferable', now - 9 * MINUTE), at: now - 9 * MINUTE },
  { ...known('1234BCD', 'with_alerts', now - 13 * MINUTE), at: now - 13 * MINUTE },
  { ...known('R3308BDF', 'with_alerts', now - DAY), at: now - DAY },
]

/** The popup over a selected plate, of which this is known. */
const selected =
  (row: (now: number) => VerdictSummary, more: Scene['application'] = {}) =>
  (now: number): Scene => {
    const one = row(now)
    return {
      application: { known: [one], recents: recents(now), ...more },
      page: { selection: `el ${one.vrm.slice(0, 4)} ${one.vrm.slice(4)}` },
    }
  }

const PAGE = [
  '5519KZP',
  '7713MCS',
  '0456LTR',
  '9426JHV',
  '1234BCD',
  '6128KBN',
  '3004LSD',
  '2270JHV',
  '0913GTL',
  '4471MHK',
  '8842DTP',
]
const OUTCOMES: readonly Outcome[] = [
  'transferable',
  'transferable',
  'not_transferable',
  'transferable',
  'with_alerts',
  'with_alerts',
  'transferable',
  'error',
]
const knownOfPage = (now: number, upTo = 7) =>
  PAGE.slice(0, upTo).map((vrm, index) => known(vrm, OUTCOMES[index % 8] ?? null, now - index * MINUTE))

const PANEL = (now: number) => ({ 'request-panel': { to: 'panel', tabId: TAB, at: now } })
const panel =
  (scene: (now: number) => Scene) =>
  (now: number): Scene => ({ session: PANEL(now), page: { frames: [PAGE] }, ...scene(now) })

const application = (part: NonNullable<Scene['application']>) => (): Scene => ({ application: part })
const found = (now: number) =>
  Object.fromEntries(
    PAGE.map((vrm, index) => [
      vrm,
      known(vrm, index === 9 ? null : (OUTCOMES[index % 7] ?? null), index === 9 ? null : now, {
        failed: index === 9 ? 'El servicio no ha contestado.' : null,
      }),
    ]),
  )

/** Scenes by name: what the browser, the application and the page are like when a page of the extension opens. */
export const SCENES: Readonly<Record<string, (now: number) => Scene>> = {
  'verdict-stop': selected((now) => known('0456LTR', 'not_transferable', now - 7 * MINUTE)),
  'verdict-ok': selected((now) => known('5519KZP', 'transferable', now - MINUTE)),
  'verdict-warn': selected((now) => known('6128KBN', 'with_alerts', now - 3 * MINUTE, { kind: 'complete' })),
  'verdict-error': selected((now) => known('0000DDD', 'error', now - MINUTE, { vehicle: null })),
  'verdict-old': selected((now) => known('5519KZP', 'transferable', now - 9 * DAY)),
  'verdict-disagrees': selected((now) =>
    known('6128KBN', 'not_transferable', now - 3 * MINUTE, { disagrees: true }),
  ),
  'verdict-confirming': selected((now) =>
    known('5519KZP', 'transferable', now - 2 * DAY, { pending: 'processing' }),
  ),
  'verdict-asking': selected(() => known('5519KZP', null, null, { pending: 'asking' })),
  'verdict-slow': selected(() => known('5519KZP', null, null, { pending: 'slow' })),
  'verdict-queued': selected(() => known('5519KZP', null, null, { pending: 'queued' }), {
    state: { online: false },
  }),
  'verdict-failed': selected(() =>
    known('5519KZP', null, null, { failed: 'El servicio ha rechazado la matrícula.' }),
  ),
  'never-asked': selected(() => known('5519KZP', null, null), {
    finds: { '5519KZP': known('5519KZP', 'transferable', Date.now()) },
  }),
  'long-vehicle': selected((now) =>
    known('0456LTR', 'not_transferable', now - 7 * MINUTE, {
      vehicle: {
        name: 'MERCEDES-BENZ SPRINTER 316 CDI FURGÓN MEDIO TECHO ALTO PORTÓN DOBLE',
        firstRegistrationDate: '21/01/2020',
      },
    }),
  ),
  several: (now) => ({
    application: { recents: recents(now), known: knownOfPage(now) },
    page: { selection: PAGE.slice(0, 5).join('\n') },
  }),
  'none-selected': (now) => ({
    application: { recents: recents(now) },
    page: { selection: 'Hablamos el martes' },
  }),
  empty: () => ({}),
  'to-repair': (now) => ({ application: { recents: recents(now) }, page: { selection: '1234 8CD' } }),
  'rate-limited': selected(() => known('5519KZP', null, null), {
    fails: { 'lookup.start': { code: 'rate-limited', retryAfterMs: 12_000 } },
  }),
  'unread-demo': (now) => ({ application: { recents: recents(now), state: { unread: 3, demo: true } } }),
  'not-running': application({ running: false }),
  'start-fails': application({ running: false, fails: { 'host.start': { code: 'failed' } } }),
  'not-installed': application({ host: 'missing' }),
  forbidden: application({ host: 'forbidden' }),
  'not-answering': application({ fails: { hello: { code: 'not-answering' } } }),
  'old-extension': application({ wrongVersion: 'extension' }),
  'old-application': application({ wrongVersion: 'application' }),
  'not-approved': application({ state: { approved: false } }),
  'approval-fails': application({
    state: { approved: false },
    fails: { 'approval.ask': { code: 'unavailable' } },
  }),
  locked: application({ state: { locked: true, online: null, unread: null } }),
  silent: application({ mute: true }),

  'panel-running': panel((now) => {
    const rows = knownOfPage(now)
    return {
      application: {
        known: [...rows, known('2270JHV', null, null, { pending: 'processing' })],
        batch: { id: 'b', state: 'running', total: 11, settled: 7 },
      },
      session: { ...PANEL(now), [`batch-${TAB}`]: { id: 'b', vrms: PAGE } },
    }
  }),
  'panel-known': panel((now) => ({ application: { known: knownOfPage(now, 11) } })),
  'panel-missing': panel((now) => ({
    application: {
      known: [...knownOfPage(now, 4), known('1234BCD', 'with_alerts', now - 4 * DAY)],
      finds: found(now),
    },
  })),
  'panel-unmarked': panel((now) => ({
    application: { known: knownOfPage(now, 11) },
    local: { marks: false },
  })),
  'panel-slow-batch': panel((now) => ({ application: { known: knownOfPage(now, 3) } })),
  'panel-scanning': panel((now) => ({
    application: { known: knownOfPage(now) },
    page: { frames: [PAGE], slow: true },
  })),
  'panel-none': panel(() => ({ page: { frames: [[]] } })),
  'panel-pdf': panel(() => ({ page: { frames: [[]], pdfs: 1 } })),
  'panel-frames': panel((now) => ({
    application: { known: knownOfPage(now, 11) },
    page: { frames: [PAGE.slice(0, 3), PAGE.slice(2, 6)], foreignFrames: 2, dropped: 14, unmarked: 40 },
  })),
  'panel-unreadable': panel(() => ({ page: { unreadable: true } })),
  'panel-start': () => ({ page: { frames: [PAGE] } }),
  'panel-padded': panel((now) => ({
    application: { known: knownOfPage(now, 11) },
    page: {
      frames: [
        [
          { vrm: '5519KZP', count: 3, padded: false },
          { vrm: 'M0234AB', count: 1, padded: true },
          { vrm: 'R3308BDF', count: 1, padded: false },
          '0456LTR',
        ],
      ],
      vanished: ['0456LTR'],
    },
  })),
  'panel-fails': panel(() => ({ application: { fails: { 'batch.start': { code: 'unavailable' } } } })),
  'panel-thousand': panel((now) => {
    const plates = Array.from({ length: 1_000 }, (_, index) => {
      const letters = [10, 100, 1].map((part) => 'BCDFGHJKLM'.charAt(Math.floor(index / part) % 10)).join('')
      return `${String(1_000 + index).padStart(4, '0')}${letters}`
    })
    return {
      page: { frames: [plates] },
      application: {
        known: plates.map((vrm, index) => known(vrm, OUTCOMES[index % 7] ?? null, now - MINUTE)),
      },
    }
  }),
}
