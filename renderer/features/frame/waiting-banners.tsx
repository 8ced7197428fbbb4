import { BackupBanner } from '../backup/backup-banner.tsx'
import { WaitingExtensions } from '../extension/waiting-notice.tsx'
import { ClaimBanner } from '../relay/claim-banner.tsx'
import { ManagedBanners } from '../managed-settings/managed-banners.tsx'
import { UpdateBanner } from '../updates/update-banner.tsx'
import { GapBanner } from '../relay/gap-banner.tsx'

/** Banners that few windows ever show, loaded apart from the window: administrator, relay, extension, updates, backups. */
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
