import { dynamicForm, undecodable } from '#tests/fakes/odd-pdfs.ts'
import type { CompleteReport, CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { toPlateReport } from '#electron/core/features/complete/complete.rules.ts'
import { appError } from '#shared/bridge/result.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import type { Scene } from './scene.ts'
import { noComplete } from './no-complete.ts'
import { samplePdf } from './sample-pdf.ts'
import { base, DAY, lookup, MINUTE, NOW, production, type SceneOf, verdict, view } from './scene-base.ts'

const VRM = '0456LTR'
const HOUR = 60 * MINUTE

const ISSUES: CompleteReport['issues'] = [
  {
    type: 'seizure',
    kind: 'blocking',
    concept: 'Embargo',
    authority: 'Agencia Tributaria · Delegación de Valencia',
    date: '2025-06-04T00:00:00.000Z',
  },
  {
    type: 'ownership-hold',
    kind: 'blocking',
    concept: 'Reserva de dominio',
    authority: 'Financiera del Turia, E.F.C.',
    date: '2020-01-21T00:00:00.000Z',
  },
  { type: 'itv-expired', kind: 'alert', concept: 'ITV caducada', date: '2026-07-21T00:00:00.000Z' },
]

const REGISTRY: CompleteReport['registry'] = {
  vrm: VRM,
  vin: 'WBA6K71090A002817',
  brand: 'BMW',
  model: '320d Touring',
  firstRegistrationDate: '21/01/2020',
  registrationDate: '21/01/2020',
  vehicleType: 'Turismo',
  service: 'B',
  autonomousCommunity: 'C. Valenciana',
  owner: 'Lucía Ferrer Climent',
  hasInvalidItv: true,
  hasInvalidInsurance: false,
  hasCharges: true,
  hasDenial: true,
  hasPendingSafetyCampaign: false,
  itvHistory: [
    { date: '14/01/2024', result: 'FAVORABLE', expirationDate: '21/01/2026', kilometers: 61_240 },
    { date: '20/01/2026', result: 'FAVORABLE', expirationDate: '21/07/2026', kilometers: 88_913 },
    { date: '02/11/2026', result: 'DESFAVORABLE', kilometers: 97_005, defects: ['Frenos', 'Luces'] },
    'Inspección anterior a 2024 en papel',
  ],
  ownerHistory: [
    { owner: 'Renting Llevant, S.A.', from: '21/01/2020', to: '11/02/2022' },
    { owner: 'Lucía Ferrer Climent', from: '11/02/2022', to: null },
  ],
  lesseeHistory: [],
}

/** Registry data of a car without issues. */
const CLEAN = { ...REGISTRY, hasInvalidItv: false, hasCharges: false, hasDenial: false }

const report = (ago: number, change: Partial<CompleteReport> = {}): CompleteReport => ({
  reportId: `c${ago}`,
  vrm: VRM,
  outcome: 'not_transferable',
  checkedAt: NOW - ago,
  registry: REGISTRY,
  issues: ISSUES,
  pdf: 'available',
  ...change,
})
const request = (
  state: CompleteRequest['state'],
  change: Partial<CompleteRequest> = {},
): CompleteRequest => ({
  id: 'q1',
  vrm: VRM,
  state,
  requestedAt: NOW - 12_000,
  attempts: 0,
  ...change,
})

const OLD_REDUCED = [verdict(VRM, 'not_transferable', 7 * MINUTE), verdict(VRM, 'transferable', 962 * DAY)]
const PDF = samplePdf([
  ['Informe de un vehículo', 'Matrícula 0456 LTR', 'BMW 320d Touring', 'Embargo. Reserva de dominio.'],
  ['Historial de ITV', '14/01/2024 favorable', '20/01/2026 favorable'],
  ['Historial de titulares', '2 titulares'],
])

const LONG_PDF = samplePdf(Array.from({ length: 120 }, (_, index) => [`Hoja ${index + 1}`]))
/** Its page tree names a second page that is not in the file. */
const TORN_PDF = Uint8Array.from(
  Array.from(samplePdf([['Primera'], ['Segunda']]), (byte) => String.fromCharCode(byte))
    .join('')
    .replace('6 0 R]', '9 0 R]'),
  (letter) => letter.charCodeAt(0),
)

/** Plate with both its reports. */
function plate(
  known: Partial<CompleteView>,
  reduced: PlateReport | null = OLD_REDUCED[0] ?? null,
  rest: Parameters<typeof base>[0] = {},
): Scene & ReturnType<SceneOf> {
  const complete: CompleteView = { ...noComplete(VRM), ...known }
  const kept = [complete.latest, complete.failed].flatMap((one) => (one ? [toPlateReport(one)] : []))
  const made = base({
    route: lookup(VRM),
    views: { [VRM]: view(VRM, { latest: reduced }) },
    complete: { [VRM]: complete },
    history: [...OLD_REDUCED, ...kept].toSorted((a, b) => b.checkedAt - a.checkedAt),
    pdf: PDF,
    ...rest,
  })
  if (!rest.slices?.profile) Object.assign(made.slices, production)
  return made
}

const uncertain = request('uncertain', { requestedAt: NOW - 3 * MINUTE, error: appError('timeout') })
const vanished = request('uncertain', {
  requestedAt: NOW - 14 * MINUTE,
  acceptedAt: NOW - 13 * MINUTE,
  error: appError('not-found'),
})
const issue = (type: string, kind: CompleteReport['issues'][number]['kind'], concept?: string) => ({
  type,
  kind,
  ...(concept && { concept }),
})

/** Complete report scenes: requesting, waiting, reading, and uncertain. */
export const completeScenes: Record<string, SceneOf> = {
  'complete-none': () => plate({}),
  complete: () => plate({ latest: report(6 * MINUTE) }),
  'complete-since': () =>
    plate({
      latest: report(6 * MINUTE, { issues: ISSUES.slice(1) }),
      previous: report(14 * DAY, {
        issues: ISSUES.slice(0, 2),
        registry: { ...REGISTRY, owner: 'Renting Llevant, S.A.', hasInvalidItv: false },
      }),
    }),
  'complete-same-since': () => plate({ latest: report(6 * MINUTE), previous: report(14 * DAY) }),
  'complete-stale': () => plate({ latest: report(26 * HOUR) }, verdict(VRM, 'not_transferable', 27 * HOUR)),
  'complete-clean': () =>
    plate(
      { latest: report(2 * MINUTE, { outcome: 'transferable', issues: [], pdf: 'stored', registry: CLEAN }) },
      verdict(VRM, 'transferable', 3 * MINUTE),
    ),
  'complete-alerts': () =>
    plate(
      {
        latest: report(2 * MINUTE, {
          outcome: 'transferable',
          issues: [issue('no-insurance', 'alert'), issue('safety-recall', 'alert')],
          pdf: 'none',
          registry: { ...CLEAN, hasInvalidInsurance: true, hasPendingSafetyCampaign: true },
        }),
      },
      verdict(VRM, 'with_alerts', 3 * MINUTE),
    ),
  'complete-unknown': () =>
    plate({
      latest: report(2 * MINUTE, {
        issues: [
          issue('precinto-judicial', 'unknown', 'Precinto judicial'),
          issue('tax-lien', 'unknown'),
          ...ISSUES,
        ],
        registry: {
          ...REGISTRY,
          owner: { name: 'Transportes Júcar, S.L.', taxId: 'B12345674' },
          emissions: { label: 'C', co2: 118 },
          ownerHistory: 'Dos titulares anteriores sin detalle',
          lesseeHistory: { lessee: 'Transportes Júcar, S.L.', contract: { from: '01/02/2022', months: 48 } },
        },
      }),
    }),
  'complete-disagrees': () =>
    plate(
      { latest: report(2 * MINUTE, { outcome: 'transferable', issues: [], registry: CLEAN }) },
      verdict(VRM, 'not_transferable', 3 * MINUTE),
      { slices: { profile: { id: 'd', environment: 'development', name: 'Gestoría Ribera, pruebas' } } },
    ),
  'complete-older': () => plate({ latest: report(3 * DAY) }, verdict(VRM, 'transferable', 10_000)),
  'complete-missing': () =>
    plate(
      {
        failed: report(MINUTE, {
          outcome: 'error',
          failure: 'not_registered',
          registry: {},
          issues: [],
          pdf: 'none',
        }),
      },
      verdict(VRM, 'transferable', 2 * MINUTE),
    ),
  'complete-worse': () => plate({ latest: report(2 * MINUTE) }, verdict(VRM, 'transferable', 10_000)),
  'complete-queued': () => plate({ request: request('queued') }),
  'complete-sending': () => plate({ request: request('sending') }),
  'complete-processing': () => plate({ request: request('processing') }),
  'complete-unreadable': () =>
    plate({
      request: request('processing', { error: appError('bad-answer'), nextAttemptAt: NOW + 20_000 }),
    }),
  'complete-long': () =>
    plate({
      request: request('processing', { requestedAt: NOW - 3 * HOUR, acceptedAt: NOW - 22 * MINUTE }),
    }),
  'complete-waiting': () =>
    plate({ request: request('waiting', { attempts: 2, nextAttemptAt: NOW + 95_000 }) }),
  'complete-uncertain': () => ({
    ...plate({ request: uncertain }),
  }),
  'complete-vanished': () => plate({ request: vanished }),
  'vanished-elsewhere': () =>
    base({
      complete: { [VRM]: { ...noComplete(VRM), request: vanished } },
      slices: { ...production, uncertain: [vanished] },
    }),
  'complete-failed': () =>
    plate({
      request: request('failed', {
        error: appError('rejected', { detail: 'El cliente no tiene contratado este informe (422).' }),
      }),
    }),
  'complete-not-registered': () =>
    plate(
      {
        failed: report(MINUTE, {
          outcome: 'error',
          failure: 'not_registered',
          registry: {},
          issues: [],
          pdf: 'none',
        }),
      },
      verdict(VRM, 'error', 2 * MINUTE),
    ),
  'complete-unavailable': () =>
    plate({
      failed: report(MINUTE, {
        outcome: 'error',
        failure: 'service_unavailable',
        registry: {},
        issues: [],
        pdf: 'none',
      }),
    }),
  'complete-recent': () => plate({ latest: report(3 * HOUR) }, verdict(VRM, 'not_transferable', 2 * MINUTE)),
  'complete-memory': () =>
    plate({}, undefined, { slices: { ...production, keychain: { kind: 'memory', state: 'ready' } } }),
  'complete-demo': () =>
    plate({}, undefined, { slices: { profile: { id: 'demo', environment: 'demo', name: 'Demostración' } } }),
  'uncertain-elsewhere': () =>
    base({
      complete: { [VRM]: { ...noComplete(VRM), request: uncertain } },
      slices: { ...production, uncertain: [uncertain] },
    }),
  'pdf-long': () => plate({ latest: report(6 * MINUTE) }, undefined, { pdf: LONG_PDF }),
  'pdf-torn': () => plate({ latest: report(6 * MINUTE) }, undefined, { pdf: TORN_PDF }),
  'pdf-form': () => plate({ latest: report(6 * MINUTE) }, undefined, { pdf: dynamicForm() }),
  'pdf-in-part': () =>
    plate({ latest: report(6 * MINUTE) }, undefined, {
      pdf: undecodable('JPXDecode', '/BitsPerComponent 8 /ColorSpace /DeviceGray'),
    }),
  'pdf-hangs': () => plate({ latest: report(6 * MINUTE) }, undefined, { transfersHang: true }),
  'pdf-not-one': () =>
    plate({ latest: report(6 * MINUTE) }, undefined, { pdf: new TextEncoder().encode('<html>404</html>') }),
  'pdf-offline': () => plate({ latest: report(6 * MINUTE) }, undefined, { pdf: appError('unreachable') }),
}
