import type { PlateListRow } from '#shared/bridge/plate-lists.ts'
import { appError } from '#shared/bridge/result.ts'
import type { VerdictOutcome } from '#shared/domain/plate-verdict.ts'
import type { FakePlateList } from './fake-plate-lists.ts'
import { base, DAY, down, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const CARS = [
  ['SEAT', 'IBIZA'],
  ['RENAULT', 'CLIO'],
  ['MERCEDES-BENZ', 'SPRINTER 314 CDI'],
  ['', ''],
] as const
const OUTCOMES = ['transferable', 'transferable', 'with_alerts', 'transferable', 'not_transferable', 'error']
const COMPLETES: PlateListRow['complete'][] = [
  null,
  null,
  { state: 'processing', checkedAt: null },
  null,
  { state: 'done', checkedAt: NOW - 300 * MINUTE },
  null,
  null,
  null,
  { state: 'uncertain', checkedAt: null },
  { state: 'failed', checkedAt: null },
]
const FROM_LIST = ['Nave 2, entra el viernes', '', 'A-204 · 8.250 €', '']
/** Rows whose list names another vehicle than the registry. */
const isOther = (ord: number) => ord % 20 === 5

/** Row of a list of cars: its place decides its vehicle and, once answered, its verdict. */
function row(ord: number, isAnswered: boolean): PlateListRow {
  const [brand, model] = isAnswered ? CARS[ord % CARS.length]! : ['', '']
  return {
    ord,
    vrm: `${String(1000 + ((ord * 37) % 9000))}${['BCD', 'KRT', 'LMN', 'MZX'][ord % 4]}`,
    line: ord + 2,
    written: `${String(1000 + ((ord * 37) % 9000))}-${['8CD', 'KRT', 'LMN', 'MZX'][ord % 4]}`,
    repaired: ord % 16 === 4,
    cameWith: isOther(ord) ? 'Audi A3, gris' : FROM_LIST[ord % FROM_LIST.length]!,
    note: ord === 4 ? 'Preguntar por el embargo' : '',
    marked: ord === 4 || ord === 9,
    state: isAnswered ? 'answered' : ord % 12 === 0 ? 'asked' : 'waiting',
    error: null,
    outcome: isAnswered ? (OUTCOMES[ord % OUTCOMES.length] as VerdictOutcome) : null,
    disagrees: false,
    checkedAt: isAnswered ? NOW - ord * MINUTE : null,
    brand,
    model,
    otherVehicle: brand && isOther(ord) ? { listed: 'Audi A3', registry: `${brand} ${model}` } : null,
    complete: isAnswered ? (COMPLETES[ord % COMPLETES.length] ?? null) : null,
  }
}

const listOf = (total: number, answered: number, rest: Partial<FakePlateList> = {}): FakePlateList => ({
  id: 'list-1',
  name: 'Autos Llobregat, noviembre',
  createdAt: NOW - 40 * MINUTE,
  state: answered < total ? 'running' : 'done',
  rows: Array.from({ length: total }, (_, ord) => row(ord, ord < answered)),
  leftOut: {
    unread: [{ line: 43, text: 'Total: 40 vehículos' }],
    repeated: [{ line: 44, vrm: '1000BCD', first: 2 }],
    beyond: 0,
  },
  ...rest,
})

const RUNNING = listOf(40, 26, { endsAt: NOW + 4 * MINUTE })
const OTHERS = [
  listOf(12, 12, { id: 'list-2', name: 'Lozano Ocasión, S.L.', createdAt: NOW - 2 * DAY }),
  listOf(220, 80, { id: 'list-3', name: 'Flota de reparto', createdAt: NOW - 3 * DAY, state: 'stopped' }),
]

const lists = (plateLists: FakePlateList[], rest: Parameters<typeof base>[0] = {}) =>
  base({ route: { view: 'plate-lists' }, plateLists, ...rest })
const shown = (list: FakePlateList, rest: Parameters<typeof base>[0] = {}) =>
  base({ route: { view: 'plate-list', id: 'list-1' }, plateLists: [list], ...rest })

export const plateListScenes: Record<string, SceneOf> = {
  'plate-lists': () => lists([structuredClone(RUNNING), ...structuredClone(OTHERS)]),
  'plate-lists-known': () =>
    lists([], {
      knownColumns: {
        columns: { plate: 4, alsoPlates: [], note: [1] },
        of: { id: 'list-2', name: 'Autos Vega', createdAt: NOW - 30 * DAY },
      },
    }),
  'plate-list-twin': () => lists([listOf(2, 2, { id: 'list-2', name: 'Lozano Ocasión, S.L.' })]),
  'plate-lists-none': () => lists([]),
  'plate-lists-loading': () => lists([], { holds: ['plate-lists.list'] }),
  'plate-lists-failed': () => lists([], { refuses: { 'plate-lists.list': appError('store-failed') } }),
  'plate-list': () => shown(structuredClone(RUNNING)),
  'plate-list-done': () => shown(listOf(40, 40)),
  'plate-list-held': () => shown(listOf(40, 26), { slices: down }),
  'plate-list-paused': () => shown(listOf(40, 26, { state: 'stopped' })),
  'plate-list-long': () => shown(listOf(5000, 1200, { endsAt: NOW + 90 * MINUTE })),
  'plate-list-paid': () => shown(listOf(40, 40), { slices: production }),
  'plate-list-memory': () =>
    shown(listOf(40, 40), {
      slices: { ...production, keychain: { kind: 'memory', state: 'ready' } },
    }),
  'plate-list-offer-loading': () => shown(listOf(40, 40), { holds: ['plate-lists.complete-offer'] }),
  'plate-list-offer-failed': () =>
    shown(listOf(40, 40), {
      slices: production,
      refuses: { 'plate-lists.complete-request': appError('invalid-request') },
    }),
  'plate-list-400': () => shown(listOf(400, 400), { slices: production }),
  'plate-list-loading': () =>
    shown(structuredClone(RUNNING), { holds: ['plate-lists.get', 'plate-lists.rows'] }),
  'plate-list-gone': () => base({ route: { view: 'plate-list', id: 'list-9' }, plateLists: [] }),
}
