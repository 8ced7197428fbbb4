import type { StateFigures } from '#shared/bridge/figures.ts'
import { appError } from '#shared/bridge/result.ts'
import { listMonths } from '#shared/domain/calendar.ts'
import type { FigureScene } from './fake-figures.ts'
import { base, NOW, type SceneOf } from './scene-base.ts'

const CLIENTS = ['Lozano Ocasión, S.L.', 'Autos Llobregat', 'Nuria Ferrer Castell', 'Talleres Ribera']
const HOUR = 3_600
const DAY = 24 * HOUR
/** Number of a month, the same each time: the year goes up and down. */
const wave = (month: string, most: number, turn = 0) =>
  Math.round(most * (0.55 + 0.45 * Math.sin(Number(month.slice(5)) * 1.7 + Number(month.slice(2, 4)) + turn)))

const row = (
  group: string | null,
  status: string,
  stays: number,
  median: number,
  p90: number | null,
  past = 0,
): StateFigures['rows'][number] => ({
  group,
  status,
  stays,
  past,
  cases: stays - past - (stays > 20 ? 3 : 0),
  median,
  p90,
})

const STATES = [
  row(null, 'PENDING', 412, 5 * HOUR, 1.8 * DAY, 60),
  row(null, 'IN_PROGRESS', 395, 3.2 * DAY, 9.5 * DAY, 60),
  row(null, 'BLOCKED', 88, 4.1 * DAY, 21 * DAY, 9),
  row(null, 'ON_HOLD', 34, 6.4 * DAY, 19 * DAY, 2),
  row(null, 'DONE', 260, 2.5 * DAY, 8 * DAY, 60),
  row(null, 'EN_REVISION', 4, 11 * HOUR, null),
]

const FULL: FigureScene = {
  choices: { clients: CLIENTS, labels: ['renting', 'urgente', 'vip'] },
  procedures: ({ months, client }) => ({
    rows: listMonths(months).flatMap((month, at, all) =>
      [
        { type: 'VEHICLE_TRANSFER', most: 60 },
        { type: 'VEHICLE_REGISTRATION', most: 22 },
        { type: 'SALE_NOTIFICATION', most: 9 },
        { type: 'DUPLICATE_PERMIT', most: 3 },
        { type: 'BAJA_TEMPORAL', most: 2 },
      ].map(({ type, most }, turn) => {
        // The first months have left the list.
        const isPast = client === undefined && all.length > 6 && at < 3
        const began = wave(month, client === undefined ? most : Math.ceil(most / 8), turn)
        const ended = wave(month, client === undefined ? most - 1 : Math.ceil(most / 9), turn + 0.6)
        return {
          month,
          type,
          began: isPast ? Math.floor(began / 5) : began,
          ended: isPast ? Math.floor(ended / 6) : ended,
          pastBegan: isPast ? began - Math.floor(began / 5) : 0,
          pastEnded: isPast ? ended - Math.floor(ended / 6) : 0,
        }
      }),
    ),
  }),
  states: ({ by }) => ({
    rows:
      by === 'none'
        ? STATES
        : (by === 'type'
            ? ['VEHICLE_TRANSFER', 'VEHICLE_REGISTRATION', 'SALE_NOTIFICATION']
            : CLIENTS
          ).flatMap((group, at) =>
            STATES.slice(0, 4).map(({ status, stays, median, p90 }) =>
              row(
                group,
                status,
                Math.ceil(stays / (5 + 9 * at)),
                (median ?? 0) * (1 + at * 0.35),
                stays / (5 + 9 * at) < 10 ? null : (p90 ?? 0) * (1 + at * 0.2),
              ),
            ),
          ),
    unknown: 17,
    knownFrom: NOW - 310 * DAY * 1_000,
  }),
  incidents: {
    rows: [
      ['unpaid-ivtm-tax', 6, 41, 2, 3.4 * DAY, 12 * DAY],
      ['pending-document', 9, 30, 0, 1.6 * DAY, 6 * DAY],
      ['ownership-hold', 5, 12, 4, 15 * DAY, 48 * DAY],
      ['seizure', 3, 2, 1, 34 * DAY, null],
      ['falta-tasa', 1, 0, 0, null, null],
    ].map(([type, open, solved, gone, median, p90]) => ({
      type: type as string,
      open: { n: open as number, cases: open as number },
      solved: { n: solved as number, cases: Math.max(0, (solved as number) - 2) },
      gone: { n: gone as number, cases: gone as number },
      past: type === 'unpaid-ivtm-tax' ? 2 : 0,
      timed: solved as number,
      median: median as number | null,
      p90: p90 as number | null,
    })),
  },
  verdicts: ({ months }) => ({
    rows: listMonths(months).flatMap((month) =>
      (
        [
          ['transferable', 240],
          ['with_alerts', 90],
          ['not_transferable', 46],
          ['error', 12],
        ] as const
      ).map(([outcome, most], turn) => ({ month, outcome, n: wave(month, most, turn / 2) }) as never),
    ),
  }),
  spending: ({ months }) => ({
    price: 867,
    rows: listMonths(months).map((month, at) => {
      const reports = wave(month, 38)
      return {
        month,
        reports,
        arrived: at === 4 ? reports - 1 : reports,
        cents: reports * 867,
        estimated: at < 2 ? reports : 0,
      }
    }),
  }),
}

/** One office that has only begun. */
const FEW: FigureScene = {
  procedures: ({ months: { to } }) => ({
    rows: [{ month: to, type: 'VEHICLE_TRANSFER', began: 2, ended: 1, pastBegan: 0, pastEnded: 0 }],
  }),
  states: () => ({
    rows: [row(null, 'PENDING', 2, 7 * HOUR, null), row(null, 'IN_PROGRESS', 1, 2.2 * DAY, null)],
    unknown: 1,
    knownFrom: NOW - 6 * DAY * 1_000,
  }),
  verdicts: ({ months: { to } }) => ({ rows: [{ month: to, outcome: 'with_alerts', n: 1 }] as never }),
}

type Change = NonNullable<Parameters<typeof base>[0]>
const scene = (figures: FigureScene, rest: Change = {}) =>
  base({ route: { view: 'figures' }, figures, ...rest })
const HIDING = { ...base().slices.settings, hideNames: true }
const failed = appError('store-failed')

/** States of Cifras. */
export const figureScenes: Record<string, SceneOf> = {
  figures: () => scene(FULL),
  'figures-empty': () => scene({}),
  'figures-few': () => scene(FEW),
  'figures-loading': () =>
    scene(
      {},
      {
        holds: [
          'figures.procedures',
          'figures.states',
          'figures.incidents',
          'figures.verdicts',
          'figures.spending',
        ],
      },
    ),
  'figures-failed': () =>
    scene(FULL, {
      refuses: {
        'figures.procedures': failed,
        'figures.states': failed,
        'figures.incidents': failed,
        'figures.verdicts': failed,
        'figures.spending': failed,
      },
    }),
  'figures-one-failed': () => scene(FULL, { refuses: { 'figures.states': failed } }),
  'figures-private': () => scene(FULL, { slices: { settings: HIDING } }),
}
