export { AccountsSection } from './accounts-section.tsx'
export { ReplaceKeyDialog } from './replace-key-dialog.tsx'
