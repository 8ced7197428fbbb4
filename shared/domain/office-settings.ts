import type { OfficeSettings } from '../bridge/office.ts'

/** What a PC begins with: 90 days in sight (domain.md 7), and the documents of what is open at hand. */
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
