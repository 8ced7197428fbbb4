import type { ComponentType } from 'react'
import type { View } from '#shared/bridge/routes.ts'
import { later } from '../design/later.tsx'
import { ProcedurePlaces } from '../features/cases/places.tsx'
import { nearestTopic } from '../features/help/nearest-topic.ts'
import { lockNow } from '../features/lock/lock-now.ts'
import { LookupPage } from '../features/lookup/lookup-page.tsx'
import { SignaturePlaces } from '../features/signature-requests/signature-places.tsx'
import { TrainingPlace } from '../features/training/training-place.tsx'

// Three modules of this folder import features: this one, `routes.ts` and `panels.tsx`. No other module may.

/** Page of the first screen. The other pages are in `routes.ts`. */
export const FIRST_PAGE = LookupPage

/** Links under a section of the sidebar, while the section is open. */
export const SECTION_PLACES: Partial<Record<View, ComponentType<{ where: 'side' }>>> = {
  procedures: ProcedurePlaces,
  signatures: SignaturePlaces,
}

/** Part of the frame beside the pages. */
export const FRAME_SIDE = TrainingPlace

/** Actions of shortcuts of the frame. */
export const FRAME_ACTIONS = { lock: lockNow, findHelpTopic: nearestTopic }

/** The banners need data of the core, which arrive after the first paint. */
export const Banners = later(async () => (await import('../features/banners/banners.tsx')).Banners)

/** Pages that replace every section except Ajustes while the stored data cannot be read. */
export const KeychainPage = later(
  async () => (await import('../features/keychain/keychain-page.tsx')).KeychainPage,
)
export const LostPage = later(async () => (await import('../features/store/store-page.tsx')).LostPage)
export const StorePage = later(async () => (await import('../features/store/store-page.tsx')).StorePage)
