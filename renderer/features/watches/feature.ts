export { WatchDialog } from './watch-dialog.tsx'
