import { appError } from '#shared/bridge/result.ts'
import { noUpdates, UPDATE_FAILURES, type UpdatesState } from '#shared/bridge/updates.ts'
import { base, DAY, MINUTE, NOW, production, type SceneOf } from './scene-base.ts'

const OURS: UpdatesState = {
  ...noUpdates('0.1.0'),
  owner: 'self',
  feed: 'https://updates.ventanilla.example/',
  lastLookAt: NOW - 3 * 60 * MINUTE,
}
const FOUND: Partial<UpdatesState> = {
  phase: 'found',
  offer: {
    version: '0.2.0',
    releasedAt: NOW - DAY,
    notes: [
      'Consulta: la respuesta de un vehículo con avisos dice qué documento la resuelve.',
      'Firmas: se puede cambiar el teléfono de un firmante sin anular la petición.',
    ],
    bytes: 41_300_000,
  },
}
const settings =
  (change: Partial<UpdatesState>, rest: Parameters<typeof base>[0] = {}): SceneOf =>
  () =>
    base({ route: { view: 'settings' }, ...rest, slices: { ...production, updates: { ...OURS, ...change } } })
const elsewhere =
  (change: Partial<UpdatesState>): SceneOf =>
  () =>
    base({ slices: { ...production, updates: { ...OURS, ...change } } })

/** Scenes of Ajustes › Actualizaciones, of the attention line, and of data of a newer version. */
export const updateScenes: Record<string, SceneOf> = {
  'updates-current': settings({}),
  'updates-never-looked': settings({ lastLookAt: null }),
  'updates-looking': settings({ phase: 'looking' }),
  'updates-found': settings(FOUND),
  'updates-downloading': settings({ ...FOUND, phase: 'downloading', received: 12_900_000 }),
  'updates-unpacking': settings({ ...FOUND, phase: 'unpacking', received: 41_300_000 }),
  'updates-ready': settings({ ...FOUND, phase: 'ready' }),
  'updates-waiting': settings({ ...FOUND, phase: 'waiting' }),
  'updates-restarting': settings({ ...FOUND, phase: 'restarting' }),
  'updates-off': settings({ mode: 'off' }),
  'updates-managed': settings({
    mode: 'ask',
    fixed: ['mode', 'channel', 'feed'],
    feed: 'https://servidor.gestoria-ribera.example/ventanilla/actualizaciones/',
  }),
  'updates-managed-off': settings({ mode: 'off', fixed: ['mode'] }),
  'updates-of-package': settings({ owner: 'package' }),
  'updates-of-administrator': settings({ owner: 'administrator' }),
  'updates-of-sources': settings({ owner: 'sources' }),
  'updates-undone': settings({ ...FOUND, undone: { version: '0.2.0', at: NOW - 5 * MINUTE } }),
  ...Object.fromEntries(
    UPDATE_FAILURES.map((code) => {
      const isOfDownload = ['cut', 'archive-damaged', 'archive-refused', 'no-room', 'no-rights'].includes(
        code,
      )
      return [`updates-failed-${code}`, settings({ ...(isOfDownload && FOUND), failure: { code } })]
    }),
  ),
  'updates-replaced': settings({ owner: 'package', phase: 'ready', replacedBy: '0.2.0' }),
  'updates-elsewhere-replaced': elsewhere({ owner: 'package', phase: 'ready', replacedBy: '0.2.0' }),
  'updates-elsewhere-ready': elsewhere({ ...FOUND, phase: 'ready' }),
  'updates-elsewhere-waiting': elsewhere({ ...FOUND, phase: 'waiting' }),
  'updates-elsewhere-undone': elsewhere({ undone: { version: '0.2.0', at: NOW - 5 * MINUTE } }),
  'store-newer': () =>
    base({
      slices: {
        ...production,
        store: {
          state: 'failed',
          directory: '/home/ana/.local/share/Ventanilla/accounts/account-3f2a9c1b7d4e',
          error: appError('store-newer', { detail: 'the store is from a newer version (24 > 23)' }),
        },
      },
    }),
}
