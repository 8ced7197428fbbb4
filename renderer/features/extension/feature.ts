import { later } from '../../design/later.tsx'
export { ExtensionSection } from './extension-section.tsx'
export { openApproval, requestKey } from './extension-state.ts'
export { useSetAside } from './use-approvals.ts'

export const Approvals = later(async () => (await import('./approvals.tsx')).Approvals)
