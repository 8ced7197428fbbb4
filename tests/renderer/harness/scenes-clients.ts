import type { Client, ClientPaper } from '#shared/bridge/clients.ts'
import { appError } from '#shared/bridge/result.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { fakeClient, type FakeClients } from './fake-clients.ts'
import { documentScenes } from './scenes-documents.ts'
import { ledgerScenes } from './scenes-ledger.ts'
import { procedureScenes } from './scenes-procedure.ts'
import type { SceneOf } from './scene-base.ts'

const LOZANO = 'Lozano Ocasión, S.L.'
const ID = clientDealerId(LOZANO)
const OTHER = clientDealerId('Lozano Motor')
const at = new Date(2026, 9, 2, 10).getTime()

const paper = (id: string, fields: Partial<ClientPaper> = {}): ClientPaper => ({
  id,
  type: 'deed',
  name: `${id}.pdf`,
  mime: 'application/pdf',
  size: 412_000,
  sha256: id,
  signedDay: '2024-03-12',
  untilDay: null,
  at,
  person: 'Marta Soler',
  isHere: true,
  isShared: true,
  ...fields,
})
const MANDATE = paper('mandato', { type: 'mandate', signedDay: '2026-03-01', untilDay: '2027-03-01' })
const PAPERS: ClientPaper[] = [
  MANDATE,
  paper('escritura', { name: 'Escritura de constitución de Lozano Ocasión firmada ante notario.pdf' }),
  paper('poder', { type: 'power', signedDay: '2024-04-02', untilDay: '2026-12-05' }),
  paper('dni', {
    type: 'identity',
    name: 'DNI administrador.jpg',
    mime: 'image/jpeg',
    untilDay: '2026-01-31',
  }),
  paper('cif', { type: 'tax-card', isHere: false, isShared: false }),
]
const lozano = (fields: Partial<Client> = {}): FakeClients => ({
  [ID]: fakeClient(ID, {
    name: LOZANO,
    taxId: 'B12345674',
    email: 'oficina@lozano.example',
    phone: '600 123 456',
    notes: 'Paga a final de mes. Avisar siempre por WhatsApp.',
    version: 3,
    papers: PAPERS,
    tariffs: ['transfer'],
    ...fields,
  }),
})
const OTHERS: FakeClients = {
  [OTHER]: fakeClient(OTHER, { name: 'Lozano Motor', taxId: 'B12345674', version: 1 }),
}

const withClients =
  (of: SceneOf | undefined, clients: FakeClients, rest: object = {}): SceneOf =>
  () => ({ ...of!(), clients: structuredClone(clients), ...rest })
const page = (clients: FakeClients, rest: object = {}) =>
  withClients(ledgerScenes['ledger-client'], clients, rest)
const expired = lozano({ papers: [{ ...MANDATE, untilDay: '2026-11-01' }] })
const expiring = lozano({ papers: [{ ...MANDATE, untilDay: '2026-12-05' }] })
/** Draft and case in which the client sells the vehicle. */
const offersDraft: SceneOf = () => {
  const scene = documentScenes['documents-none']!()
  const drafts = scene.drafts?.map((draft) => ({
    ...draft,
    fields: { ...draft.fields, client: LOZANO, sellerName: LOZANO, sellerTaxId: 'B12345674' },
  }))
  return { ...scene, ...(drafts && { drafts }), clients: lozano() }
}
const sellersCase =
  (clients: FakeClients): SceneOf =>
  () => {
    const scene = procedureScenes['file-page']!()
    const annotations = Object.fromEntries(
      Object.entries(scene.annotations ?? {}).map(([id, one]) => [
        id,
        { ...one, fields: { ...one.fields, sellerName: LOZANO, sellerTaxId: 'B12345674' } },
      ]),
    )
    return { ...scene, annotations, clients: structuredClone(clients) }
  }
const hiding = () => ({ ...ledgerScenes['ledger-client-hidden']!(), clients: lozano() })

/** Scenes of clients: their record, their papers, and the papers that are offered elsewhere. */
export const clientRecordScenes: Record<string, SceneOf> = {
  'client-record': page(lozano()),
  'client-record-none': page({}),
  'client-record-alike': page({
    ...lozano({ alike: [{ id: OTHER, name: 'Lozano Motor' }] }),
    ...OTHERS,
  }),
  'client-record-merged': page(lozano({ merged: [{ id: OTHER, name: 'Lozano Motor' }] })),
  'client-record-hidden': hiding,
  'client-record-failed': page(lozano(), { refuses: { 'clients.get': appError('store-failed') } }),
  'client-record-changed': page(lozano(), {
    refuses: { 'clients.save': appError('draft-changed'), 'clients.add-paper': appError('disk-full') },
  }),
  'client-list': withClients(ledgerScenes['ledger'], {
    ...lozano(),
    [clientDealerId('Talleres Ruiz')]: fakeClient(clientDealerId('Talleres Ruiz'), { name: 'Talleres Ruiz' }),
  }),
  'client-offers-draft': offersDraft,
  'client-offers-case': sellersCase(lozano()),
  'client-mandate-expiring': sellersCase(expiring),
  'client-mandate-expired': sellersCase(expired),
}
