export { useClientDialog } from './use-client-dialog.tsx'
