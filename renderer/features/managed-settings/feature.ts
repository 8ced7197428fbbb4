export { ManagedSection } from './managed-section.tsx'
