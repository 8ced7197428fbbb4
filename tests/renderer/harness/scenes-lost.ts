import { appError } from '#shared/bridge/result.ts'
import type { StoreState } from '#shared/bridge/slices.ts'
import { base, DAY, MINUTE, NOW, type SceneOf } from './scene-base.ts'

const store: StoreState = {
  state: 'lost',
  directory: '/home/ana/.local/share/ventanilla/p',
  lost: {
    why: 'missing',
    had: { at: NOW - 40 * MINUTE, procedures: 214, signatures: 38, drafts: 3, reports: 1_320 },
  },
  error: appError('store-lost', { detail: 'missing' }),
}
const newestCopy = {
  path: '/home/ana/Copias/ventanilla-p-20261119-180000.vcopia',
  at: NOW - DAY,
  bytes: 84_000,
  hasPassphrase: true,
}

/** Scenes of an account whose data are lost, or older than they were. */
export const lostScenes: Record<string, SceneOf> = {
  'store-lost': () => base({ slices: { store }, office: { newestCopy } }),
  'store-lost-passphrase': () =>
    base({ slices: { store }, office: { newestCopy: { ...newestCopy, hasPassphrase: false } } }),
  'store-lost-no-copy': () => base({ slices: { store: { ...store, lost: { why: 'empty', had: null } } } }),
  'store-shorter': () =>
    base({
      slices: { store: { ...store, lost: { why: 'shorter', had: store.lost?.had ?? null } } },
      office: { newestCopy },
    }),
}
