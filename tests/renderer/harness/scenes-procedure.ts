import type { Annotations, CaseNote } from '#shared/bridge/cases.ts'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import type { ServiceDocument, Attachment } from '#shared/bridge/service-documents.ts'
import { noSharing } from '#shared/bridge/sharing.ts'
import { noRelay } from '#shared/bridge/relay.ts'
import { appError } from '#shared/bridge/result.ts'
import { blankAnnotations, withNotes } from './fake-annotations.ts'
import { serviceDocument } from './fake-service-documents.ts'
import { samplePdf } from './sample-pdf.ts'
import { samplePng } from './sample-png.ts'
import {
  base,
  DAY,
  down,
  MINUTE,
  NOW,
  production,
  type SceneOf,
  verdict,
  view as lookupView,
} from './scene-base.ts'
import { PROCEDURE, REGISTERED } from './scenes-resources.ts'

const KB = 1_024
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()

const desk = (fields: Partial<Annotations['fields']>, rest: Partial<Annotations> = {}): Annotations => ({
  ...blankAnnotations(),
  version: 3,
  ...rest,
  fields: { ...blankAnnotations().fields, ...fields },
})

const note = (
  id: string,
  day: number,
  hour: number,
  text: string,
  rest: Partial<CaseNote> = {},
): CaseNote => ({
  id,
  text,
  author: '',
  at: at(day, hour, 20),
  editedAt: null,
  ...rest,
})

const DESK = withNotes(
  desk(
    {
      client: 'Lozano Ocasión, S.L.',
      sellerName: 'Hnos. Alcaraz, C.B.',
      sellerTaxId: 'E12345674',
      buyerName: 'Nuria Ferrer Castell',
      buyerTaxId: '12345678Z',
      contractDate: '12/11/2026',
    },
    { labels: ['Urgente', 'Fin de mes'], marked: true },
  ),
  [note('n1', 18, 10, 'Llamar al comprador a partir de las 17 h.')],
)
/** At the PC of Ana Ruiz. */
const NOTED: Annotations = withNotes({ ...DESK, assigned: 'Marta Soler' }, [
  note('n3', 20, 13, '@Ana Ruiz, el comprador trae el DNI nuevo el lunes.', { author: 'Marta Soler' }),
  note('n2', 19, 9, 'He pedido otra copia del DNI.\nLa manda por correo.', {
    author: 'Ana Ruiz',
    editedAt: at(19, 9, 45),
  }),
  ...DESK.notes,
])

const CLIENT: ServiceDocument[] = [
  serviceDocument('d1', 'client', 'national_id', 'DNI del comprador', {
    sentName: 'DNI Nuria dos caras.pdf',
    size: 212 * KB,
    createdAt: at(17, 9, 14),
  }),
  serviceDocument('d2', 'client', 'sales_agreement', 'Contrato de compraventa', {
    size: 212 * KB,
    createdAt: at(17, 9, 14),
  }),
  serviceDocument('d3', 'client', 'veh_registration_cert', 'Permiso de circulación', {
    sentName: 'IMG_20261118_093112.jpg',
    size: 388 * KB,
    createdAt: at(17, 9, 15),
  }),
  serviceDocument('d4', 'client', 'responsible_declaration', 'Mandato firmado', {
    size: 96 * KB,
    createdAt: at(17, 9, 15),
  }),
]
const READY: ServiceDocument[] = [
  serviceDocument('g1', 'generated', 'submission_proof', 'Justificante de presentación', {
    size: 91 * KB,
    createdAt: at(17, 10, 2),
    fileName: '3308KDR_justificante-de-presentacion_2026-11-17.pdf',
  }),
  serviceDocument('g2', 'generated', 'es_itp_doc', 'ITP (modelo 620)', {
    size: 132 * KB,
    createdAt: at(18, 10, 4),
    fileName: '3308KDR_itp-modelo-620_2026-11-18.pdf',
  }),
]
const REGISTERED_SERVICE_DOCUMENTS: ServiceDocument[] = [
  serviceDocument('a', 'client', 'invoice', 'Factura', { size: 76 * KB, createdAt: at(18, 10, 4) }),
  serviceDocument('b', 'generated', 'temp_veh_registration_cert', 'Permiso de circulación provisional', {
    size: 184 * KB,
    createdAt: at(20, 12, 3),
    fileName: '1657NFG_permiso-de-circulacion-provisional_2026-11-20.pdf',
  }),
  serviceDocument('c', 'generated', 'temp_technical_sheet', 'Ficha técnica provisional', {
    size: 240 * KB,
    createdAt: at(20, 12, 3),
    fileName: '1657NFG_ficha-tecnica-provisional_2026-11-20.pdf',
  }),
  serviceDocument('d', 'generated', 'es_576_doc', 'Modelo 576 (IEDMT)', {
    size: 132 * KB,
    createdAt: at(19, 16, 50),
    fileName: '1657NFG_modelo-576_2026-11-19.pdf',
  }),
  serviceDocument('e', 'generated', 'es_iedmt_payment_proof', 'Justificante de pago del IEDMT', {
    kept: false,
    createdAt: at(19, 16, 50),
    fileName: '1657NFG_justificante-de-pago-del-iedmt_2026-11-19.pdf',
    error: appError('timeout'),
  }),
  serviceDocument('f', 'generated', 'es_ivtm_payment_proof', 'Justificante de pago del IVTM', {
    size: 91 * KB,
    createdAt: at(18, 15, 45),
    fileName: '1657NFG_justificante-de-pago-del-ivtm_2026-11-18.pdf',
  }),
  serviceDocument('g', 'generated', 'procedure_invoice', 'Factura del trámite', {
    size: 76 * KB,
    createdAt: at(20, 12, 4),
    fileName: '1657NFG_factura-del-tramite_2026-11-20.pdf',
  }),
]

const PDF = samplePdf([
  ['Justificante de presentacion', 'Matricula 3308 KDR', 'Datos inventados'],
  ['Pagina dos', 'Nada mas'],
])
const html = new TextEncoder().encode('<!doctype html><title>Mantenimiento</title>')
const FILES = (): Record<string, Uint8Array> => ({
  g1: PDF,
  g2: PDF,
  b: PDF,
  c: PDF,
  d3: samplePng(600, 400),
  d4: html,
})

const attachment = (id: string, state: Attachment['state'], rest: Partial<Attachment> = {}): Attachment => ({
  id,
  procedureId: PROCEDURE.id,
  state,
  at: NOW - 2 * MINUTE,
  ...rest,
})
const given = (name: string) => ({ name, type: 'national_id', size: 212 * KB })

type Rest = Parameters<typeof base>[0]
const page =
  (view: ResourceView, rest: Rest = {}, side: Annotations | null = DESK): SceneOf =>
  () =>
    base({
      route: { view: 'procedure', id: view.id },
      resources: [view],
      serviceDocuments: {
        [view.id]: view.id === REGISTERED.id ? REGISTERED_SERVICE_DOCUMENTS : [...CLIENT, ...READY],
      },
      files: FILES(),
      views: { '3308KDR': lookupView('3308KDR', { latest: verdict('3308KDR', 'transferable', 3 * DAY) }) },
      ...(side && { annotations: { [view.id]: side } }),
      ...rest,
      slices: { ...production, ...rest.slices },
    })
const with_ = (change: Partial<ResourceView>, body: Record<string, unknown> = {}): ResourceView => ({
  ...PROCEDURE,
  ...change,
  body: { ...PROCEDURE.body, ...body },
})
const development = {
  profile: { id: 'd', environment: 'development' as const, name: 'Gestoría Ribera, pruebas' },
}
const demo = { profile: { id: 'demo', environment: 'demo' as const, name: 'Demostración' } }

/** Scenes of one procedure's page. */
export const procedureScenes: Record<string, SceneOf> = {
  'file-page': page(PROCEDURE),
  'file-page-notes': page(
    PROCEDURE,
    {
      people: ['Iñaki Peña'],
      slices: { office: { ...base().slices.office, operator: 'Ana Ruiz' } },
    },
    NOTED,
  ),
  'file-page-shared': page(
    PROCEDURE,
    {
      slices: { sharing: { ...noSharing, state: 'on', total: 128 } },
      relay: {
        history: {
          fields: [
            {
              field: 'client',
              versions: [
                { value: 'Lozano Ocasión, S.L.', at: at(20, 9, 10), person: '', isOwn: true },
                { value: 'Autos Lozano', at: at(19, 17, 40), person: 'Marta Soler', isOwn: false },
              ],
            },
            {
              field: 'label:falta cobrar',
              versions: [
                { value: null, at: at(20, 11, 5), person: 'Marta Soler', isOwn: false },
                { value: true, at: at(18, 12, 30), person: '', isOwn: true },
              ],
            },
          ],
        },
      },
    },
    NOTED,
  ),
  'file-page-viewed': page(PROCEDURE, {
    slices: {
      relay: {
        ...noRelay,
        state: 'live',
        viewers: [{ procedureId: PROCEDURE.id, people: ['Ana Belmonte', 'Luis'] }],
      },
    },
  }),
  'file-page-registered': page(
    REGISTERED,
    { simulator: true, slices: demo },
    desk({ client: 'Volvo Levante' }),
  ),
  'file-page-simulator': page(PROCEDURE, { simulator: true, slices: development }),
  'file-page-simulator-refused': page(PROCEDURE, {
    simulator: true,
    slices: demo,
    refuses: { 'simulator.act': appError('rejected', { detail: 'status no permitido' }) },
  }),
  'file-page-attachments': page(
    with_(
      {},
      {
        incidents: [
          { id: 'i1', level: 'document', type: 'unreadable-document', documentId: 'd1', solved: false },
          { id: 'i2', level: 'blocker', type: 'unpaid-ivtm-tax', solved: false },
          { id: 'i5', level: 'blocker', type: 'seizure', solved: false },
          { id: 'i6', level: 'blocker', type: 'pending-document', solved: false },
          { id: 'i7', level: 'document', type: 'expired-document', documentId: 'd2', solved: false },
        ],
      },
    ),
    {
      attachments: [
        attachment('s1', 'uploading', {
          incidentId: 'i1',
          document: { ...given('dni-bueno.pdf'), size: 8_400 * KB, sentBytes: 3_100 * KB },
        }),
        attachment('s2', 'queued', { incidentId: 'i2', document: given('ivtm-2026.pdf') }),
        attachment('s3', 'doubt', {
          incidentId: 'i5',
          document: given('levantamiento.pdf'),
          error: appError('timeout'),
        }),
        attachment('s4', 'failed', {
          incidentId: 'i6',
          document: given('contrato.pdf'),
          error: appError('document-rejected', { detail: 'El archivo está protegido.' }),
        }),
        attachment('s5', 'done', { incidentId: 'i7', document: given('dni-en-vigor.pdf') }),
        attachment('s6', 'solving', { document: given('anexo.pdf') }),
      ],
    },
  ),
  'file-page-solved': page(
    with_(
      {},
      {
        incidents: [
          'unreadable-document',
          'seizure',
          'pending-document',
          'unpaid-ivtm-tax',
          'expired-document',
        ].map((type, index) => ({
          id: `i${index}`,
          level: 'blocker',
          type,
          solved: true,
          // The service does not date the last one.
          ...(index < 4 && { solvedAt: new Date(at(10 + index, 9, 0)).toISOString() }),
        })),
      },
    ),
  ),
  'file-page-refused': page(PROCEDURE, {
    refuses: { 'attachments.solve': appError('not-solvable'), 'annotations.save': appError('disk-full') },
  }),
  'file-page-slow': page(PROCEDURE, { transfersHang: true }),
  'file-page-offline': page(with_({ checkedAt: NOW - 3 * 60 * MINUTE }), {
    slices: down,
    files: { g1: PDF, g2: appError('unreachable'), d1: appError('unreachable') },
    serviceDocuments: { [PROCEDURE.id]: [...CLIENT, { ...READY[0]! }, { ...READY[1]!, kept: false }] },
    refuses: { 'changes.refresh': appError('unreachable'), 'changes.web-page': appError('unreachable') },
  }),
  'file-page-odd': page(
    with_(
      { status: 'BLOCKED', timeline: [] },
      {
        docRecipient: { name: 'Lozano Ocasión', phone: '+34600000000' },
        docRecipientAddress: { street: 'Mayor, 3', zipCode: '46900' },
        metadata: { origen: 'web', pasos: [1, 2], vacio: null },
        incidents: [
          { type: 'moon-phase', description: 'La luna no acompaña' },
          { id: 'i9', level: 'celestial', type: 'pending-document' },
          'nada',
        ],
      },
    ),
    {
      refuses: {
        'service-documents.list': appError('store-failed'),
        'annotations.get': appError('store-failed'),
      },
    },
  ),
  'file-page-blank': page(
    with_({}, { documents: [], generatedDocuments: [], incidents: [] }),
    { serviceDocuments: { [PROCEDURE.id]: [] } },
    null,
  ),
  'file-page-late': page(PROCEDURE, {}, desk({ contractDate: '01/10/2026' })),
  'file-page-wrong-date': page(PROCEDURE, {}, desk({ contractDate: '31/02/2026' })),
  'file-page-closed': page(
    with_(
      { status: 'DELIVERED_TO_CLIENT', statusDescription: '', since: at(19, 12, 0), nextCheckAt: null },
      { incidents: [] },
    ),
    {},
    { ...DESK, pinned: true, pinnedWhy: 'reclamación abierta' },
  ),
  'file-page-draft': page(
    with_(
      { status: 'DRAFT', statusDescription: 'Borrador', timeline: PROCEDURE.timeline.slice(-1) },
      { incidents: [] },
    ),
  ),
}
