export { UpdateBanner } from './update-banner.tsx'
export { UpdatesSection } from './updates-section.tsx'
