import type { Template } from '#shared/bridge/templates.ts'
import type { KnownSource } from '#shared/domain/parties.ts'
import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { appError } from '#shared/bridge/result.ts'
import { type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { defaultSettings } from '#shared/bridge/settings.ts'
import { blank, draftCountsOf } from './fake-procedures.ts'
import { base, DAY, down, MINUTE, NOW, production, type SceneOf, verdict, view } from './scene-base.ts'

const FORD = {
  brand: 'Ford',
  model: 'Focus 1.0 EcoBoost',
  vin: 'WF05XXGCC5HY30718',
  firstRegistrationDate: '09/05/2017',
}
const views = {
  '3308KDR': view('3308KDR', {
    latest: verdict('3308KDR', 'transferable', 4 * MINUTE, { vehicle: FORD }),
  }),
  '0456LTR': view('0456LTR', { latest: verdict('0456LTR', 'not_transferable', 6 * MINUTE) }),
}

const SALE: FieldChanges = {
  vrm: '3308 KDR',
  taxableBase: '8.250',
  invoiceNumber: 'F-2026/0859',
  userEmail: 'marta@gestoriaribera.example',
  contractDate: '12/11/2026',
  client: 'Autos Lozano',
  sellerName: 'Andrés Lozano Gil',
  sellerTaxId: '98765432M',
  buyerName: 'Nuria Ferrer Castell',
  buyerTaxId: '12345678Z',
  notes: 'Llamar al comprador a partir de las 17 h.',
}

const serviceDocument = (id: string, name: string, type: string, size: number): DraftDocument => ({
  id,
  source: 'file',
  name,
  type,
  guessed: false,
  mime: 'application/pdf',
  size,
  state: 'kept',
  preview: true,
})
const SERVICE_DOCUMENTS = [
  serviceDocument('w1', 'dni-comprador-2caras.pdf', 'national_id', 421_900),
  serviceDocument('w2', 'dni-vendedor.pdf', 'national_id', 397_300),
  serviceDocument('w3', 'contrato-3308kdr.pdf', 'sales_agreement', 217_100),
  serviceDocument('w4', 'permiso.pdf', 'veh_registration_cert', 1_150_000),
  serviceDocument('w6', 'ficha-tecnica.pdf', 'technical_sheet', 640_000),
  serviceDocument('w5', 'mandato-firmado.pdf', 'representation_auth', 98_300),
]

const made = (kind: DraftKind, fields: FieldChanges, rest: Partial<Draft> = {}): Draft => {
  const draft = blank('draft-1', kind, NOW - 30 * MINUTE)
  return { ...draft, updatedAt: NOW, fields: withFields(draft.fields, fields), ...rest }
}
const sale = (rest: Partial<Draft> = {}, fields: FieldChanges = {}) =>
  made('transfer', { ...SALE, ...fields }, { documents: SERVICE_DOCUMENTS, version: 9, ...rest })

type Rest = Parameters<typeof base>[0]
const wizard =
  (draft: Draft, rest: Rest = {}): SceneOf =>
  () =>
    base({
      route: { view: 'draft', id: draft.id },
      drafts: [structuredClone(draft)],
      views: structuredClone(views),
      ...rest,
      slices: { ...production, drafts: draftCountsOf([draft]), ...rest?.slices },
    })

const WITHOUT_PATH = {
  registration: 'yes',
  transfer: 'yes',
  notification: 'no-path',
  maxDocumentBytes: 26_214_400,
  maxDocuments: 50,
} as const
const settings = { ...defaultSettings, theme: 'light', seenVersion: '0.1.0', tourOffered: true } as const
const refused = { ...appError('procedure-rejected'), detail: 'taxableBase: debe ser mayor que cero' }

const VEGA = 'B12345674'
/** What the office has of a dealer: the address book, two procedures and a request. */
export const KNOWN: Record<string, KnownSource[]> = {
  [VEGA]: [
    {
      from: 'case',
      id: 'prc-k1',
      at: NOW - 3 * DAY,
      vrm: '1234BCD',
      values: { fullname: 'Ocasión Vega, S.L.' },
      client: 'Ocasión Vega',
    },
    {
      from: 'case',
      id: 'prc-k2',
      at: NOW - 9 * DAY,
      vrm: '0456LTR',
      values: { fullname: 'OCASION VEGA SL' },
      client: 'Ocasión Vega',
    },
    {
      from: 'signature-request',
      id: 'sr-k1',
      at: NOW - 20 * DAY,
      values: {
        fullname: 'Ocasión Vega, S.L.',
        representativeIdNumber: '12345678Z',
        street: 'Polígono Sur, nave 4',
        zipCode: '28906',
        municipalityName: 'Getafe',
        provinceName: 'Madrid',
        phone: '916 12 34 56',
        email: 'ventas@vega.example',
      },
    },
    {
      from: 'signature-request',
      id: 'sr-k2',
      at: NOW - 40 * DAY,
      values: { fullname: 'Ocasión Vega, S.L.', representativeIdNumber: '87654321X' },
    },
  ],
  '12345678Z': [
    {
      from: 'case',
      id: 'prc-k3',
      at: NOW - 9 * DAY,
      vrm: '4821BXN',
      values: { fullname: 'Nuria Ferrer Castell' },
      client: '',
    },
  ],
}
export const REMEMBERED = {
  userEmail: 'marta@gestoriaribera.example',
  municipalityName: 'Getafe',
  provinceName: 'Madrid',
  representativeIdNumber: '12345678Z',
}
export const TEMPLATES: Template[] = [
  {
    id: 'template-vega',
    version: 2,
    name: 'Ocasión Vega, venta',
    kind: 'transfer',
    taxId: VEGA,
    fields: {
      userEmail: 'marta@gestoriaribera.example',
      client: 'Ocasión Vega',
      sellerTaxId: VEGA,
      sellerName: 'Ocasión Vega, S.L.',
      notes: 'El permiso definitivo se recoge en la oficina.',
    },
    expected: [
      'buyer-identity',
      'agreement',
      'registration-cert',
      'technical-sheet',
      'mandate',
      'power-of-attorney',
    ],
    problems: [],
    uses: 14,
    usedAt: NOW - DAY,
    updatedAt: NOW - 30 * DAY,
  },
  {
    id: 'template-lozano',
    version: 1,
    name: 'Autos Lozano',
    kind: 'registration',
    taxId: '',
    fields: { client: 'Autos Lozano' },
    expected: null,
    problems: [
      { what: 'field', name: 'buyerTaxId', value: '12345678A', why: 'invalid' },
      { what: 'field', name: 'faxNumber', value: '91 555 00 00', why: 'gone' },
    ],
    uses: 0,
    usedAt: null,
    updatedAt: NOW - 90 * DAY,
  },
]
const memory = { known: KNOWN, remembered: REMEMBERED, templates: TEMPLATES }
/** A sale with its vehicle and its figures, whose parties are to be typed. */
const begun: FieldChanges = { vrm: '3308 KDR', taxableBase: '8.250', invoiceNumber: 'F-2026/0859' }

/** Scenes of a new procedure, from an empty form to its receipt. */
export const wizardScenes: Record<string, SceneOf> = {
  'wizard-known': wizard(made('transfer', { ...begun, userEmail: REMEMBERED.userEmail }), {
    ...memory,
    templates: [],
  }),
  'wizard-known-page': wizard(made('transfer', { ...begun, userEmail: REMEMBERED.userEmail }), {
    ...memory,
    templates: [],
    slices: { settings: { ...settings, singlePage: true } },
  }),
  'wizard-template': wizard(made('transfer', begun), memory),
  'wizard-new': wizard(made('transfer', {})),
  'wizard-registration': wizard(made('registration', { vin: 'WF05XXGCC5HY30718' })),
  'wizard-notification': wizard(made('notification', {})),
  'wizard-notification-off': wizard(
    made('notification', { ...SALE, taxableBase: '', invoiceNumber: '' }, { version: 4 }),
    {
      abilities: WITHOUT_PATH,
    },
  ),
  'procedures-no-path': () =>
    base({ route: { view: 'procedures' }, resources: [], abilities: WITHOUT_PATH, slices: production }),
  'wizard-not-transferable': wizard(made('transfer', { vrm: '0456 LTR' })),
  'wizard-operation': wizard(
    made(
      'transfer',
      { vrm: SALE.vrm, taxableBase: '8.250', contractDate: '12/11/2026' },
      { documents: SERVICE_DOCUMENTS.slice(0, 2), version: 5 },
    ),
  ),
  'wizard-review': wizard(sale()),
  'wizard-review-blocked': wizard(
    sale({ documents: [] }, { userEmail: 'marta@ribera', sellerTaxId: 'B12345670' }),
  ),
  'wizard-review-duplicates': wizard(sale(), {
    duplicates: [
      { where: 'procedure', id: 'prc_1', by: 'vrm', kind: 'VEHICLE_TRANSFER', status: 'PENDING' },
      { where: 'draft', id: 'draft-2', by: 'invoiceNumber', kind: 'transfer', status: 'editing' },
    ],
  }),
  'wizard-offline': wizard(sale(), { slices: { ...production, ...down } }),
  'wizard-page': wizard(sale(), { slices: { ...production, settings: { ...settings, singlePage: true } } }),
  'wizard-leaving': wizard(sale({ state: 'leaving', sendAt: NOW + 5_000 })),
  'wizard-sending': wizard(
    sale({
      state: 'sending',
      step: 'documents',
      procedureId: 'prc_9',
      documents: SERVICE_DOCUMENTS.map((one, index) =>
        index < 2 ? { ...one, state: 'uploaded' as const } : one,
      ),
    }),
  ),
  'wizard-doubt': wizard(
    sale({ state: 'sending', step: 'check', doubt: true, procedureId: 'prc_9', error: appError('timeout') }),
  ),
  'wizard-stopped': wizard(
    sale({ state: 'stopped', problem: 'refused', procedureId: 'prc_9', error: refused }),
  ),
  'wizard-elsewhere': wizard(
    sale({ state: 'stopped', problem: 'confirmed-elsewhere', procedureId: 'prc_9' }),
  ),
  'wizard-sent': wizard(sale({ state: 'sent', sentAt: NOW, sentBy: 'us', procedureId: 'prc_7f3a0b52c21' })),
  'wizard-discarded': wizard(sale({ state: 'discarded' })),
  'wizard-lost': () => base({ route: { view: 'draft', id: 'nobody' }, slices: production }),
  'wizard-unsaved': wizard(sale({ updatedAt: NOW - DAY }), {
    refuses: { 'procedures.draft-save': appError('disk-full') },
  }),
}
