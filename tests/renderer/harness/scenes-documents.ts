import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import type { Handover } from '#shared/bridge/handovers.ts'
import { appError } from '#shared/bridge/result.ts'
import { noSharing } from '#shared/bridge/sharing.ts'
import { withFields } from '#shared/domain/procedures/fields.ts'
import { blank, draftCountsOf } from './fake-procedures.ts'
import { samplePdf } from './sample-pdf.ts'
import { samplePng } from './sample-png.ts'
import { base, DAY, down, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const HOUR = 60 * MINUTE

const KDR: Draft = {
  ...blank('draft-kdr', 'transfer', NOW - 40 * MINUTE),
  version: 7,
  updatedAt: NOW - 3 * MINUTE,
  fields: withFields(blank('', 'transfer', NOW).fields, {
    vrm: '3308 KDR',
    taxableBase: '8.250',
    invoiceNumber: 'F-2026/0859',
    userEmail: 'marta@gestoriaribera.es',
    client: 'Autos Lozano',
    sellerName: 'Autos Lozano, S.L.',
    sellerTaxId: 'B12345674',
    buyerName: 'Nuria Ferrer Castell',
    buyerTaxId: '12345678Z',
  }),
}

const file = (id: string, name: string, type: string, rest: Partial<DraftDocument> = {}): DraftDocument => ({
  id,
  source: 'file',
  name,
  type,
  guessed: false,
  mime: 'application/pdf',
  size: 412_300,
  state: 'kept',
  preview: true,
  ...rest,
})

const SERVICE_DOCUMENTS: DraftDocument[] = [
  file('d-dni', 'DNI_vendedor_dos_caras.pdf', 'national_id', { guessed: true }),
  file('d-contrato', 'contrato firmado 12-11.pdf', 'sales_agreement', { guessed: true, size: 1_204_800 }),
  file('d-permiso', 'IMG_20261118_093112.png', 'veh_registration_cert', {
    mime: 'image/png',
    size: 3_480_000,
  }),
  file('d-foto', 'IMG_4471.HEIC', 'other', { guessed: true, mime: 'image/heic', size: 2_100_000 }),
  {
    id: 'd-enlace',
    source: 'link',
    name: 'ficha-tecnica-3308KDR.pdf',
    type: 'technical_sheet',
    guessed: true,
    url: 'https://archivos.autoslozano.example/fichas/ficha-tecnica-3308KDR.pdf',
    state: 'kept',
    preview: false,
  },
]
const bytes = () => ({
  'd-dni': samplePdf([['DNI del vendedor', 'Anverso'], ['Reverso']]),
  'd-contrato': samplePdf([['Contrato de compraventa', 'Autos Lozano, S.L.']]),
  'd-permiso': samplePng(640, 420),
  'd-foto': new Uint8Array([0, 0, 0, 24]),
})

type Rest = Parameters<typeof base>[0]
const draft =
  (one: Draft, rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'draft', id: one.id },
      drafts: [structuredClone(one)],
      files: bytes(),
      ...rest,
      slices: { ...production, drafts: draftCountsOf([one]), ...rest.slices },
    })

const list =
  (view: 'drafts' | 'outbox', drafts: readonly Draft[], rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view },
      drafts: structuredClone([...drafts]),
      ...rest,
      slices: { ...production, drafts: draftCountsOf(drafts), ...rest.slices },
    })

const begun = (
  id: string,
  kind: Draft['kind'],
  fields: Parameters<typeof withFields>[1],
  rest: Partial<Draft>,
) => ({
  ...KDR,
  id,
  kind,
  documents: [],
  fields: withFields(blank('', kind, NOW).fields, fields),
  ...rest,
})

const SHARED = { ...noSharing, state: 'on' } as const
const GIVEN: Handover = {
  id: 'h-given',
  role: 'giver',
  state: 'offered',
  draftId: 'b2',
  person: 'Luis Vega',
  note: '',
  kind: 'registration',
  client: 'Motor Turia',
  documents: 2,
  parts: { done: 3, of: 3 },
  at: NOW - HOUR,
  isConnected: true,
}
const INCOMING: Handover = {
  id: 'h-incoming',
  role: 'receiver',
  state: 'incoming',
  person: 'Marta Gil',
  note: 'Falta el contrato; lo trae el cliente el lunes.',
  kind: 'transfer',
  vrm: '1234BCD',
  client: 'Autos Levante',
  documents: 4,
  parts: { done: 0, of: 9 },
  at: NOW - 10 * MINUTE,
  isConnected: true,
}
const HANDOVERS: Handover[] = [
  GIVEN,
  INCOMING,
  { ...INCOMING, id: 'h-fetching', state: 'fetching', note: '', vrm: '5678FGH', parts: { done: 12, of: 31 } },
  { ...GIVEN, id: 'h-taken', state: 'taken', draftId: 'b0', person: 'Marta Gil', at: NOW - 3 * DAY },
]

const BEGUN: Draft[] = [
  begun('b1', 'transfer', {}, { updatedAt: NOW - 9 * DAY }),
  begun(
    'b2',
    'registration',
    { vin: 'VSSZZZ5FZHR000417', client: 'Motor Turia' },
    { updatedAt: NOW - 2 * HOUR },
  ),
  { ...KDR, documents: SERVICE_DOCUMENTS },
  begun('b4', 'notification', { vrm: 'M-1234-AB' }, { updatedAt: NOW - DAY }),
]

const sent = (documents: number, uploaded: number): DraftDocument[] =>
  Array.from({ length: documents }, (_, at) =>
    file(`s${at}`, `documento-${at + 1}.pdf`, 'other', { state: at < uploaded ? 'uploaded' : 'kept' }),
  )

const WAITING: Draft[] = [
  begun(
    'o1',
    'transfer',
    { ...KDR.fields, vrm: '1234 BCD', invoiceNumber: 'F-2026/0901' },
    { state: 'ready', documents: sent(5, 0) },
  ),
  begun(
    'o2',
    'registration',
    {
      vin: 'WVWZZZ1KZXW000001',
      client: 'Motor Turia',
      userEmail: 'marta@gestoriaribera.es',
      buyerName: 'Nuria Ferrer Castell',
      buyerTaxId: '12345678Z',
    },
    { state: 'ready', documents: sent(3, 0) },
  ),
  begun(
    'o3',
    'transfer',
    { vrm: '8097 MWK' },
    { state: 'sending', step: 'documents', documents: sent(4, 2) },
  ),
]
const TROUBLED: Draft[] = [
  begun(
    't1',
    'transfer',
    { vrm: '0456 LTR' },
    { state: 'sending', step: 'confirm', doubt: true, error: appError('timeout'), documents: sent(4, 4) },
  ),
  begun(
    't2',
    'transfer',
    { vrm: '5519 KZP', client: 'Autos Lozano' },
    {
      state: 'stopped',
      problem: 'refused',
      error: appError('procedure-rejected', { detail: 'taxableBase: debe ser mayor que 0' }),
      documents: sent(2, 0),
    },
  ),
  begun(
    't3',
    'transfer',
    { vrm: '2270 JHV' },
    { state: 'stopped', problem: 'document-refused', documents: sent(6, 3) },
  ),
  begun(
    't4',
    'registration',
    { vin: 'WBA6K71090A002817' },
    { state: 'stopped', problem: 'confirmed-elsewhere', documents: sent(3, 1) },
  ),
  begun(
    't5',
    'transfer',
    { vrm: '9426 JHV' },
    { state: 'stopped', problem: 'vanished', error: appError('not-found'), documents: sent(3, 3) },
  ),
  begun(
    't6',
    'transfer',
    { vrm: '7713 MCS' },
    { state: 'stopped', problem: 'documents-differ', documents: sent(3, 3) },
  ),
  begun(
    't7',
    'transfer',
    { vrm: '1657 NFG' },
    { state: 'sending', step: 'create', error: appError('unreachable'), documents: sent(1, 0) },
  ),
  begun(
    't8',
    'transfer',
    { vrm: '4410 LVB' },
    { state: 'ready', error: appError('send-interrupted'), documents: sent(1, 0) },
  ),
]

const onTheWay = SERVICE_DOCUMENTS.map((serviceDocument, at): DraftDocument => {
  if (at === 0) return { ...serviceDocument, state: 'uploaded', guessed: false, preview: false }
  if (at === 1) return { ...serviceDocument, state: 'uploading', sentBytes: 700_000, guessed: false }
  return { ...serviceDocument, guessed: false }
})
const refused = SERVICE_DOCUMENTS.map((serviceDocument, at): DraftDocument =>
  at === 1
    ? {
        ...serviceDocument,
        state: 'refused',
        error: appError('document-rejected', { detail: '413: file too large' }),
      }
    : serviceDocument,
)

/** Scenes of a draft's documents, Borradores and Por enviar. */
export const documentScenes: Record<string, SceneOf> = {
  'documents-none': draft(KDR),
  documents: draft({ ...KDR, documents: SERVICE_DOCUMENTS }),
  'documents-hang': draft(KDR, { transfersHang: true }),
  'documents-disk-full': draft(KDR, { refuses: { 'procedures.document-add': appError('disk-full') } }),
  'documents-small': draft(KDR, {
    abilities: {
      registration: 'yes',
      transfer: 'yes',
      notification: 'yes',
      maxDocumentBytes: 2_048,
      maxDocuments: 6,
    },
  }),
  'documents-sending': draft({ ...KDR, state: 'sending', step: 'documents', documents: onTheWay }),
  'documents-refused': draft({ ...KDR, state: 'stopped', problem: 'document-refused', documents: refused }),
  'documents-lost': () =>
    draft(
      { ...KDR, documents: SERVICE_DOCUMENTS },
      { files: { ...bytes(), 'd-dni': appError('document-lost'), 'd-contrato': new Uint8Array([1, 2, 3]) } },
    )(),
  'documents-many': draft({
    ...KDR,
    documents: Array.from({ length: 46 }, (_, at) => ({
      ...SERVICE_DOCUMENTS[at % SERVICE_DOCUMENTS.length]!,
      id: `m${at}`,
      name: `${'escaneado_'.repeat(at % 3 === 0 ? 9 : 1)}${at}.pdf`,
      ...(at === 5 && { type: 'acta_notarial_de_manifestaciones_del_transmitente' }),
    })),
  }),
  drafts: list('drafts', BEGUN),
  'drafts-handed': list(
    'drafts',
    [
      { ...KDR, id: 'b0', state: 'discarded' },
      ...BEGUN.map((one) => (one.id === 'b2' ? { ...one, state: 'handed' as const } : one)),
    ],
    { people: ['Luis Vega', 'Marta Gil'], handovers: HANDOVERS, slices: { sharing: SHARED } },
  ),
  'draft-handed': draft(
    { ...KDR, state: 'handed' },
    { handovers: [{ ...GIVEN, draftId: KDR.id, vrm: '3308KDR' }], slices: { sharing: SHARED } },
  ),
  'draft-collected': draft(
    { ...KDR, state: 'collected' },
    {
      handovers: [{ ...GIVEN, state: 'taken', at: NOW - 3 * DAY, draftId: KDR.id, vrm: '3308KDR' }],
      slices: { sharing: SHARED },
    },
  ),
  'drafts-empty': list('drafts', []),
  'drafts-failed': list('drafts', BEGUN, { refuses: { 'procedures.draft-list': appError('store-failed') } }),
  'drafts-loading': list('drafts', BEGUN, { holds: ['procedures.draft-list'] }),
  'drafts-many': list(
    'drafts',
    Array.from({ length: 60 }, (_, at) => ({ ...BEGUN[at % BEGUN.length]!, id: `x${at}` })),
  ),
  outbox: list('outbox', WAITING),
  'outbox-empty': list('outbox', []),
  'outbox-loading': list('outbox', WAITING, { holds: ['procedures.outbox'] }),
  'outbox-failed': list('outbox', WAITING, { refuses: { 'procedures.outbox': appError('store-failed') } }),
  'outbox-offline': list('outbox', WAITING.slice(0, 2), { slices: down }),
  'outbox-unauthorized': list('outbox', WAITING.slice(0, 2), {
    slices: { connection: { state: 'unauthorized', since: NOW - MINUTE, attempts: 1 } },
  }),
  'outbox-leaving': list(
    'outbox',
    WAITING.map((one, at) => (at < 2 ? { ...one, state: 'leaving', sendAt: NOW + 4_000 } : one)),
  ),
  'outbox-troubled': list('outbox', TROUBLED),
  'outbox-held': list('outbox', WAITING, {
    preflight: { clear: false, checks: [{ id: 'connection', level: 'ok' }] },
  }),
}
