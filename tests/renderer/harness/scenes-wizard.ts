import type { Draft, DraftDocument } from '#shared/bridge/procedures.ts'
import { appError } from '#shared/bridge/result.ts'
import { type DraftKind, type FieldChanges, withFields } from '#shared/domain/procedures/fields.ts'
import { defaultSettings } from '#shared/domain/settings.ts'
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
const settings = {
  theme: 'light',
  density: 'comfortable',
  hideNames: false,
  singleKeys: true,
  undoSeconds: 5,
  seenVersion: '0.1.0',
  inboxOrder: 'asking',
  window: { onClose: 'hide' },
  tourOffered: true,
  quickLookup: defaultSettings.quickLookup,
  updates: defaultSettings.updates,
} as const
const refused = { ...appError('procedure-rejected'), detail: 'taxableBase: debe ser mayor que cero' }

/** Scenes of a new procedure, from an empty form to its receipt. */
export const wizardScenes: Record<string, SceneOf> = {
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
