export { type ItpStart, useItpDialog } from './use-itp-dialog.tsx'
