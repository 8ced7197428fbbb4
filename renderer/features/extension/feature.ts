import { later } from '../../design/later.tsx'
export { WaitingExtensions } from './approvals.tsx'
export { ExtensionSection } from './extension-section.tsx'

export const Approvals = later(async () => (await import('./approvals.tsx')).Approvals)
