import type { Account } from '#shared/bridge/accounts.ts'
import type { LookupView, PlateReport, RecentLookup } from '#shared/bridge/lookup.ts'
import { nothingManaged } from '#shared/bridge/managed.ts'
import { noScans } from '#shared/bridge/scan-folder.ts'
import { noSharing } from '#shared/bridge/sharing.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { appError } from '#shared/bridge/result.ts'
import { noUpdates } from '#shared/bridge/updates.ts'
import type { Route } from '#shared/bridge/route.ts'
import {
  defaultNotificationSettings,
  defaultOfficeSettings,
  defaultSettings,
} from '#shared/bridge/settings.ts'
import { saidOf } from '#tests/fakes/plate-reports.ts'
import type { Scene } from './scene.ts'

/** Friday 20/11/2026 at 14:05, as in the drawings. */
export const NOW = new Date(2026, 10, 20, 14, 5).getTime()
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

const CARS = {
  '1234BCD': {
    brand: 'SEAT',
    model: 'León 1.5 TSI FR',
    vin: 'VSSZZZ5FZHR000417',
    firstRegistrationDate: '14/03/2018',
  },
  '8097MWK': {
    brand: 'Volkswagen',
    model: 'Golf 2.0 TDI',
    vin: 'WVWZZZ1KZXW000001',
    firstRegistrationDate: '02/07/2019',
  },
  '0456LTR': {
    brand: 'BMW',
    model: '320d Touring',
    vin: 'WBA6K71090A002817',
    firstRegistrationDate: '21/01/2020',
  },
} as const

let reports = 0
export function verdict(
  vrm: string,
  outcome: PlateReport['outcome'],
  ago: number,
  extra: Partial<PlateReport> = {},
): PlateReport {
  const car = (CARS as Record<string, PlateReport['vehicle']>)[vrm] ?? CARS['8097MWK']
  return {
    reportId: `r${++reports}`,
    vrm,
    kind: 'reduced',
    outcome,
    checkedAt: NOW - ago,
    ...(outcome === 'error' || outcome === 'unrecognised' ? {} : { vehicle: car }),
    ...extra,
  }
}

export type ReportsView = Omit<LookupView, 'verdict'>

/** Without the verdict, which the bridge computes from every report of the scene. */
export const view = (vrm: string, known: Partial<ReportsView>): ReportsView => ({
  vrm,
  latest: null,
  previous: null,
  pending: null,
  failed: null,
  ...known,
})

export const recents: RecentLookup[] = [
  ['1234BCD', 0, 'with_alerts'],
  ['8097MWK', 3, 'transferable'],
  ['0456LTR', 7, 'not_transferable'],
  ['M1234AB', 24, 'transferable'],
  ['C4821BXN', 25, 'transferable'],
  ['5519KZP', 43, 'transferable'],
  ['R3308BDF', 68, 'with_alerts'],
  ['2270JHV', 94, 'error'],
  ['9426JHV', 137, 'transferable'],
  ['7713MCS', 165, 'transferable'],
].map(([vrm, ago, outcome]) => ({
  vrm: vrm as string,
  at: NOW - (ago as number) * MINUTE,
  outcome: saidOf(outcome as PlateReport['outcome']),
  disagrees: false,
  pending: null,
}))

const OUTCOMES: PlateReport['outcome'][] = [
  'transferable',
  'transferable',
  'with_alerts',
  'not_transferable',
  'error',
]
const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
const manyVerdicts = (n: number): PlateReport[] =>
  Array.from({ length: n }, (_, i) => {
    const letters = [i % 20, (i * 7) % 20, (i * 3) % 20].map((index) => LETTERS[index]).join('')
    const vrm = `${String((i * 37) % 10_000).padStart(4, '0')}${letters}`
    return verdict(vrm, OUTCOMES[i % OUTCOMES.length]!, i * 47 * MINUTE, {
      vehicle: Object.values(CARS)[i % 3]!,
    })
  })

/**
 * Accounts of an office with every kind: production, testing with a key that stopped working, and the demonstration.
 */
export const ACCOUNTS: Account[] = [
  {
    id: 'p',
    environment: 'production',
    name: 'Gestoría Ribera',
    baseUrl: 'https://api.operador.example',
    keyLast4: '7f3a',
    key: { state: 'accepted', at: new Date(2026, 10, 20, 8, 31).getTime() },
    assumptions: {},
  },
  {
    id: 'd',
    environment: 'development',
    name: 'Gestoría Ribera, pruebas',
    baseUrl: 'https://dev.operador.example',
    keyLast4: '02c9',
    key: { state: 'refused', at: new Date(2026, 10, 19, 17, 2).getTime() },
    assumptions: {},
  },
  {
    id: 'demo',
    environment: 'demo',
    name: 'Demostración',
    baseUrl: null,
    keyLast4: null,
    key: { state: 'unchecked', at: null },
    assumptions: {},
  },
]

export type SceneOf = () => Scene & { route: Route }
export const lookup = (vrm?: string): Route =>
  vrm === undefined ? { view: 'lookup' } : { view: 'lookup', vrm }

export function base(
  change: Partial<Omit<Scene, 'slices'>> & { route?: Route; slices?: Partial<Scene['slices']> } = {},
): Scene & { route: Route } {
  const { slices, ...rest } = change
  return {
    link: 'connected',
    views: {},
    recent: recents,
    today: 34,
    queue: [],
    history: manyVerdicts(320),
    complete: {},
    plates: [
      { vrm: '1234BCD', repaired: false },
      { vrm: '8097MWK', repaired: true },
      { vrm: 'C4821BXN', repaired: false },
    ],
    route: lookup(),
    ...rest,
    slices: {
      settings: { ...defaultSettings, theme: 'light', seenVersion: '0.1.0', tourOffered: true },
      connection: { state: 'online', since: NOW - 3_600_000, attempts: 0, lastContactAt: NOW - 12_000 },
      profile: { id: 'demo', environment: 'demo', name: 'Demostración' },
      accounts: ACCOUNTS,
      unreadableAccounts: [],
      keychain: { kind: 'system', state: 'ready' },
      uncertain: [],
      store: {
        state: 'open',
        directory: '/home/ana/.local/share/ventanilla/demo',
        bytes: 1_482_752,
        reports: 320,
      },
      banners: [],
      health: { troubles: [], logFile: '/home/ana/.local/share/Ventanilla/logs/ventanilla.log' },
      inboxCounts: { unread: 0, actionable: 0 },
      notificationSettings: defaultNotificationSettings,
      outage: { state: 'none', failures: 0 },
      sweep: { open: 0, roundMs: 0, state: 'idle', lastAt: null },
      drafts: { drafts: 0, outbox: 0, sending: 0, attention: 0 },
      office: defaultOfficeSettings,
      lock: { locked: false, hasPin: false },
      training: null,
      relay: noRelay,
      sharing: noSharing,
      scans: noScans,
      globalShortcut: 'registered',
      managed: nothingManaged,
      extension: { waiting: [], approved: [] },
      updates: noUpdates('0.1.0'),
      backup: { lastAt: null, nextAt: null, hasPassphrase: false, due: false, running: false },
      ...slices,
    },
  }
}

export const production = {
  profile: { id: 'p', environment: 'production' as const, name: 'Gestoría Ribera' },
}
export const down = {
  connection: {
    state: 'down' as const,
    since: NOW - 13 * MINUTE,
    attempts: 7,
    nextAttemptAt: NOW + 40_000,
    lastContactAt: NOW - 13 * MINUTE,
    error: appError('unreachable'),
  },
}
/** Begins before the connection was down, with as many attempts as the record. */
export const outage = { outage: { state: 'suspected' as const, since: NOW - 121 * MINUTE, failures: 6 } }
export const shown =
  (vrm: string, known: Partial<ReportsView>, rest: Parameters<typeof base>[0] = {}): SceneOf =>
  () =>
    base({ route: lookup(vrm), views: { [vrm]: view(vrm, known) }, ...rest })
export const asking = (vrm: string, state: 'asking' | 'processing' | 'slow' | 'queued', ago: number) => ({
  vrm,
  state,
  requestedAt: NOW - ago,
})
