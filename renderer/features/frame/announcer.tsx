import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from '../../design/top-dialog.ts'
import { type Announcement, useAnnouncement } from '../../ui-state/announcer.ts'

/** The one polite live region: verdicts are said here once, and so is what was understood while typing. */
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

/** A dialog makes the window's own region inert. It begins empty: what was said before it opened is not said again. */
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
