export { EraseDialog } from './erase-dialog.tsx'
export { ErasureFacts } from './erasure-lines.tsx'
export { PersonSection } from './person-section.tsx'
