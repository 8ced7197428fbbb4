import { BackupBanner } from '../backup/backup-banner.tsx'
import { WaitingExtensions } from '../extension/waiting-notice.tsx'
import { ClaimBanner } from '../relay/claim-banner.tsx'
import { ManagedBanners } from '../managed-settings/managed-banners.tsx'
import { UpdateBanner } from '../updates/update-banner.tsx'
import { GapBanner } from '../relay/gap-banner.tsx'

/** Banners of the administrator, of the relay, of the extension and of the copies, which few windows ever show: a chunk of their own. */
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
