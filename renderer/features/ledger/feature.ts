export { LedgerSection } from './ledger-section.tsx'
