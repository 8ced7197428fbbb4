import type { CaseRow, CaseView } from '#shared/bridge/cases.ts'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { appError } from '#shared/bridge/result.ts'
import {
  base,
  DAY,
  down,
  lookup,
  MINUTE,
  NOW,
  production,
  recents,
  type SceneOf,
  verdict,
  view,
} from './scene-base.ts'
import type { CaseSources } from './fake-cases.ts'
import { PROCEDURE } from './scenes-resources.ts'

const HOUR = 60 * MINUTE

const SIGNATURE_ROW: Omit<SignatureRow, 'id' | 'status' | 'since'> = {
  kind: 'signature',
  subject: {},
  checkedAt: NOW - MINUTE,
  gone: false,
  document: '',
  fullname: '',
  idTail: '78Z',
  late: false,
  kept: false,
}

type Sample = readonly [
  vehicle: string,
  status: string,
  ago: number,
  type: 'VEHICLE_TRANSFER' | 'VEHICLE_REGISTRATION' | 'SALE_NOTIFICATION',
  rest?: Partial<CaseRow>,
]

const lozano = { client: 'Autos Lozano', labels: ['Lozano'] }

/** Cases of an office on a Friday at two, as in the drawing. */
const SAMPLES: readonly Sample[] = [
  ['1657NFG', 'DONE', 2 * HOUR, 'VEHICLE_REGISTRATION', lozano],
  [
    'VSSZZZ5FZHR418830',
    'IN_PROGRESS',
    5 * HOUR,
    'VEHICLE_REGISTRATION',
    { ...lozano, buyerName: 'Carla Nieto Vidal' },
  ],
  ['0456LTR', 'BLOCKED', 2 * DAY, 'VEHICLE_TRANSFER', { incidents: 1, incident: 'seizure' }],
  [
    '3308KDR',
    'BLOCKED',
    3 * DAY,
    'VEHICLE_TRANSFER',
    {
      incidents: 3,
      incident: 'unreadable-document',
      labels: ['Urgente'],
      marked: true,
      client: 'Nuria Ferrer Castell',
      sellerName: 'Talleres Peñalver, S.L.',
      buyerName: 'Nuria Ferrer Castell',
      invoice: 'F-2026/0859',
      deadline: new Date(2026, 10, 24).getTime(),
    },
  ],
  [
    '9426JHV',
    'ON_HOLD',
    DAY,
    'VEHICLE_TRANSFER',
    {
      incidents: 1,
      incident: 'waiting-gestores-validation',
      client: 'Ocasión Vega, S.L.',
      sellerName: 'Ocasión Vega, S.L.',
      buyerName: 'Andrés Molina Soler',
      deadline: new Date(2026, 11, 9).getTime(),
    },
  ],
  [
    'WF0AXXGCHA1094427',
    'ON_HOLD',
    6 * DAY,
    'VEHICLE_REGISTRATION',
    { ...lozano, incidents: 1, incident: 'waiting-iedmt-validation' },
  ],
  ['5519KZP', 'PENDING', 40 * MINUTE, 'VEHICLE_TRANSFER', { client: 'Hnos. Alcaraz, C.B.' }],
  [
    'C4821BXN',
    'PENDING',
    HOUR,
    'VEHICLE_TRANSFER',
    { buyerName: 'Ioana Petrescu', sellerName: 'Iñaki Núñez' },
  ],
  [
    '8097MWK',
    'IN_PROGRESS',
    DAY,
    'VEHICLE_TRANSFER',
    { ...lozano, deadline: new Date(2026, 10, 18).getTime() },
  ],
  [
    '1234BCD',
    'DRAFT',
    DAY,
    'VEHICLE_TRANSFER',
    { sellerName: 'Ana García Ruiz', sellerTail: '78Z', buyerName: 'Hugo Sanz Vidal', buyerTail: '11K' },
  ],
  [
    'M1234AB',
    'BLOCKED',
    15 * DAY,
    'VEHICLE_TRANSFER',
    {
      incidents: 1,
      incident: 'unpaid-ivtm-tax',
      labels: ['Herencia'],
      failed: true,
      checkedAt: NOW - 25 * MINUTE,
    },
  ],
  [
    'R3308BDF',
    'IN_PROGRESS',
    2 * DAY,
    'VEHICLE_TRANSFER',
    { client: 'Lecitrailer, S.A.', failed: true, checkedAt: NOW - 25 * MINUTE },
  ],
  ['7713MCS', 'DELIVERED_TO_CLIENT', 4 * HOUR, 'VEHICLE_REGISTRATION', lozano],
  ['2270JHV', 'CANCELLED', DAY, 'VEHICLE_TRANSFER', { statusDescription: 'Desistió el comprador' }],
  [
    '6128KBN',
    'ON_HOLD',
    3 * DAY,
    'VEHICLE_TRANSFER',
    {
      incidents: 1,
      incident: 'waiting-620-validation',
      sellerName: 'Lucía Prieto',
      sellerTail: '90D',
      buyerName: 'Ana García Ruiz',
      buyerTail: '21X',
    },
  ],
  ['0913GTL', 'PENDING', 5 * HOUR, 'SALE_NOTIFICATION', { client: 'Compraventa Ríos' }],
  ['4410LVB', 'DELIVERED_TO_CLIENT', 3 * DAY, 'VEHICLE_TRANSFER', { gone: true }],
  ['VSSZZZ5FZHR055182', 'IN_PROGRESS', 2 * DAY, 'VEHICLE_REGISTRATION', lozano],
]
const TYPE_NAMES = {
  VEHICLE_TRANSFER: 'Transferencia',
  VEHICLE_REGISTRATION: 'Matriculación',
  SALE_NOTIFICATION: 'Notificación de venta',
} as const

const STRANGE =
  'A la espera de que la Jefatura Provincial de Tráfico resuelva la petición de cancelación de la reserva de dominio presentada por la entidad financiera'
const ODD: readonly Sample[] = [
  [
    '1111BBB',
    'WAITING_FOR_MOON',
    400 * DAY,
    'VEHICLE_TRANSFER',
    {
      type: 'NEVER_SEEN_TYPE',
      subject: { label: STRANGE },
      statusDescription: STRANGE,
      incidents: 12,
      incident: `never-seen-${'x'.repeat(80)}`,
      client:
        'Sociedad Cooperativa Andaluza de Transportes Frigoríficos del Guadalquivir y sus Afluentes, S.C.A.',
      sellerName: 'María de los Ángeles Fernández de Córdoba y Álvarez de Toledo',
      buyerName: 'José María Ruiz-Mateos Jiménez de Tejada de la Santísima Trinidad',
      labels: ['Una etiqueta de las que llegan al límite', 'Otra', 'Y otra', 'Urgente', 'Herencia'],
      invoice: 'F'.repeat(60),
      deadline: NOW - 300 * DAY,
    },
  ],
  ['constructor', '', 0, 'VEHICLE_TRANSFER', { subject: {}, checkedAt: null, failed: true, type: '' }],
  [
    '2222CCC',
    'constructor',
    -3 * DAY,
    'VEHICLE_TRANSFER',
    { incidents: 1, incident: '__proto__', createdAt: NaN },
  ],
]

/** As the latest report of each plate says. */
const VEHICLES: Readonly<Record<string, string>> = {
  '0456LTR': 'BMW 320d',
  '3308KDR': 'FORD Focus',
  '9426JHV': 'RENAULT Clio',
  '5519KZP': 'TOYOTA Yaris',
  C4821BXN: 'PIAGGIO Liberty 50',
  '8097MWK': 'VOLKSWAGEN Golf 2.0 TDI',
  '1234BCD': 'SEAT León 1.5 TSI FR',
  M1234AB: 'SEAT Ibiza',
  R3308BDF: 'LECITRAILER',
  '2270JHV': 'OPEL Corsa',
  '6128KBN': 'PEUGEOT 308',
  '0913GTL': 'CITROËN C4',
  '4410LVB': 'RENAULT Kangoo Express',
  '1657NFG': 'VOLVO XC60',
  '7713MCS': 'KIA Sportage',
}

function procedures(samples: readonly Sample[]) {
  const rows: Record<string, Partial<CaseRow>> = {}
  const resources = samples.map(([vehicle, status, ago, type, rest = {}], index): ResourceView => {
    const id = `prc_${index}`
    rows[id] = {
      type,
      incidents: 0,
      vehicle: VEHICLES[vehicle] ?? '',
      ...rest,
      createdAt: rest.createdAt ?? NOW - ago - 2 * DAY,
    }
    if (rest.incident === undefined) delete rows[id].incident
    const name = vehicle.length > 8 ? { vin: vehicle } : { vrm: vehicle }
    return {
      ...PROCEDURE,
      id,
      subject: { ...name, label: TYPE_NAMES[type] },
      status,
      statusDescription: rest.statusDescription ?? '',
      since: NOW - ago,
      checkedAt: NOW - 20_000 - index * MINUTE,
      body: { ...PROCEDURE.body, id, type },
    }
  })
  // The last added is the first of the list.
  return { resources: resources.toReversed(), caseRows: rows }
}

/** prc_9 and prc_14 have a party of one name, and are of two people. */
const SOURCES: Readonly<Record<string, CaseSources>> = {
  prc_3: {
    sellerTaxId: 'B12345674',
    buyerTaxId: '44444444A',
    document: 'contrato ferrer firmado.pdf',
    email: 'nuria.ferrer@correo.example',
    phone: '+34612987654',
  },
  prc_9: { sellerTaxId: '12345678Z', buyerTaxId: '33333311K' },
  prc_14: { sellerTaxId: '56789090D', buyerTaxId: '87654321X' },
}

const VIEWS: CaseView[] = [
  {
    id: 'v-lozano',
    name: 'Lozano · fin de mes',
    filter: { labels: ['Lozano'] },
    sort: { by: 'waiting', descending: true },
    columns: ['plate', 'status', 'waiting', 'type', 'client', 'labels', 'deadline'],
  },
  {
    id: 'v-urgente',
    name: 'Urgentes',
    filter: { labels: ['Urgente'] },
    sort: { by: 'deadline', descending: false },
    columns: ['plate', 'status', 'incident', 'deadline'],
  },
]

const ENDED = new Set(['DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT'])
const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
const STATES = ['IN_PROGRESS', 'PENDING', 'ON_HOLD', 'BLOCKED', 'DONE']
/** Row of a list of a hundred thousand. */
const manyRow = (index: number): CaseRow => {
  const letters = [17, 3, 1].map((step) => LETTERS[Math.floor(index / step) % 20]).join('')
  return {
    kind: 'procedure',
    id: `prc_${index}`,
    subject: { vrm: `${String(index % 10_000).padStart(4, '0')}${letters}`, label: 'Transferencia' },
    status: STATES[index % STATES.length] ?? '',
    since: NOW - (index % 900) * HOUR,
    checkedAt: NOW - MINUTE,
    gone: false,
    type: 'VEHICLE_TRANSFER',
    client: `Cliente ${index}`,
    sellerName: '',
    buyerName: '',
    sellerTail: '',
    buyerTail: '',
    vehicle: 'SEAT León',
    labels: [],
    assigned: '',
    marked: false,
    pinned: false,
    muted: false,
    incidents: 0,
    failed: false,
  }
}

type Rest = NonNullable<Parameters<typeof base>[0]>
const list =
  (rest: Rest = {}, samples = SAMPLES): SceneOf =>
  () =>
    base({
      route: { view: 'procedures', list: 'todos' },
      ...procedures(samples),
      deskViews: VIEWS,
      caseSources: SOURCES,
      deskNotes: { prc_3: 'El comprador pasa el martes con el DNI nuevo.\nLlamar antes de las diez.' },
      ...rest,
      slices: { ...production, drafts: { drafts: 5, outbox: 2, sending: 0, attention: 1 }, ...rest.slices },
    })

const CARRIERS = ['Ana Ruiz', 'Marta Soler', '', 'Iñaki Peña']
/** Cases at the PC of Ana Ruiz, with the people who have them. */
const assigned = (shown: string): SceneOf =>
  list(
    {
      route: { view: 'procedures', list: shown },
      deskViews: [
        ...VIEWS,
        {
          id: 'todos',
          name: 'Todos',
          filter: {},
          sort: { by: 'recent', descending: true },
          columns: ['plate', 'status', 'waiting', 'type', 'client', 'assigned', 'deadline'],
        },
      ],
      slices: { office: { ...base().slices.office, operator: 'Ana Ruiz' } },
    },
    SAMPLES.map(([vehicle, status, ago, type, rest], index) => [
      vehicle,
      status,
      ago,
      type,
      { ...rest, assigned: CARRIERS[index % CARRIERS.length] ?? '' },
    ]),
  )

/** Scenes of Expedientes: its list, its views, and actions on several rows. */
const inOffice = (last: 'with_alerts' | 'transferable') => {
  const vrm = '3308KDR'
  const earlier = [verdict(vrm, last, 10_000), verdict(vrm, 'transferable', 9 * DAY)]
  return base({
    ...procedures([
      ...SAMPLES,
      [
        vrm,
        'DONE',
        300 * DAY,
        'SALE_NOTIFICATION',
        { client: 'Ocasión Vega, S.L.', closedAt: NOW - 300 * DAY },
      ],
    ]),
    deskNotes: { prc_3: 'Llamar antes de las diez' },
    route: lookup(vrm),
    views: { [vrm]: view(vrm, { latest: earlier[0]!, previous: earlier[1]! }) },
    inOffice: {
      [vrm]: {
        drafts: [
          {
            id: 'd1',
            kind: 'transfer',
            version: 2,
            state: 'editing',
            updatedAt: NOW - DAY,
            vrm,
            client: 'Nuria Ferrer Castell',
            documents: { uploaded: 0, of: 2 },
          } as DraftRow,
        ],
        signatures: [
          {
            ...SIGNATURE_ROW,
            id: 'sig_1',
            subject: { vrm },
            status: 'sent',
            since: NOW - 4 * DAY,
            document: 'mandate-generic',
            fullname: 'Nuria Ferrer Castell',
            vrm,
            late: true,
          },
        ],
        reports: earlier,
      },
    },
    slices: production,
  })
}

/** *Recientes*: of some plates the office has something under way. */
const recentsInOffice = (): ReturnType<typeof base> => {
  const [first, second, third, fourth] = recents.map(({ vrm }) => vrm)
  const draft = inOffice('transferable').inOffice?.['3308KDR']?.drafts ?? []
  const signatures = inOffice('transferable').inOffice?.['3308KDR']?.signatures ?? []
  return base({
    ...procedures([
      [
        first!,
        'BLOCKED',
        4 * DAY,
        'VEHICLE_TRANSFER',
        { incidents: 1, incident: 'unreadable-document', client: 'Nuria Ferrer Castell' },
      ],
      [fourth!, 'DONE', 4 * DAY, 'VEHICLE_TRANSFER', { closedAt: NOW - 4 * DAY }],
    ]),
    route: lookup(),
    inOffice: { [first!]: { drafts: draft }, [second!]: { drafts: draft }, [third!]: { signatures } },
    slices: production,
  })
}

export const deskScenes: Record<string, SceneOf> = {
  'recents-in-office': recentsInOffice,
  'in-office': () => inOffice('with_alerts'),
  'in-office-failed': () => ({
    ...inOffice('with_alerts'),
    refuses: { 'cases.of-plate': appError('store-failed') },
  }),
  cases: list(),
  'cases-open': list({ route: { view: 'procedures' } }),
  'cases-none-open': list(
    { route: { view: 'procedures' } },
    SAMPLES.filter(([, status]) => ENDED.has(status)),
  ),
  'cases-assigned': assigned('todos'),
  'cases-mine': assigned('lo-mio'),
  'cases-mine-unnamed': list({ route: { view: 'procedures', list: 'lo-mio' } }),
  'cases-demo': list({ slices: { profile: { id: 'demo', environment: 'demo', name: 'Demostración' } } }),
  'cases-offline': list({ slices: down }),
  'cases-many': list({ deskMany: { total: 100_000, row: manyRow } }),
  'cases-million': list({ deskMany: { total: 1_000_000, row: manyRow } }),
  'cases-holds': list({ deskMany: { total: 100_000, row: manyRow }, holds: ['cases.list'] }),
  'cases-none-yet-slow': list({ holds: ['cases.list'] }, []),
  'cases-odd': list({}, [...ODD, ...SAMPLES.slice(0, 4)]),
  'cases-view': list({ route: { view: 'procedures', list: 'v-lozano' } }),
  'cases-none': list({ route: { view: 'procedures', list: 'terminados-hoy' } }, SAMPLES.slice(1, 8)),
  'cases-saving': list({ transfersHang: true }),
  'cases-refused': list({
    refuses: {
      'cases.mark': appError('store-failed'),
      'cases.label': appError('disk-full'),
      'views.save': appError('disk-full'),
      'service-documents.zip': appError('unreachable'),
    },
  }),
  'cases-private': list({ slices: { settings: { ...base().slices.settings, hideNames: true } } }),
  'cases-no-letters': list({ slices: { settings: { ...base().slices.settings, singleKeys: false } } }),
}
