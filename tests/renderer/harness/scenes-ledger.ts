import type { LedgerEntry, TariffLine } from '#shared/bridge/ledger.ts'
import { appError } from '#shared/bridge/result.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { labelDealerId } from '#shared/domain/dealer-id.ts'
import { computeVat, counterEntryId, GENERAL_VAT, reportEntryId } from '#shared/domain/ledger.ts'
import type { FakeEntry, FakeLedger } from './fake-ledger.ts'
import { base, down, production, type SceneOf } from './scene-base.ts'
import { procedureScenes } from './scenes-procedure.ts'
import { PROCEDURE } from './scenes-resources.ts'

const LOZANO = 'Lozano Ocasión, S.L.'
const at = (day: number, hour = 10) => new Date(2026, 10, day, hour, 20).getTime()

let entries = 0
/** Entry of 15/11/2026 in the ledger of the procedure of the scenes, by Ana. */
function entry(kind: LedgerEntry['kind'], cents: number, rest: Partial<FakeEntry> = {}): FakeEntry {
  const vatRate = kind === 'fee' ? GENERAL_VAT : 0
  return {
    id: `entry-${++entries}`,
    procedureId: PROCEDURE.id,
    vehicle: '3308KDR',
    client: '',
    clientId: clientDealerId(LOZANO),
    clientName: LOZANO,
    kind,
    concept: kind === 'disbursement' ? 'dgt-fee' : null,
    text: '',
    cents,
    vatRate,
    vatCents: computeVat(cents, vatRate),
    day: '2026-11-15',
    at: at(15),
    person: 'Ana Ruiz',
    corrects: null,
    alike: null,
    isAutomatic: false,
    ...rest,
  }
}
const counter = (of: FakeEntry, text: string, rest: Partial<FakeEntry> = {}): FakeEntry => ({
  ...of,
  id: counterEntryId(of.id),
  cents: -of.cents,
  vatCents: -of.vatCents,
  text,
  day: '2026-11-19',
  at: at(19),
  person: 'Marta Soler',
  corrects: of.id,
  ...rest,
})

const usual = (): FakeEntry[] => [
  entry('request', 30_000, { day: '2026-11-12', at: at(12), text: 'Tasas, ITP y honorarios' }),
  entry('payment', 30_000, { day: '2026-11-13', at: at(13), text: 'Bizum', person: 'Marta Soler' }),
  entry('disbursement', 5_570),
  entry('disbursement', 18_000, { concept: 'itp', text: 'Modelo 620' }),
  entry('disbursement', 413, {
    id: reportEntryId('r-7'),
    concept: 'complete-report',
    isAutomatic: true,
    person: '',
    day: '2026-11-16',
    at: at(16),
  }),
]
const corrected = (): FakeEntry[] => {
  const wrong = entry('disbursement', 55_700, { day: '2026-11-14', at: at(14) })
  const mistaken = entry('payment', 10_000, { day: '2026-11-16', at: at(16) })
  const first = counter(mistaken, 'Era de otro expediente')
  return [
    ...usual().slice(0, 2),
    wrong,
    counter(wrong, 'Sobraba un cero'),
    mistaken,
    first,
    counter(first, 'Sí era de este', { day: '2026-11-20', at: at(20) }),
  ]
}
const alike = (): FakeEntry[] => {
  const first = entry('payment', 30_000, { day: '2026-11-13', at: at(13, 9) })
  const second = entry('payment', 30_000, {
    day: '2026-11-13',
    at: at(13, 12),
    person: 'Marta Soler',
    alike: first.id,
  })
  first.alike = second.id
  return [...usual().slice(0, 1), first, second]
}

const otherClient = (name: string, some: FakeEntry[], procedureId: string | null = 'prc_other') =>
  some.map((one) => ({
    ...one,
    clientId: clientDealerId(name),
    clientName: name,
    procedureId,
    vehicle: '4821LKR',
  }))
const office = (): FakeEntry[] => [
  entry('fee', 12_000, { day: '2026-10-20', at: at(1), procedureId: 'prc_before', vehicle: '7713MCS' }),
  ...usual(),
  entry('fee', 6_000, { day: '2026-11-20', at: at(20) }),
  entry('payment', 5_000, {
    procedureId: null,
    vehicle: '',
    day: '2026-11-18',
    at: at(18),
    text: 'A cuenta',
  }),
  ...otherClient('Automóviles Guadalquivir e Hijos, S.L.', [
    entry('disbursement', 124_060, { day: '2026-11-03', at: at(3), concept: 'iedmt' }),
    entry('fee', 9_000, { day: '2026-11-04', at: at(4) }),
  ]),
  ...otherClient('Nuria Ferrer Castell', [entry('payment', 2_000)]),
  ...otherClient('Hnos. Alcaraz, C.B.', [entry('request', 15_000)]),
  ...[entry('disbursement', 5_570)].map((one) => ({
    ...one,
    clientId: labelDealerId('renting'),
    clientName: 'renting',
    procedureId: 'prc_renting',
    vehicle: 'WVWZZZ1KZXW000001',
  })),
]

type Rest = NonNullable<Parameters<typeof base>[0]>
/** Page of the procedure, with a ledger. */
const section =
  (some: () => FakeEntry[], rest: Omit<Rest, 'route'> = {}, ledger: Partial<FakeLedger> = {}): SceneOf =>
  () => {
    const scene = procedureScenes['file-page']!()
    const { slices, ...others } = rest
    return {
      ...scene,
      ...others,
      ledger: { entries: some(), ...ledger },
      slices: {
        ...scene.slices,
        office: { ...scene.slices.office, operator: 'Ana Ruiz' },
        ...slices,
      },
    }
  }
const page = (route: Rest['route'], rest: Rest = {}, some = office): SceneOf => {
  const { slices, ...others } = rest
  return () =>
    base({
      ...(route && { route }),
      ledger: { entries: some() },
      ...others,
      slices: { ...production, ...slices },
    })
}
const list = (rest: Rest = {}, some = office) => page({ view: 'ledger' }, rest, some)
const client = (rest: Rest = {}, some = office) =>
  page({ view: 'ledger-client', id: clientDealerId(LOZANO) }, rest, some)
const none = () => []
const HIDING = { settings: { ...base().slices.settings, hideNames: true } }

const OPEN_LINES: TariffLine[] = [
  {
    kind: 'disbursement',
    concept: 'dgt-fee',
    text: '',
    cents: 5_570,
    vatRate: 0,
    year: 2026,
    source: 'Ley 16/1979, tasa 1.5',
  },
  { kind: 'disbursement', concept: 'itp', text: '', cents: null, vatRate: 0, year: null, source: '' },
  {
    kind: 'fee',
    concept: null,
    text: 'Honorarios de transferencia',
    cents: 6_000,
    vatRate: GENERAL_VAT,
    year: 2026,
    source: 'Acordado con el cliente',
  },
]
const OPEN_TARIFF = {
  tariffs: {
    [`${clientDealerId(LOZANO)} transfer`]: {
      client: clientDealerId(LOZANO),
      kind: 'transfer' as const,
      lines: OPEN_LINES,
      version: 3,
      isOffice: false,
    },
  },
}

/** Scenes of the ledger: *Cuenta* of a procedure, *Cobros* and a client's month. */
export const ledgerScenes: Record<string, SceneOf> = {
  'ledger-section': section(usual),
  'ledger-section-empty': section(none),
  'ledger-section-open': section(none, {}, OPEN_TARIFF),
  'ledger-section-corrected': section(corrected),
  'ledger-section-alike': section(alike),
  'ledger-section-failed': section(usual, { refuses: { 'ledger.read': appError('store-failed') } }),
  'ledger-section-refused': section(usual, {
    refuses: { 'ledger.add': appError('disk-full'), 'ledger.correct': appError('disk-full') },
  }),
  'ledger-section-hidden': section(usual, { slices: HIDING }),
  'ledger-section-offline': section(usual, { slices: down }),
  ledger: list(),
  'ledger-none': list({}, none),
  'ledger-hidden': list({ slices: HIDING }),
  'ledger-offline': list({ slices: down }),
  'ledger-loading': list({ holds: ['ledger.clients'] }),
  'ledger-failed': list({ refuses: { 'ledger.clients': appError('store-failed') } }),
  'ledger-client': client(),
  'ledger-client-hidden': client({ slices: HIDING }),
  'ledger-client-empty': client({}, none),
  'ledger-client-loading': client({ holds: ['ledger.month'] }),
  'ledger-client-failed': client({ refuses: { 'ledger.month': appError('store-failed') } }),
}
