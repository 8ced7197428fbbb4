import { displayPlate } from '#shared/domain/plates/classify.ts'
import { brokenText } from '#shared/text/app.ts'
import type { Client } from '../../replica/client.ts'
import { setFieldText, wantComplete, submitField } from '../lookup/feature.ts'
import { openRoute } from '../../app/route.ts'
import { showToast } from '../../app/toasts.ts'
import { loadStartDraft } from '../new-draft/feature.ts'
import type { Place } from '#shared/bridge/route.ts'

/** Opens a route in this window and continues the user's action. A complete report still needs confirmation. */
export function openPlace(client: Client, { route, action, text }: Place): void {
  openRoute(route)
  if (text !== undefined) {
    setFieldText(text)
    submitField(client)
  }
  if (route.view !== 'lookup' || route.vrm === undefined) return
  if (action === 'transfer') beginTransfer(client, route.vrm)
  if (action === 'complete') wantComplete(route.vrm)
}

function beginTransfer(client: Client, vrm: string): void {
  loadStartDraft().then(
    (startDraft) => startDraft(client, 'transfer', { vrm: displayPlate(vrm) }),
    () => showToast(brokenText.panel, 'failed'),
  )
}
