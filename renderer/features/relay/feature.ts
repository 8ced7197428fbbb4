export { RelaySection } from './relay-section.tsx'
