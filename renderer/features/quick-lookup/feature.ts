import { TypeAhead } from '../../app/panel-state.ts'
import { later } from '../../design/later.tsx'
export { openPlace } from './open-place.ts'
export { PanelApp } from './panel-app.tsx'
export { createPanelHost } from './panel-host.ts'

export const QuickLookupDialog = later(
  async () => (await import('./quick-lookup-dialog.tsx')).QuickLookupDialog,
  TypeAhead,
)
