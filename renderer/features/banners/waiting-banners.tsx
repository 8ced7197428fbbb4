import { BackupBanner } from '../backup/backup-banner.tsx'
import { WaitingExtensions } from '../extension/approvals.tsx'
import { ClaimBanner, GapBanner } from '../relay/relay-banners.tsx'
import { ManagedBanners } from '../managed-settings/managed-banners.tsx'
import { UpdateBanner } from '../updates/update-banner.tsx'

/** Banners that few windows ever show, in a separate chunk: administrator, relay, extension, updates, backups. */
export const WaitingBanners = () => (
  <>
    <ManagedBanners />
    <ClaimBanner />
    <WaitingExtensions />
    <GapBanner />
    <UpdateBanner />
    <BackupBanner />
  </>
)
