export { KIND_ICONS } from './kind-icons.ts'
export { useNewMenu } from './new-menu.tsx'
export { startDraft } from './start-draft.ts'
export { createLike, startFromTemplate } from './start-from.ts'

/** Loaded on demand: the chunk has the texts of every procedure, which the first screen does not need. */
export const loadStartDraft = async () => (await import('./start-draft.ts')).startDraft
