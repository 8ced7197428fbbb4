import { BackupBanner } from '../backup/feature.ts'
import { WaitingExtensions } from '../extension/feature.ts'
import { ClaimBanner, GapBanner } from '../relay/feature.ts'
import { ManagedBanners } from '../managed-settings/feature.ts'
import { UpdateBanner } from '../updates/feature.ts'

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
