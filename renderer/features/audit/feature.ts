export { AuditDialog } from './audit-dialog.tsx'
