import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from '../../design/layers.ts'
import { type Announcement, useAnnouncement } from '../../ui-state/announcer.ts'

/** The only polite live region: announces verdicts once, and what was understood while typing. */
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
 * Live region of a dialog, which makes the window's own inert. Begins empty: earlier announcements are not repeated.
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
      {/* A new element each time: the same words twice are two announcements. */}
      <p key={serial}>{text}</p>
    </div>
  )
}
