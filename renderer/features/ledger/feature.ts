export { prepareItp } from './entry-state.ts'
export { LedgerSection } from './ledger-section.tsx'
