import { displayPlate } from '#shared/domain/plates/display.ts'
import type { Client } from '../../replica/client.ts'
import { setFieldText, wantComplete } from '../../ui-state/lookup-state.ts'
import { openRoute } from '../../ui-state/route.ts'
import { submitField } from '../lookup/lookup-actions.ts'
import { startDraft } from '../wizard/start-draft.ts'
import type { Place } from '#shared/bridge/route.ts'

/** Opens a place in this window, and goes on as the user wants. A complete report is still confirmed here. */
export function openPlace(client: Client, { route, action, text }: Place): void {
  openRoute(route)
  if (text !== undefined) {
    setFieldText(text)
    submitField(client)
  }
  if (route.view !== 'lookup' || route.vrm === undefined) return
  if (action === 'transfer') void startDraft(client, 'transfer', { vrm: displayPlate(route.vrm) })
  if (action === 'complete') wantComplete(route.vrm)
}
