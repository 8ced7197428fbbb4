import { later } from '../../design/later.tsx'

export const AttentionLine = later(async () => (await import('./attention.tsx')).AttentionLine)
export const AttentionEntry = later(async () => (await import('./attention.tsx')).AttentionEntry)
export const AttentionPanel = later(async () => (await import('./attention.tsx')).AttentionPanel)
