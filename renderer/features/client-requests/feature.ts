export { RequestsSection } from './requests-section.tsx'
