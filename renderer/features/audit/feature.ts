import { later } from '../../design/later.tsx'

export { AuditDialog } from './audit-dialog.tsx'
export const DayWorkDialog = later(async () => (await import('./day-work-dialog.tsx')).DayWorkDialog)
