import type { RelaySlice } from '#shared/bridge/relay.ts'
import { relayErrors } from '#shared/text/app-relay.ts'
import { inviteText as text } from '#shared/text/app-relay-pairing.ts'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { CompareDialog, type Decision } from '../frame/compare-dialog.tsx'

const LABELS = { accept: text.admit, refuse: text.refuse, working: text.working }
const COMMANDS = { accept: 'relay.confirm', refuse: 'relay.refuse' } as const

export interface AdmitDialogProps {
  invitation: NonNullable<RelaySlice['invitation']>
  onClose: () => void
}

/** Compares the three words and admits the PC that gave the code, or refuses it. */
export function AdmitDialog({ invitation: { id, name = '', words = [] }, onClose }: AdmitDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<Decision>()
  return (
    <CompareDialog
      title={text.compare}
      words={words}
      body={text.compareBody(name)}
      meaning={id}
      labels={LABELS}
      task={task}
      texts={relayErrors}
      // What comes of it is in the slice, which changes this dialog.
      onDecide={(what) => void run(what, () => bridge.call(COMMANDS[what], { id }))}
      onClose={onClose}
    />
  )
}
