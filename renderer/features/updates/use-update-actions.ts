import type { CommandName } from '#shared/bridge/contract.ts'
import { useClient } from '../../replica/client.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'

/** Actions of updates. Their outcomes are on the slice. */
export function useUpdateActions() {
  const { bridge } = useClient()
  const action = (name: Extract<CommandName, `updates.${string}`>) => () =>
    void bridge.call(name, {}).then((answer) => {
      // A restart takes the link with it.
      if (!answer.ok && answer.error.code !== 'bridge-lost') sayFailed(answer.error)
    })
  return {
    look: action('updates.look'),
    download: action('updates.download'),
    cancel: action('updates.cancel'),
    restart: action('updates.restart'),
    stay: action('updates.stay'),
    dismissUndone: action('updates.dismiss-undone'),
  }
}
