import { RefreshCw } from 'lucide-react'
import type { UpdatesState } from '#shared/bridge/updates.ts'
import { updateFailures, updatesText as text } from '#shared/text/about.ts'
import type { CommandName } from '#shared/bridge/contract.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../app/route.ts'
import { useClient } from '../../replica/client.ts'
import { sayFailed } from '../../app/say-failed.ts'

/** Quiet row for a version that is ready, or that was undone. Ajustes shows the details of both. */
export function UpdateBanner() {
  const state = useSlice('updates')
  const view = useView()
  const { restart, stay, dismissUndone } = useUpdateActions()
  if (!state || view === 'settings') return null
  const { phase, replacedBy, undone } = state
  if (phase === 'waiting' || phase === 'restarting')
    return (
      <Banner
        icon={<Icon of={RefreshCw} />}
        actions={
          phase === 'waiting' && (
            <Button size="low" onClick={stay}>
              {text.stay}
            </Button>
          )
        }
      >
        <span role="status">{phase === 'waiting' ? text.waiting : text.restarting}</span>
      </Banner>
    )
  if (phase === 'ready')
    return (
      <Banner
        {...((replacedBy !== null || state.failure) && { tone: 'warn' })}
        icon={<Icon of={RefreshCw} />}
        actions={
          <Button size="low" onClick={restart}>
            {text.restart}
          </Button>
        }
      >
        <ReadyWords state={state} />
      </Banner>
    )
  if (undone)
    return (
      <Banner
        tone="warn"
        icon={<Icon of={RefreshCw} />}
        actions={
          <Button size="low" onClick={dismissUndone}>
            {text.understood}
          </Button>
        }
      >
        <b>{text.undone(undone.version)}</b> {text.undoneBody(state.version)}
      </Banner>
    )
  return null
}

function ReadyWords({ state: { replacedBy, offer, failure } }: { state: UpdatesState }) {
  // The update was tried, but could not replace this version.
  if (failure)
    return (
      <span role="status">
        <b>{updateFailures[failure.code].title}</b> {updateFailures[failure.code].advice}
      </span>
    )
  if (replacedBy !== null)
    return (
      <span role="status">
        <b>{text.replaced(replacedBy)}</b> {text.replacedBody}
      </span>
    )
  return (
    <>
      <b>{offer ? text.banner(offer.version) : text.bannerUnnamed}</b> {text.bannerBody}
    </>
  )
}

/** Actions of updates. The slice shows their outcomes. */
export function useUpdateActions() {
  const { bridge } = useClient()
  const action = (name: Extract<CommandName, `updates.${string}`>) => () =>
    void bridge.call(name, {}).then((answer) => {
      // A restart closes the bridge, so this error is expected.
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
