import type { UpdatesState } from '#shared/bridge/updates.ts'
import { doneWhen } from '#shared/text/app-dates.ts'
import { updatesText as text } from '#shared/text/app-updates.ts'
import { Button } from '../../design/button.tsx'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { useUpdateActions } from './use-update-actions.ts'

export interface OfferRowProps {
  words: readonly string[]
  state: UpdatesState
  now: number
}

/** The version that waits: what is new in it, its download, and the restart. */
export function OfferRow({ words, state, now }: OfferRowProps) {
  const { offer, replacedBy } = state
  const version = replacedBy ?? offer?.version
  return (
    <SettingRow
      words={words}
      title={version === undefined ? text.waits : text.offer(version)}
      help={phaseLine(state, now)}
      under={
        offer && replacedBy === null && offer.notes.length > 0 ? (
          <ul className="small update-notes">
            {offer.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : undefined
      }
    >
      <OfferActions state={state} />
    </SettingRow>
  )
}

function phaseLine({ offer, phase, replacedBy }: UpdatesState, now: number): string {
  if (phase === 'unpacking') return text.unpacking
  if (phase === 'ready') return `${replacedBy === null ? text.ready : text.replacedBody} ${text.restartHelp}`
  if (phase === 'waiting') return text.waiting
  if (phase === 'restarting') return text.restarting
  if (!offer) return ''
  return text.offerOf(offer.releasedAt === null ? '' : doneWhen(offer.releasedAt, now), offer.bytes)
}

function OfferActions({ state: { phase, offer, received, undone } }: { state: UpdatesState }) {
  const { download, cancel, restart, stay } = useUpdateActions()
  if (phase === 'found' || phase === 'idle')
    return (
      <Button size="low" onClick={download}>
        {undone?.version === offer?.version ? text.downloadAgain : text.download}
      </Button>
    )
  if (phase === 'downloading' && offer)
    return (
      <TransferBar
        label={text.downloading(received, offer.bytes)}
        progress={{ loaded: received, total: offer.bytes }}
        cancelLabel={text.cancel}
        onCancel={cancel}
      />
    )
  if (phase === 'ready')
    return (
      <Button size="low" onClick={restart}>
        {text.restart}
      </Button>
    )
  if (phase === 'waiting')
    return (
      <Button size="low" onClick={stay}>
        {text.stay}
      </Button>
    )
  return null
}
