import { watchesText as text } from '#shared/text/app-watches.ts'
import type { Client } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { copyAnswer } from '../lookup/copy-answer.ts'

/** Copies the answer about a plate, as its verdict does. */
export async function copyWatched({ bridge }: Client, vrm: string): Promise<void> {
  const view = await bridge.call('lookup.get', { vrm })
  if (!view.ok) return sayFailed(view.error)
  const { answer } = view.value
  if (answer === undefined) return showToast(text.nothingToCopy)
  await copyAnswer(bridge, vrm, answer)
}
