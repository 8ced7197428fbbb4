export { UpdatesSection } from './updates-section.tsx'
