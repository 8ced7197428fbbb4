import type { ResourceView, TimelineRow } from '#shared/bridge/inbox.ts'
import { appError } from '#shared/bridge/result.ts'
import { base, DAY, down, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const HOUR = 60 * MINUTE
const iso = (at: number) => new Date(at).toISOString()
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()

let seq = 0
const row = (when: number, event: string, rest: Partial<TimelineRow> = {}): TimelineRow => ({
  seq: ++seq,
  event,
  detail: {},
  at: when,
  seenAt: when + 4_000,
  source: 'relay',
  ...rest,
})
const state = (when: number, status: string, rest: Partial<TimelineRow> = {}) =>
  row(when, 'procedure.status_changed', { status, ...rest })

const BODY = {
  id: 'prc_7f3a0b52c21',
  type: 'VEHICLE_TRANSFER',
  typeDescription: 'Transferencia',
  status: 'BLOCKED',
  statusDescription: 'Con incidencia',
  companyTaxId: 'B12345674',
  vrm: '3308KDR',
  taxableBase: 8250,
  invoiceNumber: 'F-2026/0859',
  createdAt: iso(at(17, 9, 12)),
  updatedAt: iso(at(20, 13, 12)),
  docRecipient: null,
  docRecipientAddress: {},
  metadata: {},
  documents: [
    { id: 'd1', type: 'national_id', name: 'DNI del comprador', createdAt: iso(at(17, 9, 14)) },
    { id: 'd2', type: 'sales_agreement', name: 'Contrato de compraventa', createdAt: iso(at(17, 9, 14)) },
    { id: 'd3', type: 'veh_registration_cert', createdAt: iso(at(17, 9, 15)) },
    { id: 'd4', type: 'responsible_declaration', name: 'Mandato firmado', createdAt: iso(at(17, 9, 15)) },
  ],
  generatedDocuments: [
    { id: 'g1', type: 'submission_proof', createdAt: iso(at(17, 10, 2)) },
    { id: 'g2', type: 'es_itp_doc', createdAt: iso(at(18, 10, 4)) },
  ],
  incidents: [
    {
      id: 'i1',
      level: 'document',
      type: 'unreadable-document',
      description: 'El anverso del documento no se lee.',
      documentId: 'd1',
      createdAt: iso(at(20, 13, 12)),
      solved: false,
    },
    {
      id: 'i2',
      level: 'blocker',
      type: 'unpaid-ivtm-tax',
      description: 'Consta pendiente el recibo de 2026 del ayuntamiento de Torrent.',
      documentId: null,
      createdAt: iso(at(17, 11, 30)),
      solved: false,
    },
    {
      id: 'i3',
      level: 'hold',
      type: 'waiting-620-validation',
      createdAt: iso(at(17, 11, 30)),
      solved: false,
    },
    {
      id: 'i4',
      level: 'document',
      type: 'expired-document',
      documentId: 'd2',
      createdAt: iso(at(17, 12, 0)),
      solved: true,
      solvedAt: iso(at(18, 9, 41)),
    },
  ],
}

const FOLLOWED = {
  addedAt: at(17, 9, 12),
  checkedAt: NOW - 3 * MINUTE,
  nextCheckAt: NOW + 12 * MINUTE,
  gone: false,
  muted: false,
}

export const PROCEDURE: ResourceView = {
  kind: 'procedure',
  id: BODY.id,
  subject: { vrm: '3308KDR', label: 'Transferencia' },
  status: 'BLOCKED',
  statusDescription: 'Con incidencia',
  since: NOW - 3 * DAY,
  ...FOLLOWED,
  body: BODY,
  timeline: [
    row(at(20, 13, 12), 'procedure.incident.added', {
      detail: { incidentType: 'unreadable-document', description: 'El anverso del documento no se lee.' },
    }),
    row(at(18, 10, 4), 'procedure.document.added', { detail: { documentType: 'es_itp_doc' } }),
    row(at(18, 9, 41), 'procedure.incident.solved', { detail: { incidentType: 'expired-document' } }),
    row(at(17, 11, 30), 'procedure.incident.added', { detail: { incidentType: 'unpaid-ivtm-tax' } }),
    state(at(17, 11, 30), 'BLOCKED', { source: 'poll', seenAt: at(17, 13, 5) }),
    state(at(17, 9, 20), 'PENDING', { source: 'own' }),
    state(at(17, 9, 12), 'DRAFT', { source: 'own' }),
  ],
}

const change = (rest: Partial<ResourceView>, body: Record<string, unknown> = {}): ResourceView => ({
  ...PROCEDURE,
  body: { ...BODY, ...body },
  ...rest,
})

export const REGISTERED: ResourceView = {
  ...PROCEDURE,
  id: 'prc_02be77a19d4',
  subject: { vrm: '1657NFG', vin: 'YV1UZ8A41N1657302', label: 'Matriculación' },
  status: 'DONE',
  statusDescription: 'Finalizado',
  since: NOW - 2 * HOUR,
  nextCheckAt: NOW + 40 * MINUTE,
  body: {
    id: 'prc_02be77a19d4',
    type: 'VEHICLE_REGISTRATION',
    status: 'DONE',
    vehicle: { vin: 'YV1UZ8A41N1657302', vrm: '1657NFG' },
    companyTaxId: 'B12345674',
    createdAt: iso(at(18, 10, 5)),
    documents: [{ id: 'a', type: 'invoice' }],
    generatedDocuments: [
      { id: 'b', type: 'temp_veh_registration_cert', createdAt: iso(at(20, 12, 3)) },
      { id: 'c', type: 'temp_technical_sheet', createdAt: iso(at(20, 12, 3)) },
      { id: 'd', type: 'es_576_doc', createdAt: iso(at(19, 16, 50)) },
      { id: 'e', type: 'es_iedmt_payment_proof', createdAt: iso(at(19, 16, 50)) },
      { id: 'f', type: 'es_ivtm_payment_proof', createdAt: iso(at(18, 15, 45)) },
      { id: 'g', type: 'procedure_invoice', createdAt: iso(at(20, 12, 4)) },
    ],
    incidents: [],
  },
  timeline: [
    row(at(20, 12, 4), 'procedure.document.added', { detail: { documentType: 'procedure_invoice' } }),
    row(at(20, 12, 3), 'procedure.plate_assigned', { detail: { vrm: '1657NFG' } }),
    state(at(20, 12, 3), 'DONE'),
    state(at(19, 16, 50), 'IN_PROGRESS'),
    state(at(18, 15, 45), 'ON_HOLD'),
    state(at(18, 10, 5), 'PENDING', { source: 'own' }),
  ],
}

const STATES = [
  'PENDING',
  'IN_PROGRESS',
  'ON_HOLD',
  'BLOCKED',
  'DONE',
  'DELIVERED_TO_CLIENT',
  'CANCELLED',
  'DRAFT',
]
const PLATES = ['3308KDR', '1657NFG', '0456LTR', 'M1234AB', 'C4821BXN', '5519KZP', 'R3308BDF', '8097MWK']
const manyProcedures = (n: number): ResourceView[] =>
  Array.from({ length: n }, (_, index) => {
    const vrm = PLATES[index % PLATES.length] ?? ''
    const transfer = index % 3 !== 1
    return {
      ...PROCEDURE,
      id: `prc_${index}`,
      subject: transfer
        ? { vrm, label: 'Transferencia' }
        : { vin: `VSSZZZ5FZHR${String(100_417 + index)}`, label: 'Matriculación' },
      status: STATES[index % STATES.length] ?? '',
      statusDescription: '',
      body: transfer ? BODY : { ...BODY, type: 'VEHICLE_REGISTRATION', typeDescription: 'Matriculación' },
      since: NOW - (n - index) * 5 * HOUR,
      checkedAt: NOW - (index % 9) * MINUTE - 20_000,
    }
  })

export const SIGNATURE: ResourceView = {
  ...FOLLOWED,
  kind: 'signature',
  id: 'sig_51c09e7712',
  subject: { label: 'Nuria Ferrer Castell' },
  status: 'sent',
  since: NOW - 3 * DAY - 5 * HOUR,
  body: {
    id: 'sig_51c09e7712',
    type: 'mandate-specific',
    status: 'sent',
    createdAt: iso(at(17, 9, 4)),
    updatedAt: iso(at(17, 9, 5)),
    signer: {
      type: 'person',
      fullname: 'Nuria Ferrer Castell',
      idNumber: '12345678Z',
      email: 'nuria.ferrer@correo.example',
      phone: '+34600000000',
      address: {
        street: 'Calle Mayor, 3',
        zipCode: '46900',
        municipalityName: 'Torrent',
        provinceName: 'Valencia',
      },
      deliveryMethod: 'email',
    },
    documents: [{ id: 'm1', name: 'Mandato específico.pdf' }],
  },
  timeline: [
    row(at(20, 9, 5), 'alert.inactive', { detail: { about: 'signature', days: 3 }, source: 'alert' }),
    row(at(17, 9, 5), 'signature.status_changed', { status: 'sent', detail: { type: 'mandate-specific' } }),
    row(at(17, 9, 4), 'signature.status_changed', {
      status: 'submitted',
      detail: { type: 'mandate-specific' },
      source: 'own',
    }),
  ],
}

type Rest = Parameters<typeof base>[0]
const procedure =
  (view: ResourceView, rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'procedure', id: view.id },
      resources: [view],
      ...rest,
      slices: { ...production, ...rest.slices },
    })
const list =
  (rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'procedures', list: 'todos' },
      resources: manyProcedures(250),
      elsewhere: [PROCEDURE, SIGNATURE],
      ...rest,
      slices: { ...production, ...rest.slices },
    })

const LONG =
  'A la espera de que la Jefatura Provincial de Tráfico resuelva la petición de cancelación de la reserva de dominio presentada por la entidad financiera, que según ella misma indica no se tramitará antes de treinta días hábiles desde su entrada en el registro'
const lockedStore = {
  store: {
    state: 'locked' as const,
    directory: '/home/ana/.local/share/ventanilla/p',
    error: appError('store-locked'),
  },
}

/** Scenes of Expedientes, Firmas, their pages, and adding a resource. */
export const resourceScenes: Record<string, SceneOf> = {
  procedures: list(),
  'procedures-empty': list({ resources: [] }),
  'procedures-loading': list({ holds: ['cases.list'] }),
  'procedures-failed': list({ refuses: { 'cases.list': appError('store-failed') } }),
  'procedures-locked': list({ slices: lockedStore }),
  'procedures-refused': list({ refuses: { 'changes.add': appError('unauthorized') } }),
  'procedures-offline': list({
    refuses: { 'changes.add': appError('unreachable') },
    slices: down,
  }),
  procedure: procedure(PROCEDURE),
  'procedure-done': procedure(REGISTERED),
  'procedure-muted': procedure(change({ muted: true })),
  'procedure-gone': procedure(change({ gone: true, nextCheckAt: null })),
  'procedure-error': procedure(
    change({ error: appError('service-failed', { detail: 'Internal server error' }), checkedAt: NOW - HOUR }),
    { refuses: { 'changes.refresh': appError('timeout') } },
  ),
  'procedure-offline': procedure(PROCEDURE, {
    slices: down,
    refuses: { 'changes.refresh': appError('unreachable') },
  }),
  'procedure-unauthorized': procedure(PROCEDURE, {
    slices: { connection: { state: 'unauthorized', since: NOW - MINUTE, attempts: 1 } },
  }),
  'procedure-cancelled': procedure(
    change(
      { status: 'CANCELLED', statusDescription: 'Desistió el comprador', nextCheckAt: null },
      { incidents: [] },
    ),
  ),
  'procedure-unknown-state': procedure(
    change({ status: 'WAITING_FOR_MOON', statusDescription: '' }, { incidents: [], typeDescription: 7 }),
  ),
  'procedure-empty-body': procedure({
    ...PROCEDURE,
    subject: {},
    status: '',
    statusDescription: '',
    checkedAt: null,
    body: {},
    timeline: [],
  }),
  'procedure-no-incidents': procedure(
    change({}, { incidents: null, documents: 'none', generatedDocuments: [] }),
  ),
  'procedure-long': procedure(
    change(
      {
        status: 'ON_HOLD',
        statusDescription: LONG,
        subject: { vin: 'VSSZZZ5FZHR000417', label: LONG.slice(0, 120) },
      },
      {
        incidents: [
          { type: `never-seen-${'x'.repeat(120)}`, level: 'celestial', description: `${LONG}. ${LONG}.` },
        ],
        documents: [
          {
            id: 'd',
            name: `${'escaneado_'.repeat(18)}.pdf`,
            type: 'other_unknown_type',
            createdAt: 'anteayer',
          },
        ],
        invoiceNumber: 'F'.repeat(180),
      },
    ),
  ),
  'procedure-future': procedure(
    change(
      {
        since: NOW + 2 * DAY,
        checkedAt: NOW + HOUR,
        nextCheckAt: NOW - HOUR,
        timeline: [state(NOW + 9 * DAY, 'BLOCKED')],
      },
      { createdAt: iso(NOW + 400 * DAY), incidents: [{ type: 'seizure', createdAt: iso(NOW + 3 * DAY) }] },
    ),
  ),
  'procedure-500': procedure(
    change({
      timeline: Array.from({ length: 500 }, (_, index) =>
        state(NOW - index * 3 * HOUR, STATES[(499 - index) % 4] ?? ''),
      ),
    }),
  ),
  'procedure-loading': procedure(PROCEDURE, { holds: ['changes.get'] }),
  'procedure-unreadable': procedure(PROCEDURE, { refuses: { 'changes.get': appError('store-failed') } }),
  'procedure-unknown': procedure(PROCEDURE, { resources: [], elsewhere: [PROCEDURE] }),
  'procedure-nowhere': procedure(PROCEDURE, { resources: [] }),
  'procedure-locked': procedure(PROCEDURE, { slices: lockedStore }),
}
