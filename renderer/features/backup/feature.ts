export { BackupSection } from './backup-section.tsx'
