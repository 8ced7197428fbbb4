import type { Settings } from '../bridge/slices.ts'

/** Default appearance and behaviour of the screens. */
export const defaultSettings: Settings = {
  theme: 'system',
  density: 'comfortable',
  hideNames: false,
  singleKeys: true,
  undoSeconds: 5,
  singlePage: false,
  seenVersion: '',
  window: { onClose: 'hide' },
  tourOffered: false,
  inboxOrder: 'asking',
  quickLookup: { shortcut: 'CommandOrControl+Shift+Space', readClipboard: true },
  updates: { mode: 'automatic', channel: 'stable' },
}
