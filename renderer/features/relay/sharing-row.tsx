import { useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { SharingSlice } from '#shared/bridge/sharing.ts'
import { sharingErrors, sharingLine, sharingText as text } from '#shared/text/relay.ts'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { SettingRow } from '../../app/setting-rows.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { isHeard } from './use-devices.tsx'

export const SHARING_WORDS = [text.title, text.help, text.search]

/** Turns on and off that the PCs of the office share what they write. */
export function SharingRow({ relay }: { relay: RelaySlice }) {
  const sharing = useSlice('sharing')
  const [asked, setAsked] = useState<'on' | 'off' | null>(null)
  if (!sharing) return null
  const isOff = sharing.state === 'off'
  // Records are sealed with the key of the office's events.
  const isSealed = relay.sealing.state === 'on'
  return (
    <>
      <SettingRow words={SHARING_WORDS} title={text.title} help={text.help}>
        <Button
          size="low"
          disabled={isOff && !(isSealed && isHeard(relay))}
          onClick={() => setAsked(isOff ? 'on' : 'off')}
        >
          {isOff ? text.turnOn : text.turnOff}
        </Button>
        {isOff && !isSealed && <p className="small second office-wide">{text.sealFirst}</p>}
        {!isOff && <SharingState sharing={sharing} />}
      </SettingRow>
      {asked && <SharingDialog kind={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function SharingState({ sharing }: { sharing: SharingSlice }) {
  return (
    <>
      <p className="small second office-wide" role="status">
        {sharingLine(sharing)}
      </p>
      {sharing.error && (
        <div className="office-wide">
          <FailedNotice error={sharing.error} texts={sharingErrors} />
        </div>
      )}
    </>
  )
}

const WORDS = {
  on: { title: text.askOn, body: text.onBody, submit: text.submitOn, done: text.on },
  off: { title: text.askOff, body: text.offBody, submit: text.submitOff, done: text.off },
} as const

function SharingDialog({ kind, onClose }: { kind: 'on' | 'off'; onClose: () => void }) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      {...WORDS[kind]}
      keep={text.keep}
      working={text.working}
      texts={sharingErrors}
      run={() => bridge.call(kind === 'on' ? 'sharing.turn-on' : 'sharing.turn-off', {})}
      onClose={onClose}
    >
      {kind === 'on' && (
        <>
          <p>{text.shared}</p>
          <p>{text.notShared}</p>
        </>
      )}
    </ConfirmTaskDialog>
  )
}
