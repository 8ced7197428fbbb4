import type { Settings } from '../bridge/slices.ts'
import type { OfficeSettings } from '../bridge/office.ts'

/** Default settings of the screens. */
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

/** Default office settings: 90 days visible, and documents of open procedures downloaded. */
export const defaultOfficeSettings: OfficeSettings = {
  retentionDays: 90,
  blockedDays: 1_095,
  serviceDocuments: 'open',
  serviceDocumentsMegabytes: 2_000,
  serviceDocumentName: '{matricula}_{documento}_{fecha}',
  backup: { folder: '', everyDays: 0, keep: 10, remindDays: 14 },
  lock: { idleMinutes: 15, withSystem: true },
  operator: '',
}
