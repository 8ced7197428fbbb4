export { ClaimBanner, GapBanner } from './relay-banners.tsx'
export { RelaySection } from './relay-section.tsx'
