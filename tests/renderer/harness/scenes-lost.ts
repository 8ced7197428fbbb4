import type { FolderCopies } from '#shared/bridge/backup.ts'
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
const copyOf = (daysAgo: number, bytes: number, holdsMore = false) => ({
  name: `ventanilla-p-${daysAgo}.vcopia`,
  at: NOW - daysAgo * DAY,
  bytes,
  holdsMore,
})
const one: FolderCopies = {
  folder: '/home/ana/Copias',
  copies: [copyOf(1, 84_000)],
  suggested: copyOf(1, 84_000).name,
  hasPassphrase: true,
}
const several: FolderCopies = {
  ...one,
  copies: [...one.copies, copyOf(2, 84_200), copyOf(60, 121_000, true)],
}

/** Scenes of an account whose data are lost, or older than they were. */
export const lostScenes: Record<string, SceneOf> = {
  'store-lost': () => base({ slices: { store }, office: { copies: one } }),
  'store-lost-copies': () => base({ slices: { store }, office: { copies: several } }),
  'store-lost-passphrase': () =>
    base({ slices: { store }, office: { copies: { ...one, hasPassphrase: false } } }),
  'store-lost-no-copy': () => base({ slices: { store: { ...store, lost: { why: 'empty', had: null } } } }),
  'store-shorter': () =>
    base({
      slices: { store: { ...store, lost: { why: 'shorter', had: store.lost?.had ?? null } } },
      office: { copies: one },
    }),
}
