import type { InboxOrder, InboxRow, ResourceView } from '#shared/bridge/inbox.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Route } from '#shared/bridge/route.ts'
import { inboxCountsOf } from './fake-inbox.ts'
import { base, DAY, down, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime()

type Rest = Partial<Omit<InboxRow, 'event'>>
/** Row of Novedades, given oldest first: the order of arrival is its number. */
const row = (when: number, event: string, rest: Rest = {}): Omit<InboxRow, 'seq'> => ({
  event,
  detail: {},
  at: when,
  seenAt: when + 4_000,
  source: 'relay',
  kind: 'procedure',
  id: `prc_${event}_${when}`,
  subject: {},
  state: 'read',
  actionable: false,
  ...rest,
})
const status = (when: number, to: string, vrm: string, rest: Rest = {}) =>
  row(when, 'procedure.status_changed', {
    status: to,
    subject: { vrm, label: 'Transferencia', vehicle: 'SEAT Ibiza', client: 'Autos Levante, S.L.' },
    ...rest,
  })
const signature = (when: number, to: string, vrm: string, signer: string, rest: Rest = {}) =>
  row(when, 'signature.status_changed', {
    kind: 'signature',
    status: to,
    detail: { type: 'mandate-specific' },
    subject: { vrm, label: signer, vehicle: 'Dacia Sandero Stepway' },
    ...rest,
  })
const report = (when: number, vrm: string, outcome: string, rest: Rest = {}) =>
  row(when, 'report.completed', {
    kind: 'report',
    status: 'completed',
    detail: { type: 'reduced', outcome },
    subject: { vrm, vehicle: 'Renault Clio' },
    source: 'poll',
    ...rest,
  })
const numbered = (rows: readonly Omit<InboxRow, 'seq'>[]): InboxRow[] =>
  rows.map((one, index) => ({ ...one, seq: index + 1 }))

const unread = { state: 'unread' } as const
const actionable = { state: 'unread', actionable: true } as const
const ILLEGIBLE = { kind: 'procedure', id: 'prc_7f3a0b52c21' } as const

const ROWS = numbered([
  status(at(18, 9, 12), 'DELIVERED_TO_CLIENT', '6210MHB', { state: 'done', markedBy: 'Marta Soler' }),
  status(at(19, 11, 52), 'IN_PROGRESS', '0913GTL'),
  row(at(19, 12, 10), 'procedure.document.added', {
    detail: { documentType: 'submission_proof' },
    subject: { vrm: 'C4821BXN', label: 'Transferencia' },
  }),
  row(at(19, 12, 44), 'procedure.archived', { kind: 'procedure', id: 'prc_91bb' }),
  status(at(19, 13, 7), 'ON_HOLD', '6128KBN'),
  signature(at(19, 16, 40), 'rejected', '2270JHV', 'Sergio Blasco', { actionable: true }),
  status(at(19, 18, 20), 'CANCELLED', '2270JHV', { detail: { reason: 'Desistió el comprador' } }),
  row(at(20, 9, 0), 'alert.deadline', {
    ...actionable,
    detail: { about: 'provisional', days: 50 },
    source: 'alert',
    subject: { vin: 'VSSZZZ5FZHR736290', label: 'Matriculación', client: 'Ocasión del Mediterráneo, S.L.' },
  }),
  row(at(20, 9, 0), 'alert.inactive', {
    ...actionable,
    detail: { about: 'incident', days: 15 },
    source: 'alert',
    subject: { vrm: 'M1234AB', label: 'Transferencia' },
  }),
  row(at(20, 9, 40), 'energy_saving_certificate.document.added', {
    kind: 'certificate',
    id: 'cae_41b7c09e52',
  }),
  status(at(20, 9, 55), 'ON_HOLD', '9426JHV', { state: 'snoozed', until: at(23, 9, 0) }),
  status(at(20, 10, 2), 'DELIVERED_TO_CLIENT', '7713MCS', unread),
  ...['transferable', 'transferable', 'with_alerts', 'transferable', 'not_transferable'].map(
    (outcome, index) =>
      report(at(20, 10, 14 + index), `${1010 + index * 1111}KL${'BCDFG'[index]}`, outcome, unread),
  ),
  signature(at(20, 10, 31), 'signed', '8097MWK', 'Elena Ortuño Rico', unread),
  row(at(20, 13, 12), 'procedure.incident.added', {
    ...actionable,
    ...ILLEGIBLE,
    detail: {
      incidentType: 'unreadable-document',
      level: 'document',
      description: 'El anverso del DNI del comprador no se lee.',
    },
    subject: {
      vrm: '3308KDR',
      label: 'Transferencia',
      vehicle: 'Mercedes-Benz Clase A 180 d',
      seller: 'Nuria Ferrer Castell',
      buyer: 'Marc Vidal',
    },
  }),
  row(at(20, 13, 58), 'procedure.plate_assigned', {
    ...unread,
    detail: { vrm: '1657NFG' },
    subject: { vrm: '1657NFG', label: 'Matriculación', client: 'Lozano Ocasión, S.L.' },
  }),
])

/** A registration that ends: ten changes of a moment, and then a new incident of another file. */
const FINISHED = { kind: 'procedure', id: 'prc_9c41' } as const
const registration = (when: number): Omit<InboxRow, 'seq'>[] => {
  const of = { ...unread, ...FINISHED, subject: { vrm: '1273NHC', label: 'Matriculación' } }
  const documents = [
    'final_veh_registration_cert',
    'final_technical_sheet',
    'temp_veh_registration_cert',
    'submission_proof',
    'procedure_invoice',
    'es_iedmt_payment_proof',
    'es_ivtm_payment_proof',
    'invoice',
  ]
  return [
    status(when, 'IN_PROGRESS', '1273NHC', of),
    ...documents.map((documentType, index) =>
      row(when + (index + 1) * 1_000, 'procedure.document.added', {
        ...of,
        detail: { documentId: `doc_${index}`, documentType },
      }),
    ),
    row(when + 10_000, 'procedure.plate_assigned', { ...of, detail: { vrm: '1273NHC' } }),
    status(when + 11_000, 'DONE', '1273NHC', of),
  ]
}
const GROUPED = numbered([
  ...ROWS,
  ...registration(at(20, 14, 0)),
  signature(at(20, 14, 2), 'signed', '2270JHV', 'Sergio Blasco', {
    ...unread,
    subject: {
      vrm: '2270JHV',
      label: 'Sergio Blasco',
      seller: 'Autos Lozano, S.L.',
      buyer: 'Marta Ruiz Peña',
    },
  }),
])

const FILE: ResourceView = {
  ...ILLEGIBLE,
  subject: { vrm: '3308KDR', label: 'Transferencia' },
  status: 'BLOCKED',
  statusDescription: 'Con incidencia',
  since: at(17, 11, 30),
  addedAt: at(17, 9, 12),
  checkedAt: NOW - MINUTE,
  nextCheckAt: NOW + 9 * MINUTE,
  gone: false,
  muted: false,
  body: { id: ILLEGIBLE.id, type: 'VEHICLE_TRANSFER', status: 'BLOCKED' },
  timeline: [
    {
      seq: 903,
      event: 'procedure.incident.added',
      detail: { incidentType: 'unreadable-document', level: 'document' },
      at: at(20, 13, 12),
      seenAt: at(20, 13, 12),
      source: 'relay',
    },
    ...(['BLOCKED', 'PENDING'] as const).map((to, index) => ({
      seq: 902 - index,
      event: 'procedure.status_changed',
      status: to,
      detail: {},
      at: at(17, 11 - index * 2, 30),
      seenAt: at(17, 11 - index * 2, 30),
      source: 'poll' as const,
    })),
  ],
}

const many = (n: number, state: InboxRow['state']): InboxRow[] =>
  Array.from({ length: n }, (_, index) => ({
    ...status(
      NOW - (n - index) * 7 * MINUTE,
      ['IN_PROGRESS', 'PENDING', 'DONE', 'ON_HOLD'][index % 4]!,
      `${String((index * 37) % 10_000).padStart(4, '0')}BCD`,
      { state, id: `prc_${index}` },
    ),
    seq: index + 1,
  }))

const LONG =
  'Transferencia por herencia con adjudicación parcial a varios herederos y extinción de condominio, pendiente de liquidación'

type Scene = Parameters<typeof base>[0] & { inbox?: InboxRow[]; order?: InboxOrder }
const scene =
  ({
    inbox = ROWS,
    order = 'time',
    slices,
    route = { view: 'inbox' },
    ...rest
  }: Scene & { route?: Route } = {}): SceneOf =>
  () =>
    base({
      route,
      inbox: structuredClone(inbox),
      resources: [structuredClone(FILE)],
      ...rest,
      slices: {
        ...production,
        inboxCounts: inboxCountsOf(inbox),
        settings: { ...base().slices.settings, inboxOrder: order },
        ...slices,
      },
    })

const last = ROWS.at(-1)!.seq

/** Scenes of Novedades, in every state. */
export const inboxScenes: Record<string, SceneOf> = {
  inbox: scene(),
  'inbox-grouped': scene({ inbox: GROUPED, order: 'asking' }),
  'inbox-mention': scene({
    inbox: [
      ...ROWS,
      {
        ...row(NOW - 5 * MINUTE, 'note.mention', {
          ...unread,
          detail: { author: 'Marta Soler' },
          subject: {
            vrm: '0913GTL',
            label: 'Transferencia',
            vehicle: 'SEAT Ibiza',
            client: 'Autos Levante, S.L.',
          },
        }),
        seq: ROWS.length + 1,
      },
    ],
  }),
  'inbox-first-run': scene({ inbox: [], resources: [] }),
  'inbox-all-read': scene({ inbox: ROWS.map((one) => ({ ...one, state: 'read', actionable: false })) }),
  'inbox-down': scene({ slices: down }),
  'inbox-refused-key': scene({
    slices: { connection: { state: 'unauthorized', since: NOW - MINUTE, attempts: 1 } },
  }),
  'inbox-loading': scene({ holds: ['inbox.groups'] }),
  'inbox-starting': scene({ holds: ['app.snapshot'] }),
  'inbox-failed': scene({ refuses: { 'inbox.groups': appError('store-failed') } }),
  'inbox-refused': scene({ refuses: { 'inbox.mark': appError('store-failed') } }),
  'inbox-many': scene({ inbox: many(10_000, 'unread') }),
  'inbox-noticed': scene({ route: { view: 'inbox', seq: 1 } }),
  'inbox-noticed-here': scene({ route: { view: 'inbox', seq: last - 1 } }),
  'inbox-missing': scene({ route: { view: 'inbox', seq: 4_000 } }),
  'inbox-paused': scene({
    slices: {
      notificationSettings: { ...base().slices.notificationSettings, pausedUntil: NOW + 40 * MINUTE },
    },
  }),
  'inbox-unshown': scene({ unshown: { count: 3, denied: false } }),
  'inbox-denied': scene({ unshown: { count: 1, denied: true } }),
  'inbox-silent': scene({
    slices: {
      notificationSettings: { ...base().slices.notificationSettings, enabled: false },
      settings: {
        ...base().slices.settings,
        density: 'compact',
        singleKeys: false,
        inboxOrder: 'time',
      },
    },
  }),
  'inbox-strange': scene({
    inbox: numbered([
      status(NOW - 400 * DAY, 'DONE', '5519KZP', unread),
      row(NOW - MINUTE, 'procedure.incident.added', {
        ...unread,
        detail: { incidentType: 'moon-phase', description: LONG, level: 'hold' },
        subject: { label: LONG },
      }),
      row(NOW - MINUTE, 'procedure.gone', { ...unread, ...ILLEGIBLE, subject: { vrm: '3308KDR' } }),
      row(NOW - 3 * DAY, 'procedure.status_changed', {
        ...unread,
        seenAt: NOW - MINUTE,
        status: 'TELEPORTED',
        subject: { vrm: '0000', label: LONG },
      }),
      row(NOW + 3 * DAY, 'constructor', {
        ...unread,
        kind: 'other',
        id: 'x'.repeat(180),
        status: 'toString',
      }),
      ...(
        [
          ['buyer', '23/11/2026', '24/10/2026', 3],
          ['seller', '20/11/2026', '10/11/2026', 0],
          ['seller', '18/11/2026', '08/11/2026', -2],
        ] as const
      ).map(([about, day, contract, left]) =>
        row(NOW - MINUTE, 'alert.legal', {
          ...actionable,
          detail: { about, last: day, contract, left },
          source: 'alert',
          subject: { vrm: '5534MNC', label: 'Transferencia' },
        }),
      ),
    ]),
    resources: [{ ...structuredClone(FILE), gone: true, nextCheckAt: null }],
  }),
}
