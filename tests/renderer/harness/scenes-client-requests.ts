import { appError } from '#shared/bridge/result.ts'
import type { RequestAct } from '#shared/domain/client-requests.ts'
import type { NamedFile, RequestRow } from '#electron/core/features/client-requests/client-requests.rules.ts'
import type { FakeRequests } from './fake-client-requests.ts'
import { base, down, production, type SceneOf } from './scene-base.ts'
import { procedureScenes } from './scenes-procedure.ts'
import { PROCEDURE } from './scenes-resources.ts'

const at = (day: number, hour = 10) => new Date(2026, 10, day, hour, 20).getTime()
const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`

let made = 0
/** Request of November 2026. @param next day of the next reminder */
function request(
  procedureId: string,
  text: string,
  { asked, next, due = next, reminded }: { asked: number; next: number; due?: number; reminded?: number },
  row: Partial<RequestRow> = {},
): RequestRow {
  const id = `req-${++made}`
  const ask: RequestAct = {
    kind: 'ask',
    at: at(asked),
    person: 'Ana Ruiz',
    day: dayOf(asked),
    channel: 'email',
    due: dayOf(due),
    next: dayOf(reminded === undefined ? next : reminded),
  }
  const remind: RequestAct = {
    kind: 'remind',
    at: at(reminded ?? asked, 11),
    person: 'Marta Soler',
    day: dayOf(reminded ?? asked),
    channel: 'whatsapp',
    next: dayOf(next),
  }
  return {
    id,
    procedure_id: procedureId,
    draft_id: null,
    signature_id: null,
    subject: 'document',
    item: text,
    text,
    acts: JSON.stringify({ [id]: ask, ...(reminded !== undefined && { [`${id}-r`]: remind }) }),
    ...row,
  }
}

const file = (client: string, vrm: string): NamedFile => ({
  subject: { vrm, vehicle: 'SEAT Ibiza' },
  kind: 'transfer',
  type: 'Transferencia',
  client,
  parties: { client, buyerName: '', buyerTaxId: '', sellerName: '', sellerTaxId: '' },
})

const office = (): FakeRequests => ({
  rows: [
    request('prc_a', 'DNI o NIF del transmitente', { asked: 9, next: 18, due: 16, reminded: 16 }),
    request('prc_a', 'Mandato firmado', { asked: 9, next: 18, due: 16, reminded: 16 }),
    request('prc_b', 'Contrato o factura', { asked: 13, next: 20 }),
    request('prc_c', 'Firma: Mandato específico', { asked: 12, next: 19 }, { subject: 'signature' }),
    request('prc_d', 'Certificado de empadronamiento de la persona que compra el vehículo', {
      asked: 13,
      next: 20,
    }),
    request('prc_e', 'Ficha técnica (ITV)', { asked: 19, next: 26 }),
  ],
  files: {
    prc_a: file('Lozano Ocasión, S.L.', '3308KDR'),
    prc_b: file('Lozano Ocasión, S.L.', '4821LKR'),
    prc_c: file('Nuria Ferrer Castell', '7713MCS'),
    prc_d: file('', '0456LTR'),
    prc_e: file('Automóviles Guadalquivir e Hijos, S.L.', '9981LMN'),
  },
  askable: {},
})

const MISSING = [
  { subject: 'document', item: 'seller-identity', text: 'DNI o NIF del transmitente' },
  { subject: 'document', item: 'technical-sheet', text: 'Ficha técnica (ITV)' },
  { subject: 'incident', item: 'i1', text: 'Documento ilegible' },
] as const

const ofProcedure = (rows: RequestRow[]): FakeRequests => ({
  rows,
  files: { [PROCEDURE.id]: file('Lozano Ocasión, S.L.', '3308KDR') },
  askable: { [PROCEDURE.id]: [...MISSING] },
})

/** Forty requests of twenty clients, all due. */
const many = (): FakeRequests => {
  const cases = Array.from({ length: 20 }, (_, index) => `prc_${index}`)
  return {
    rows: cases.flatMap((id) => [
      request(id, 'DNI o NIF del transmitente', { asked: 12, next: 19 }),
      request(id, 'Mandato firmado', { asked: 12, next: 19 }),
    ]),
    files: Object.fromEntries(
      cases.map((id, index) => [
        id,
        file(`Cliente ${String(index + 1).padStart(2, '0')}`, `${1000 + index}BCD`),
      ]),
    ),
    askable: {},
  }
}

type Rest = NonNullable<Parameters<typeof base>[0]>
const page = (rest: Rest = {}, some = office): SceneOf => {
  const { slices, ...others } = rest
  return () =>
    base({
      route: { view: 'requests' },
      clientRequests: some(),
      ...others,
      slices: { ...production, ...slices },
    })
}
const section =
  (some: () => RequestRow[]): SceneOf =>
  () => ({ ...procedureScenes['file-page']!(), clientRequests: ofProcedure(some()) })
const HIDING = { settings: { ...base().slices.settings, hideNames: true } }
const none = (): FakeRequests => ({ rows: [], files: {}, askable: {} })

const some = () => {
  const arrived = request(PROCEDURE.id, 'Contrato o factura', { asked: 9, next: 16 })
  const acts = JSON.parse(arrived.acts) as Record<string, RequestAct>
  const arrive: RequestAct = { kind: 'arrive', at: at(17), of: arrived.id }
  return [
    request(PROCEDURE.id, 'Mandato firmado', { asked: 9, next: 18, due: 16, reminded: 16 }),
    request(PROCEDURE.id, 'DNI o NIF del transmitente', { asked: 17, next: 24 }, { item: 'seller-identity' }),
    { ...arrived, acts: JSON.stringify({ ...acts, arrive }) },
  ]
}

/** Scenes of the requests to clients: *Pedido al cliente* of a procedure, and *A quién reclamar hoy*. */
export const clientRequestScenes: Record<string, SceneOf> = {
  requests: page(),
  'requests-many': page({}, many),
  'requests-hidden': page({ slices: HIDING }),
  'requests-none': page({}, none),
  'requests-later': page({}, () => ({ ...office(), rows: office().rows.slice(-1) })),
  'requests-failed': page({ refuses: { 'client-requests.due': appError('store-failed') } }),
  'requests-loading': page({ holds: ['client-requests.due'] }),
  'requests-offline': page({ slices: down }),
  'requests-section': section(some),
  'requests-section-empty': section(() => []),
}
