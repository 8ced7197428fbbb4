import type { Contact } from '#shared/bridge/signature-requests.ts'
import { BUILT_IN_CHECKLISTS } from '#shared/domain/procedures/checklists.ts'
import { appError } from '#shared/bridge/result.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import type { Scene } from './scene.ts'
import { base, type SceneOf, shown, verdict } from './scene-base.ts'
import { procedureScenes } from './scenes-procedure.ts'

function contact(id: string, fields: Partial<Contact['fields']>): Contact {
  const { extra: _, notes: __, ...empty } = emptySignatureRequestFields()
  return { id, version: 1, fields: { ...empty, ...fields }, usedAt: null, uses: 0 }
}

/** The buyer has a foreign telephone and an e-mail, the seller only an e-mail, and the client is in no book. */
const CONTACTS = [
  contact('c1', {
    idNumber: '12345678Z',
    fullname: 'Nuria Ferrer Castell',
    phone: '+351912345678',
    email: 'nuria@ferrer.es',
  }),
  contact('c2', { idNumber: 'E12345674', fullname: 'Hnos. Alcaraz, C.B.', email: 'taller@alcaraz.es' }),
]

const file = (change: Partial<Scene>): SceneOf => {
  const made = procedureScenes['file-page']
  if (!made) throw new Error('no file page')
  return () => ({ ...made(), contacts: CONTACTS, ...change })
}
const settings =
  (change: Parameters<typeof base>[0] = {}): SceneOf =>
  () =>
    base({ route: { view: 'settings' }, ...change })

/** States of *Mensaje para el cliente* and of *Ajustes › Textos*. */
export const clientScenes: Record<string, SceneOf> = {
  'client-message': file({}),
  'client-message-desktop': file({ clientTexts: { own: {}, opens: true } }),
  'client-message-own': file({
    clientTexts: { own: { 'incident:unreadable-document': 'Manda otra foto de {documento}, {nombre}.' } },
  }),
  'client-message-broken': file({
    clientTexts: { own: { 'incident:unreadable-document': 'Hola, {apodo}.' } },
  }),
  'client-message-long': file({
    clientTexts: {
      own: { 'incident:unreadable-document': `Hola, {nombre}. ${'Año tras año. '.repeat(70)}` },
    },
  }),
  'client-message-unread': file({ refuses: { 'client-messages.get': appError('store-failed') } }),
  'client-message-refused': file({ refuses: { 'client-messages.give': appError('no-program') } }),
  'client-message-loading': file({ holds: ['client-messages.get'] }),
  'client-message-plate': shown('1234BCD', { latest: verdict('1234BCD', 'transferable', 10_000) }),
  'client-texts': settings({
    clientTexts: {
      own: {
        'state:DONE': 'Ya está, {nombre}: pasa cuando quieras.',
        'state:ON_HOLD': 'Toca esperar, {apodo}.',
      },
    },
  }),
  checklists: settings({
    checklists: {
      own: {
        'transfer person': [
          ...BUILT_IN_CHECKLISTS.transfer.person.map((item) => ({ ...item, types: [...item.types] })),
          {
            id: 'o-1',
            name: 'Último recibo del IVTM',
            types: ['es_ivtm_payment_proof'],
            party: 'seller',
            signer: 'none',
          },
          { id: 'o-2', name: 'Hoja de encargo', types: [], party: 'buyer', signer: 'buyer' },
        ],
      },
      versions: { 'transfer person': 1 },
    },
  }),
  'checklists-failed': settings({ refuses: { 'checklists.list': appError('store-failed') } }),
  'client-texts-failed': settings({ refuses: { 'client-texts.list': appError('store-failed') } }),
}
