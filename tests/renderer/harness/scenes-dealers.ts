import type { DealerRow } from '#shared/bridge/dealers.ts'
import { appError } from '#shared/bridge/result.ts'
import { clientDealerId, boardSection, type Waits } from '#shared/domain/dealer-board.ts'
import { labelDealerId } from '#shared/domain/dealer-id.ts'
import type { FakeDealer } from './fake-dealers.ts'
import { base, DAY, down, NOW, production, type SceneOf } from './scene-base.ts'
import { TEMPLATES } from './scenes-wizard.ts'

const plateAt = (index: number) =>
  `${String(1000 + ((index * 37) % 9000))}${['LKR', 'MBT', 'MWK', 'NCD'][index % 4]}`

function row(index: number, waits: Waits, change: Partial<DealerRow> = {}): DealerRow {
  return {
    kind: 'procedure',
    id: `${waits}-${index}`,
    vrm: plateAt(index),
    type: 'VEHICLE_TRANSFER',
    status: waits === 'nobody' ? 'DONE' : waits === 'dealer' ? 'BLOCKED' : 'IN_PROGRESS',
    since: NOW - (index + 1) * DAY,
    waits,
    section: boardSection(waits),
    vehicle: ['SEAT León 1.5 TSI FR', 'Renault Clio', 'Mercedes-Benz Sprinter 314 CDI', ''][index % 4]!,
    missing: [],
    asks: [],
    signatures: [],
    assigned: false,
    ...change,
  }
}

const signature = (id: string, outcome: 'signed' | 'waiting' | 'failed', document = 'mandate-specific') => ({
  id,
  document,
  outcome,
})

const ROWS: DealerRow[] = [
  row(21, 'dealer', {
    missing: [{ incident: 'expired-document', document: 'national_id' }, { incident: 'pending-document' }],
    signatures: [signature('s1', 'waiting'), signature('s2', 'signed', 'sales-agreement')],
  }),
  row(11, 'dealer', { asks: ['unpaid-ivtm-tax'] }),
  row(6, 'dealer', {
    kind: 'draft',
    id: 'draft-1',
    type: 'registration',
    status: 'editing',
    vrm: undefined,
    vin: 'VSSZZZ5FZHR000417',
    missing: [{ requirement: 'buyer-identity' }, { requirement: 'agreement' }],
  }),
  row(4, 'signer', { status: 'PENDING', signatures: [signature('s3', 'waiting', 'mandate-generic')] }),
  row(9, 'office', { status: 'PENDING', signatures: [signature('s4', 'failed')] }),
  row(2, 'office', { kind: 'draft', id: 'draft-2', type: 'transfer', status: 'ready' }),
  row(13, 'registry', { status: 'ON_HOLD' }),
  row(5, 'registry'),
  row(3, 'registry', {
    type: 'VEHICLE_REGISTRATION',
    vrm: undefined,
    vin: 'WVWZZZ1KZXW000001',
  }),
  row(0, 'nobody', { type: 'VEHICLE_REGISTRATION', assigned: true }),
  row(1, 'nobody', { status: 'DELIVERED_TO_CLIENT', signatures: [signature('s5', 'signed')] }),
  row(7, 'nobody', { status: 'CANCELLED' }),
]

const VEGA = clientDealerId('Ocasión Vega')
const vega = (change: Partial<FakeDealer> = {}): FakeDealer => ({
  id: VEGA,
  name: 'Ocasión Vega',
  spellings: ['Ocasión Vega', 'OCASION VEGA'],
  templates: structuredClone(TEMPLATES.slice(0, 2)),
  taxId: 'B12345674',
  rows: structuredClone(ROWS),
  ...change,
})
const other = (id: string, name: string, rows: DealerRow[]): FakeDealer => ({
  id,
  name,
  rows,
  templates: [],
  taxId: '',
})
const many = (waits: Waits, amount: number) => Array.from({ length: amount }, (_, index) => row(index, waits))
const OTHERS: FakeDealer[] = [
  other(clientDealerId('Automóviles Lozano e Hijos, S.L.'), 'Automóviles Lozano e Hijos, S.L.', [
    ...many('registry', 24),
    ...many('dealer', 3),
  ]),
  other(clientDealerId('Lozano Ocasión'), 'Lozano Ocasión', many('nobody', 2)),
  other(labelDealerId('renting'), 'renting', [...many('office', 1), ...many('nobody', 4)]),
  other(clientDealerId('María del Carmen Echevarría'), 'María del Carmen Echevarría', many('signer', 1)),
]

type Rest = Parameters<typeof base>[0]
const HIDING = { ...base().slices.settings, hideNames: true }
const list = (dealers: FakeDealer[], rest: Rest = {}) =>
  base({ route: { view: 'dealers' }, dealers, ...rest, slices: { ...production, ...rest?.slices } })
const board = (dealer: FakeDealer | null, rest: Rest = {}) =>
  base({
    route: { view: 'dealer', id: VEGA },
    dealers: dealer ? [dealer] : [],
    ...rest,
    slices: { ...production, ...rest?.slices },
  })

/** Scenes of *Compraventas*. */
export const dealerScenes: Record<string, SceneOf> = {
  dealers: () => list([vega(), ...structuredClone(OTHERS)]),
  'dealers-hidden': () => list([vega(), ...structuredClone(OTHERS)], { slices: { settings: HIDING } }),
  'dealers-none': () => list([]),
  'dealers-loading': () => list([], { holds: ['dealers.list'] }),
  'dealers-failed': () => list([], { refuses: { 'dealers.list': appError('store-failed') } }),
  dealer: () => board(vega()),
  'dealer-hidden': () => board(vega(), { slices: { settings: HIDING } }),
  'dealer-label': () =>
    board(
      { ...OTHERS[2]!, rows: structuredClone(ROWS) },
      { route: { view: 'dealer', id: labelDealerId('renting') } },
    ),
  'dealer-offline': () => board(vega(), { slices: down }),
  'dealer-month': () => board(vega({ rows: many('nobody', 1) })),
  'dealer-empty': () => board(vega({ rows: [], templates: [] })),
  'dealer-long': () => board(vega({ rows: [...many('dealer', 140), ...many('nobody', 220)] })),
  'dealer-loading': () => board(vega(), { holds: ['dealers.get'] }),
  'dealer-failed': () => board(vega(), { refuses: { 'dealers.get': appError('store-failed') } }),
  'dealer-gone': () => board(null),
}
