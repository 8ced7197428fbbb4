import type { OfficeSettings } from '../bridge/office.ts'

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
