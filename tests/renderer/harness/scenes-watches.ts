import type { WatchRow } from '#shared/bridge/watches.ts'
import { appError } from '#shared/bridge/result.ts'
import { addDays, isoDay } from '#shared/domain/calendar.ts'
import type { VerdictOutcome } from '#shared/domain/plate-verdict.ts'
import { MAX_WATCHES } from '#shared/domain/watch-days.ts'
import { base, DAY, down, NOW, production, recents, type SceneOf, verdict, view } from './scene-base.ts'

const TODAY = isoDay(NOW)
const outcome = (value: string) => value as VerdictOutcome

function watched(vrm: string, verdictNow: string, rest: Partial<WatchRow> = {}): WatchRow {
  return {
    vrm,
    days: { every: 'working-day' },
    until: addDays(TODAY, 24),
    note: '',
    state: 'active',
    setDay: addDays(TODAY, -6),
    nextDay: addDays(TODAY, 3),
    outcome: outcome(verdictNow),
    disagrees: false,
    since: NOW - 9 * DAY,
    brand: 'SEAT',
    model: 'LEÓN 1.5 TSI FR',
    change: null,
    failures: 0,
    ...rest,
  }
}
const change = (before: string, after: string, ago: number, more = {}): WatchRow['change'] => ({
  at: NOW - ago,
  detail: {
    type: 'reduced',
    before,
    outcome: after,
    was: before,
    is: after,
    since: NOW - ago - DAY,
    ...more,
  },
})

const ROWS: readonly WatchRow[] = [
  watched('0456LTR', 'transferable', {
    change: change('not_transferable', 'transferable', 3 * 3_600_000),
    since: NOW - 3 * 3_600_000,
    note: 'Autos Llobregat: avisar cuando quite la reserva',
    brand: 'BMW',
    model: '320D TOURING',
  }),
  watched('8097MWK', 'not_transferable', {
    change: change('with_alerts', 'not_transferable', DAY),
    since: NOW - DAY,
    days: { every: 'week', on: [1, 4] },
    brand: 'VOLKSWAGEN',
    model: 'GOLF 2.0 TDI',
  }),
  watched('6128KBN', 'transferable', {
    change: change('transferable', 'transferable', 4 * DAY, { fields: 'model firstRegistrationDate' }),
  }),
  watched('2270JHV', 'error', { failures: 4, since: null, brand: '', model: '', note: 'Matrícula dudosa' }),
  watched('1234BCD', 'with_alerts', {
    days: { every: 'days', count: 10 },
    note: 'ITV',
    until: addDays(TODAY, 12),
  }),
  watched('M1234AB', 'transferable', { brand: 'RENAULT', model: 'CLIO' }),
  watched('5519KZP', 'transferable', { state: 'ended', nextDay: null, until: addDays(TODAY, -2) }),
  watched('9426JHV', 'with_alerts', { state: 'ended', nextDay: null, note: 'Vendido' }),
]
const page = (rows: readonly WatchRow[], rest: Parameters<typeof base>[0] = {}) =>
  base({
    route: { view: 'watches' },
    watches: { rows: structuredClone([...rows]) },
    complete: {},
    views: {
      '0456LTR': view('0456LTR', { latest: verdict('0456LTR', 'transferable', 5_000) }),
      '1234BCD': view('1234BCD', { latest: verdict('1234BCD', 'with_alerts', 5_000) }),
    },
    ...rest,
  })
const shown = (rest: Parameters<typeof base>[0] = {}) =>
  base({
    route: { view: 'lookup', vrm: '1234BCD' },
    views: { '1234BCD': view('1234BCD', { latest: verdict('1234BCD', 'with_alerts', 10_000) }) },
    slices: production,
    recent: recents,
    ...rest,
  })

const many = (n: number): WatchRow[] =>
  Array.from({ length: n }, (_, at) => watched(`${String(1000 + at)}KRT`, 'transferable'))

export const watchScenes: Record<string, SceneOf> = {
  watches: () => page(ROWS),
  'watches-none': () => page([]),
  'watches-loading': () => page(ROWS, { holds: ['watches.rows', 'watches.counts'] }),
  'watches-failed': () =>
    page([], {
      refuses: { 'watches.rows': appError('store-failed'), 'watches.counts': appError('store-failed') },
    }),
  'watches-down': () => page(ROWS, { slices: { ...production, ...down } }),
  'watches-many': () => page(many(MAX_WATCHES)),
  'verdict-watch': () => shown(),
  'verdict-watched': () => shown({ watches: { rows: structuredClone([...ROWS]) } }),
  'verdict-watch-paid': () => shown({ watches: { rows: [], price: 50 } }),
  'verdict-watch-full': () => shown({ watches: { rows: many(MAX_WATCHES) } }),
  'verdict-watch-loading': () => shown({ holds: ['watches.of'] }),
  'data-changed': () =>
    base({
      route: { view: 'lookup', vrm: '1234BCD' },
      views: {
        '1234BCD': view('1234BCD', {
          latest: verdict('1234BCD', 'transferable', 10_000),
          previous: verdict('1234BCD', 'transferable', 9 * DAY, {
            vehicle: { brand: 'SEAT', model: 'IBIZA', vin: 'VSSZZZ5FZHR000417' },
          }),
        }),
      },
      slices: production,
    }),
}
