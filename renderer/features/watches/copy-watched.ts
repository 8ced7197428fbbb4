import { displayPlate } from '#shared/domain/plates/display.ts'
import { clientAnswer } from '#shared/text/client-answer.ts'
import { watchesText as text } from '#shared/text/app-watches.ts'
import type { Client } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { copyAnswer } from '../lookup/copy-answer.ts'

/** Copies the answer about a plate, as its verdict does. */
export async function copyWatched({ bridge, replica }: Client, vrm: string): Promise<void> {
  const [view, complete] = await Promise.all([
    bridge.call('lookup.get', { vrm }),
    bridge.call('complete.get', { vrm }),
  ])
  if (!view.ok) return sayFailed(view.error)
  if (!complete.ok) return sayFailed(complete.error)
  const { verdict, clientText } = view.value
  if (!verdict) return showToast(text.nothingToCopy)
  const demo = replica.getState().slices?.profile.environment === 'demo'
  const { latest } = complete.value
  await copyAnswer(bridge, vrm, clientAnswer(displayPlate(vrm), verdict, latest, demo, clientText))
}
