export { ManagedBanners } from './managed-banners.tsx'
export { ManagedSection } from './managed-section.tsx'
