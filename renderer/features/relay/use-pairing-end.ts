import { useEffect, useRef } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { pairText as text } from '#shared/text/app-relay-pairing.ts'
import { useEventCallback } from '../../design/use-event-callback.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Says once that this PC was admitted, also when the dialog that shows the words has been closed. */
export function usePairingEnd({ state, office, pairing }: RelaySlice, onEnd: () => void) {
  const wasPairing = useRef(false)
  const end = useEventCallback(onEnd)
  const isPairing = pairing !== null
  const isPaired = state !== 'none' && state !== 'revoked'
  useEffect(() => {
    const ended = wasPairing.current && !isPairing && isPaired
    wasPairing.current = isPairing
    if (!ended) return
    showToast(text.done(office))
    end()
  }, [isPairing, isPaired, office, end])
}
