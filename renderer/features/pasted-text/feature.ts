import { later } from '../../design/later.tsx'
export { usePasteOutside } from './use-paste-outside.ts'

export const PasteDialog = later(async () => (await import('./paste-dialog.tsx')).PasteDialog)
