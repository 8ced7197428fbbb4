import type { ResourceView } from '#shared/bridge/inbox.ts'
import { appError } from '#shared/bridge/result.ts'
import type { Contact, SignatureRequest, SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { blankAnnotations } from './fake-annotations.ts'
import { blankSignatureRequest, type FakeSignature } from './fake-signature-request.ts'
import { samplePdf } from './sample-pdf.ts'
import { base, DAY, down, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'
import { PROCEDURE, SIGNATURE } from './scenes-resources.ts'

const HOUR = 60 * MINUTE
const iso = (at: number) => new Date(at).toISOString()

type Said = [name: string, id: string, document: string, status: string, ago: number]
/** As in the drawing: the last sent is the last of these. */
const SENT: readonly Said[] = [
  ['Rachid El Amrani', 'Z0000000M', 'mandate-specific', 'signed', 50 * HOUR],
  ['Carmen Lledó Peris', '00000000T', 'mandate-specific', 'signed', 24.5 * HOUR],
  ['Pau Ribes Martí', 'Y0000000Z', 'sales-agreement', 'signed', 20 * HOUR],
  ['Talleres del Segura, S.A.', 'A58818501', 'mandate-generic', 'signed', 4.3 * HOUR],
  ['Elena Ortuño Rico', '00000000T', 'mandate-specific', 'signed', 3.5 * HOUR],
  ['Ocasión Vega, S.L.', 'B12345674', 'entity-representation', 'expired', 31 * DAY],
  ['Sergio Blasco Pons', '00000001R', 'mandate-specific', 'rejected', 45 * HOUR],
  ['Hnos. Alcaraz, C.B.', 'E58818501', 'lost-documents-declaration', 'submitted', MINUTE],
  ['Ioana Petrescu', 'X1234567L', 'mandate-specific', 'sent', 40 * MINUTE],
  ['Andrés Molina Soler', '01234567L', 'sales-agreement', 'sent', 2 * HOUR],
  ['Ocasión Vega, S.L.', 'B12345674', 'mandate-generic', 'sent', 26 * HOUR],
  ['Nuria Ferrer Castell', '12345678Z', 'mandate-specific', 'sent', 8 * DAY],
]
const PLATES = [
  '6128KBN',
  '7713MCS',
  '1657NFG',
  undefined,
  '8097MWK',
  undefined,
  '2270JHV',
  'M1234AB',
  '9426JHV',
  '5519KZP',
  undefined,
  '3308KDR',
]
const VEHICLES = ['SEAT Ibiza', 'Mercedes-Benz Clase A 180 d', 'Dacia Sandero Stepway']

const viewOf = ([name, id, document, status, ago]: Said, index: number): ResourceView => ({
  ...SIGNATURE,
  id: `sig_${index}`,
  subject: { label: name },
  status,
  since: NOW - ago,
  checkedAt: NOW - MINUTE,
  body: {
    ...SIGNATURE.body,
    id: `sig_${index}`,
    type: document,
    status,
    createdAt: iso(NOW - ago),
    signer: { ...(SIGNATURE.body['signer'] as object), fullname: name, idNumber: id },
  },
})
const RESOURCES = SENT.map(viewOf)
const LINKS: Record<string, FakeSignature> = Object.fromEntries(
  SENT.map(([, , , status], index) => {
    const vrm = PLATES[index]
    return [
      `sig_${index}`,
      {
        ...(vrm !== undefined && {
          procedureId: index === 11 ? PROCEDURE.id : `prc_${index}`,
          vrm,
          vehicle: VEHICLES[index % VEHICLES.length]!,
        }),
        // A registration, which has no plate yet.
        ...(index === 3 && { procedureId: 'prc_3', vin: 'VSSZZZ5FZHR736290' }),
        late: index === 11,
        ...(status === 'signed' && {
          documents: [
            { documentId: 'm1', name: 'Mandato firmado.pdf', available: true, kept: index % 2 === 0 },
          ],
        }),
      },
    ]
  }),
)

const fields = (some: Partial<SignatureRequestFields>): SignatureRequestFields => ({
  ...emptySignatureRequestFields(),
  ...some,
})
const NURIA = fields({
  idNumber: '12345678Z',
  fullname: 'Nuria Ferrer Castell',
  street: 'Calle Mayor, 3',
  zipCode: '46900',
  municipalityName: 'Torrent',
  provinceName: 'Valencia',
  phone: '612 34 56 78',
  email: 'nuria.ferrer@correo.example',
  deliveryMethod: 'email',
})
const VEGA = fields({
  ...NURIA,
  idNumber: 'B12345674',
  fullname: 'Ocasión Vega, S.L.',
  representativeIdNumber: '12345678A',
  street: 'Avenida del Puerto, 118, bajo',
  zipCode: '46023',
  municipalityName: 'València',
  email: 'nuria@ocasionvega.example',
})
const contact = (id: string, some: SignatureRequestFields, ago: number | null, uses: number): Contact => {
  const { extra: _, notes: __, ...theirs } = some
  return { id, version: 1, fields: theirs, usedAt: ago === null ? null : NOW - ago, uses }
}
const CONTACTS: Contact[] = [
  contact('c1', { ...VEGA, representativeIdNumber: '12345678Z' }, 26 * HOUR, 14),
  contact('c2', NURIA, 3 * DAY, 6),
  contact(
    'c3',
    fields({ idNumber: 'X1234567L', fullname: 'Ioana Petrescu', email: 'ioana@correo.example' }),
    2 * HOUR,
    1,
  ),
  contact(
    'c4',
    fields({
      idNumber: 'A58818501',
      fullname: 'Talleres del Segura, S.A.',
      phone: '968 12 34 56',
      municipalityName: 'Murcia',
    }),
    null,
    0,
  ),
]

const signatureRequest = (id: string, rest: Partial<SignatureRequest>): SignatureRequest => ({
  ...blankSignatureRequest(id, NOW - 12 * MINUTE),
  version: 2,
  ...rest,
})
const FILE = {
  resources: [...RESOURCES, { ...PROCEDURE, subject: { ...PROCEDURE.subject, vehicle: 'SEAT Ibiza' } }],
  signatures: LINKS,
  contacts: CONTACTS,
  annotations: {
    [PROCEDURE.id]: {
      ...blankAnnotations(),
      version: 2,
      fields: {
        ...blankAnnotations().fields,
        sellerName: 'Hnos. Alcaraz, C.B.',
        sellerTaxId: 'E58818501',
        buyerName: 'Nuria Ferrer Castell',
        buyerTaxId: '12345678Z',
      },
    },
  },
}

type Rest = Parameters<typeof base>[0]
const list =
  (rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'signatures' },
      ...FILE,
      elsewhere: [PROCEDURE, SIGNATURE],
      ...rest,
      slices: { ...production, ...rest.slices },
    })
const form =
  (one: Partial<SignatureRequest>, rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'signature-request', id: 's1' },
      ...FILE,
      signatureRequests: [signatureRequest('s1', one)],
      ...rest,
      slices: { ...production, ...rest.slices },
    })
const page =
  (view: ResourceView, known: FakeSignature = {}, rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'signature', id: view.id },
      ...FILE,
      resources: [view, PROCEDURE],
      signatures: { [view.id]: known },
      ...rest,
      slices: { ...production, ...rest.slices },
    })
const inState = (status: string, ago: number): ResourceView => ({
  ...SIGNATURE,
  status,
  nextCheckAt: null,
  since: NOW - ago,
  body: { ...SIGNATURE.body, status },
})

const SIGNED = inState('signed', 40 * MINUTE)
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const SERVICE_DOCUMENT = {
  documentId: 'm1',
  name: 'Mandato específico firmado.pdf',
  available: true,
  kept: true,
  sha256: HASH,
}
const PDF = samplePdf([
  ['MANDATO ESPECIFICO', 'Documento inventado', 'Firmante: NURIA FERRER CASTELL'],
  ['Firma', 'Pagina de ejemplo'],
])
const LINKED = { procedureId: PROCEDURE.id, vrm: '3308KDR' }
const OPEN: SignatureRequest[] = [
  signatureRequest('s4', { fields: fields({ fullname: 'Andrés Molina Soler', idNumber: '01234567L' }) }),
  signatureRequest('s3', {
    state: 'failed',
    document: 'sales-agreement',
    fields: VEGA,
    error: appError('signing-rejected', { detail: 'signer.email: dominio no admitido' }),
  }),
  signatureRequest('s2', { state: 'ready', fields: NURIA, procedureId: PROCEDURE.id }),
  signatureRequest('s1', { state: 'uncertain', fields: NURIA, error: appError('timeout') }),
]

/** Scenes of Firmas: list, sending, pages, and address book. */
export const signatureRequestScenes: Record<string, SceneOf> = {
  signatures: list(),
  'signatures-open': list({ signatureRequests: OPEN }),
  'signatures-empty': list({ resources: [], contacts: [] }),
  'signatures-empty-slow': list({ resources: [], contacts: [], holds: ['signatures.list'] }),
  'signatures-none': list({
    route: { view: 'signatures', list: 'rejected' },
    resources: RESOURCES.filter(({ status }) => status !== 'rejected'),
  }),
  'signatures-loading': list({ holds: ['signatures.list'] }),
  'signatures-failed': list({ refuses: { 'signatures.list': appError('store-failed') } }),
  'signatures-offline': list({ slices: down }),

  'signing-new': form({ version: 1, procedureId: PROCEDURE.id }),
  'signing-blank': form({ version: 1 }),
  'signing-trial': form(
    { version: 1 },
    { slices: { profile: { id: 'demo', environment: 'demo', name: 'Demostración' } } },
  ),
  'signing-person': form({ fields: NURIA, procedureId: PROCEDURE.id }),
  'signing-company': form({ fields: VEGA, procedureId: PROCEDURE.id }),
  'signing-mismatch': form({
    fields: { ...NURIA, idNumber: '00000000T', fullname: 'Elena Ortuño Rico' },
    procedureId: PROCEDURE.id,
  }),
  'signing-again': form({ fields: { ...NURIA, idNumber: '00000001R' }, again: 'sig_6' }),
  'signing-odd': form({
    document: 'sales-agreement',
    fields: { ...NURIA, deliveryMethod: 'paloma', phone: '968 12 34 56', extra: '{ "signer": {} }' },
  }),
  'signing-offline': form({ fields: NURIA, procedureId: PROCEDURE.id }, { slices: down }),
  'signing-unsaved': form(
    { fields: NURIA },
    { refuses: { 'signature-requests.save': appError('disk-full') } },
  ),
  'signing-ready': form({ fields: NURIA, procedureId: PROCEDURE.id, state: 'ready' }),
  'signing-leaving': form({
    fields: NURIA,
    procedureId: PROCEDURE.id,
    state: 'leaving',
    sendAt: NOW + 5_000,
  }),
  'signing-sending': form({ fields: NURIA, state: 'sending' }),
  'signing-uncertain': form({
    fields: NURIA,
    procedureId: PROCEDURE.id,
    state: 'uncertain',
    error: appError('timeout'),
  }),
  'signing-failed': form({
    fields: NURIA,
    state: 'failed',
    error: appError('signing-rejected', { detail: 'signer.phone: formato no válido' }),
  }),
  'signing-sent': form({
    fields: NURIA,
    procedureId: PROCEDURE.id,
    state: 'sent',
    sentAt: NOW - 20_000,
    signatureId: 'sig_11',
  }),
  'signing-discarded': form({ fields: NURIA, state: 'discarded' }),
  'signing-lost': form({}, { signatureRequests: [] }),

  signings: list({ route: { view: 'signature-requests' }, signatureRequests: OPEN }),
  'signings-empty': list({ route: { view: 'signature-requests' } }),

  contacts: list({
    route: { view: 'contacts' },
    imported: { added: 12, updated: 3, refused: [{ line: 4, why: 'La letra no corresponde al número.' }] },
  }),
  'contacts-proposed': list({
    route: { view: 'contacts' },
    contacts: [
      { ...CONTACTS[0]!, proposal: { fullname: 'Persona 2', email: 'otra@ocasionvega.example' } },
      ...CONTACTS.slice(1),
    ],
  }),
  'contacts-alike': list({
    route: { view: 'contacts' },
    contacts: [
      ...CONTACTS,
      contact(
        'c5',
        fields({ idNumber: '00000014Z', fullname: 'Ioana Petrescu Ionescu', email: 'ioana@correo.example' }),
        null,
        0,
      ),
      contact('c6', { ...NURIA, idNumber: '12368678Z', fullname: 'Núria Ferrer', email: '' }, null, 0),
    ],
    alike: [
      ['c2', 'c6'],
      ['c3', 'c5'],
    ],
  }),
  'contacts-empty': list({ route: { view: 'contacts' }, contacts: [] }),
  'contacts-empty-slow': list({ route: { view: 'contacts' }, contacts: [], holds: ['contacts.list'] }),

  signature: page(SIGNATURE, { ...LINKED, late: true }),
  'signature-signed': page(SIGNED, { ...LINKED, documents: [SERVICE_DOCUMENT] }, { pdf: PDF }),
  'signature-not-kept': page(
    SIGNED,
    { documents: [{ documentId: 'm1', name: '', available: true, kept: false }] },
    { pdf: appError('unauthorized') },
  ),
  'signature-not-a-pdf': page(
    SIGNED,
    { documents: [{ documentId: 'm1', name: 'Mandato.pdf', available: true, kept: false }] },
    { pdf: appError('not-a-pdf') },
  ),
  'signature-no-pdf': page(SIGNED, LINKED),
  'signature-rejected': page(inState('rejected', 3 * HOUR), { ...LINKED, mismatch: true }),
  'signature-expired': page(inState('expired', 30 * DAY)),
  'signature-offline': page(SIGNED, { documents: [SERVICE_DOCUMENT] }, { pdf: PDF, slices: down }),
  'signature-odd': page({
    ...SIGNATURE,
    subject: {},
    status: 'resting',
    body: { signer: 'Nuria Ferrer', documents: null, type: 'never-seen' },
    timeline: [],
  }),
}
