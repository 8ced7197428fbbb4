import type { ComponentType } from 'react'
import type { View } from '#shared/bridge/routes.ts'
import { ProcedurePlaces } from '../features/cases/feature.ts'
import { nearestTopic } from '../features/help/feature.ts'
import { lockNow } from '../features/lock/feature.ts'
import { LookupPage } from '../features/lookup/feature.ts'
import { SignaturePlaces } from '../features/signature-requests/feature.ts'
import { TrainingPlace } from '../features/training/feature.ts'

// Two modules of this folder import features: this one, and `routes.ts`, which loads pages. No feature imports this
// module, so that the features have loaded before it.

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

/** The attention line and its list need data of the core, which arrive after the first paint. */
export { AttentionEntry, AttentionLine, AttentionPanel } from '../features/attention/feature.ts'

/** Pages that replace every section except Ajustes while the stored data cannot be read. */
export { KeychainPage } from '../features/keychain/feature.ts'
export { LostPage, StorePage } from '../features/store/feature.ts'

/** Panels over any page (`panels.tsx`). */
export { Approvals } from '../features/extension/feature.ts'
export { HelpPanel, ReleasePanel } from '../features/help/feature.ts'
export { Palette } from '../features/palette/feature.ts'
export { QuickLookupDialog } from '../features/quick-lookup/feature.ts'
export { AddResourceDialog } from '../features/resources/feature.ts'
