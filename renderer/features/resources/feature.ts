import { later } from '../../design/later.tsx'
export {
  CopyableId,
  type Fact,
  FactList,
  addressIn,
  fact,
  moments,
  signatureFacts,
  signatureType,
  signerFacts,
} from './facts.tsx'
export {
  Crumb,
  RawBody,
  RefreshLine,
  ResourceFrame,
  ResourceNotices,
  ResourceState,
} from './resource-frame.tsx'
export { ResourcePage } from './resource-page.tsx'
export { type ResourcePageProps, isInFront, useInFrontSince } from './use-resource.ts'

export const AddResourceDialog = later(
  async () => (await import('./add-resource-dialog.tsx')).AddResourceDialog,
)
