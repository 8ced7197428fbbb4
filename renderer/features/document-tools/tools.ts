import { later } from '../../design/later.tsx'

/** The dialogs of the tools, each loaded when first opened. */
export const CutDialog = later(async () => (await import('./cut-dialog.tsx')).CutDialog)
export const JoinDialog = later(async () => (await import('./join-dialog.tsx')).JoinDialog)
export const TurnDialog = later(async () => (await import('./turn-dialog.tsx')).TurnDialog)
