import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useTopDialog } from '../design/layers.ts'

export interface Announcement {
  /** A new serial repeats the announcement, even with the same words. */
  serial: number
  text: string
}

const store = createStore<Announcement>(() => ({ serial: 0, text: '' }))

/** Announces a text once to screen readers, without moving the focus. */
export const announce = (text: string) => store.setState(({ serial }) => ({ serial: serial + 1, text }))
const useAnnouncement = () => useStore(store)

/** Announces a change of state, if the new state has words. */
export function useSaidState<S extends string>(state: S, said: Readonly<Partial<Record<S, string>>>) {
  const before = useRef(state)
  useEffect(() => {
    const words = said[state]
    if (before.current !== state && words !== undefined) announce(words)
    before.current = state
  }, [state, said])
}

/** The only polite live region. It announces each verdict once, and how many options fit the typed text. */
export function Announcer() {
  const said = useAnnouncement()
  const dialog = useTopDialog()
  return (
    <>
      <Voice said={said} data-testid={dialog ? undefined : 'announcer'} />
      {dialog && createPortal(<DialogVoice said={said} />, dialog)}
    </>
  )
}

/**
 * Live region of a dialog. A dialog makes the window's own region inert. The region begins empty, so that no earlier
 * announcement is repeated.
 */
function DialogVoice({ said }: { said: Announcement }) {
  const [before] = useState(said.serial)
  const fresh = said.serial === before ? { ...said, text: '' } : said
  return <Voice said={fresh} data-testid="announcer" />
}

function Voice({
  said: { serial, text },
  ...rest
}: {
  said: Announcement
  'data-testid'?: string | undefined
}) {
  return (
    <div className="visually-hidden voice" role="status" aria-live="polite" {...rest}>
      {/* A new key makes a new element: screen readers announce the same words again. */}
      <p key={serial}>{text}</p>
    </div>
  )
}
