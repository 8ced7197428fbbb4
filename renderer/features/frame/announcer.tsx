import { useAnnouncement } from '../../ui-state/announcer.ts'

/** The one polite live region: verdicts are said here once, and so is what was understood while typing. */
export function Announcer() {
  const { serial, text } = useAnnouncement()
  return (
    <div className="visually-hidden" role="status" aria-live="polite" data-testid="announcer">
      {/* A new element each time: the same words twice are two announcements. */}
      <p key={serial}>{text}</p>
    </div>
  )
}
