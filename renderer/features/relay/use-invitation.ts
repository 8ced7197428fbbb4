import { useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { inviteText as text } from '#shared/text/relay-pairing.ts'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { useOnce } from '../../replica/use-once.ts'

type Slice = RelaySlice['invitation']

/**
 * The code given to another PC, and the dialog that shows it. The invitation is the core's: the dialog may be closed
 * and opened again, and another window shows the same one.
 */
export function useInvitation(slice: Slice) {
  const { bridge } = useClient()
  const [isOpen, setOpen] = useState(false)
  const { task, run, forget } = useOnce<'invite'>()
  // By this PC's clock too: a code that has run out is not shown while the core finds out.
  const hasExpired = useAt((now) => slice !== null && slice.state === 'waiting' && slice.expiresAt <= now)
  const state = hasExpired ? ('expired' as const) : slice?.state
  const isPending = state === 'waiting' || state === 'claimed'
  const name = slice?.name ?? ''

  const dismiss = () => bridge.call('relay.dismiss-invitation', {})
  const make = () => void run('invite', () => bridge.call('relay.invite', {}))
  return {
    slice,
    state,
    task,
    isOpen,
    make,
    dismiss,
    /** Of the button: what there is to see. */
    action: state === 'claimed' ? text.seeWords : state === 'waiting' ? text.seeCode : text.action,
    line: isOpen ? '' : state === 'claimed' ? text.claims(name) : state === 'waiting' ? text.pending : '',
    open: () => {
      setOpen(true)
      // One at a time, and never by looking: only from the button that says so.
      if (!isPending) make()
    },
    /** An invitation that still may be used stays; one that has ended has been read. */
    close: () => {
      setOpen(false)
      forget()
      if (slice && !isPending) void dismiss()
    },
  }
}

export type Invitation = ReturnType<typeof useInvitation>
