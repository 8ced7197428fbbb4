import type { LookupView, RecentLookup, Verdict } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { Scene } from './fake-bridge.ts'

/** Friday 20/11/2026 at 14:05, as in the drawings. */
export const NOW = new Date(2026, 10, 20, 14, 5).getTime()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

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
function verdict(
  vrm: string,
  outcome: Verdict['outcome'],
  ago: number,
  extra: Partial<Verdict> = {},
): Verdict {
  const car = (CARS as Record<string, Verdict['vehicle']>)[vrm] ?? CARS['8097MWK']
  return {
    reportId: `r${++reports}`,
    vrm,
    outcome,
    checkedAt: NOW - ago,
    ...(outcome === 'error' || outcome === 'unrecognised' ? {} : { vehicle: car }),
    ...extra,
  }
}

const view = (vrm: string, known: Partial<LookupView>): LookupView => ({
  vrm,
  latest: null,
  previous: null,
  pending: null,
  failed: null,
  ...known,
})

const recents: RecentLookup[] = [
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
  outcome: outcome as Verdict['outcome'],
  pending: null,
}))

const OUTCOMES: Verdict['outcome'][] = [
  'transferable',
  'transferable',
  'with_alerts',
  'not_transferable',
  'error',
]
const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
const manyVerdicts = (n: number): Verdict[] =>
  Array.from({ length: n }, (_, i) => {
    const letters = [i % 20, (i * 7) % 20, (i * 3) % 20].map((index) => LETTERS[index]).join('')
    const vrm = `${String((i * 37) % 10_000).padStart(4, '0')}${letters}`
    return verdict(vrm, OUTCOMES[i % OUTCOMES.length]!, i * 47 * MINUTE, {
      vehicle: Object.values(CARS)[i % 3]!,
    })
  })

type SceneOf = () => Scene & { route: Route }
const lookup = (vrm?: string): Route => (vrm === undefined ? { view: 'lookup' } : { view: 'lookup', vrm })

function base(
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
    plates: [
      { vrm: '1234BCD', repaired: false },
      { vrm: '8097MWK', repaired: true },
      { vrm: 'C4821BXN', repaired: false },
    ],
    route: lookup(),
    ...rest,
    slices: {
      settings: { theme: 'light', density: 'comfortable', singleKeys: true },
      connection: { state: 'online', since: NOW - 3_600_000, attempts: 0, lastContactAt: NOW - 12_000 },
      profile: { id: 'demo', environment: 'demo', name: 'Demostración' },
      store: {
        state: 'open',
        directory: '/home/ana/.local/share/ventanilla/demo',
        bytes: 1_482_752,
        reports: 320,
      },
      notices: [],
      ...slices,
    },
  }
}

const production = { profile: { id: 'p', environment: 'production' as const, name: 'Gestoría Ribera' } }
const down = {
  connection: {
    state: 'down' as const,
    since: NOW - 13 * MINUTE,
    attempts: 7,
    nextAttemptAt: NOW + 40_000,
    lastContactAt: NOW - 13 * MINUTE,
    error: appError('unreachable'),
  },
}
const shown =
  (vrm: string, known: Partial<LookupView>, rest: Parameters<typeof base>[0] = {}): SceneOf =>
  () =>
    base({ route: lookup(vrm), views: { [vrm]: view(vrm, known) }, ...rest })
const asking = (vrm: string, state: 'asking' | 'processing' | 'slow' | 'queued', ago: number) => ({
  vrm,
  state,
  requestedAt: NOW - ago,
})

const old = (vrm: string) => verdict(vrm, 'transferable', 3 * DAY + 4.5 * 60 * MINUTE)

/** Every state of the screens, by name. `tests/renderer/states.spec.ts` walks them all. */
export const scenes: Record<string, SceneOf> = {
  'first-run': () =>
    base({
      recent: [],
      today: 0,
      history: [],
      slices: { connection: { state: 'idle', since: NOW, attempts: 0 } },
    }),
  'empty-with-history': () => base(),
  alerts: shown(
    '1234BCD',
    {
      latest: verdict('1234BCD', 'with_alerts', 10_000),
      previous: verdict('1234BCD', 'transferable', 9 * DAY),
    },
    { slices: production },
  ),
  transferable: shown('8097MWK', { latest: verdict('8097MWK', 'transferable', 5_000) }),
  'not-transferable': shown('0456LTR', { latest: verdict('0456LTR', 'not_transferable', 6 * MINUTE) }),
  'outcome-error': shown('2270JHV', { latest: verdict('2270JHV', 'error', 8_000) }),
  unrecognised: shown('9426JHV', {
    latest: verdict('9426JHV', 'unrecognised', 8_000, { rawOutcome: 'transferable_with_conditions' }),
  }),
  cached: shown('8097MWK', { latest: old('8097MWK'), pending: asking('8097MWK', 'asking', 1_400) }),
  'cached-slow': shown('8097MWK', { latest: old('8097MWK'), pending: asking('8097MWK', 'slow', 23_000) }),
  'cached-queued': shown(
    '8097MWK',
    { latest: old('8097MWK'), pending: asking('8097MWK', 'queued', 60_000) },
    { slices: down },
  ),
  'cached-failed': shown('8097MWK', { latest: old('8097MWK'), failed: appError('report-stalled') }),
  stale: shown('8097MWK', { latest: old('8097MWK') }),
  'no-vehicle-data': shown('8097MWK', {
    latest: verdict('8097MWK', 'transferable', 5_000, { vehicle: { brand: 'Volkswagen' } }),
  }),
  consulting: shown('4106HPR', { pending: asking('4106HPR', 'asking', 700) }),
  slow: shown('4106HPR', { pending: asking('4106HPR', 'slow', 21_000) }),
  queued: () =>
    base({
      route: lookup('4106HPR'),
      views: { '4106HPR': view('4106HPR', { pending: asking('4106HPR', 'queued', MINUTE) }) },
      queue: [
        asking('4106HPR', 'queued', MINUTE),
        asking('6128KBN', 'queued', 4 * MINUTE),
        asking('0913GTL', 'queued', 8 * MINUTE),
      ],
      recent: recents.map((row, index) =>
        index === 0 ? { ...row, vrm: '4106HPR', outcome: null, pending: 'queued' } : row,
      ),
      today: 9,
      slices: { ...production, ...down },
    }),
  failed: shown('4106HPR', {
    failed: appError('rejected', { detail: 'El campo vrm no cumple el formato esperado (422).' }),
  }),
  'never-asked': shown('4106HPR', {}),
  temporary: shown('P0079BDP', { latest: verdict('P0079BDP', 'transferable', 4_000) }),
  unauthorized: () =>
    base({
      route: lookup('4106HPR'),
      views: { '4106HPR': view('4106HPR', { failed: appError('unauthorized') }) },
      slices: { ...production, connection: { state: 'unauthorized', since: NOW - MINUTE, attempts: 1 } },
    }),
  down: () => base({ slices: { ...production, ...down } }),
  development: () =>
    base({ slices: { profile: { id: 'd', environment: 'development', name: 'Gestoría Ribera' } } }),
  'set-aside-notice': () =>
    base({
      slices: {
        notices: [
          {
            id: 'n1',
            kind: 'store-set-aside',
            at: NOW,
            path: '/home/ana/.local/share/ventanilla/demo/store-2026-11-20T140500.db',
          },
        ],
      },
    }),
  'store-locked': () =>
    base({
      slices: {
        store: {
          state: 'locked',
          directory: '/home/ana/.local/share/ventanilla/demo',
          error: appError('store-locked', { detail: 'store.key: no such file' }),
        },
      },
    }),
  lost: () => base({ link: 'lost' }),
  closed: () => base({ link: 'closed' }),
  history: () => base({ route: { view: 'lookup-history' } }),
  'history-none': () => base({ route: { view: 'lookup-history', query: '9999ZZZ' } }),
  'history-empty': () => base({ route: { view: 'lookup-history' }, history: [], recent: [], today: 0 }),
  'history-saving': () => base({ route: { view: 'lookup-history' }, transfersHang: true }),
  'drop-hangs': () => base({ transfersHang: true }),
  refused: () => base({ start: () => ({ ok: false, error: appError('store-failed') }) }),
  procedures: () => base({ route: { view: 'procedures' } }),
  signatures: () => base({ route: { view: 'signatures' } }),
  news: () => base({ route: { view: 'news' } }),
  settings: () => base({ route: { view: 'settings' } }),
}
