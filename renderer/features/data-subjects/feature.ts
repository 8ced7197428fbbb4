export { EraseDialog } from './erase-dialog.tsx'
export { PersonSection } from './person-section.tsx'
