export { useItpDialog } from './use-itp-dialog.tsx'
