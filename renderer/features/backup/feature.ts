export { BackupBanner } from './backup-banner.tsx'
export { BackupSection } from './backup-section.tsx'
