import { later } from '../../design/later.tsx'
export { HelpButton } from './help-button.tsx'
export { nearestTopic } from './nearest-topic.ts'

export const HelpPanel = later(async () => (await import('./help-panel.tsx')).HelpPanel)
export const ReleasePanel = later(async () => (await import('./help-panel.tsx')).ReleasePanel)
