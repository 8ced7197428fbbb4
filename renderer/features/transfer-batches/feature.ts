export { StartBatchDialog } from './start-batch-dialog.tsx'
