import { noticesText as text } from '#shared/text/app-notices.ts'
import { changeText, type Told } from '#shared/text/notifications.ts'
import { Logo } from '../frame/logo.tsx'
import { NoticeSwitchRow } from './notice-switch-row.tsx'
import type { NoticeSetter } from './use-notice-settings.ts'

export const PRIVACY_WORDS = [text.private, text.privateHelp, 'privacidad']

/** An invented car of the first examples. */
const SAMPLE: Told = {
  kind: 'procedure',
  id: 'sample',
  event: 'procedure.incident.added',
  detail: { incidentType: 'pending-document' },
  subject: { vrm: '1234BCD' },
}

/** How much a notification says, with both ways in sight. */
export function NoticePrivacyRow({ notices }: { notices: NoticeSetter }) {
  const { settings } = notices
  return (
    <NoticeSwitchRow
      notices={notices}
      of="private"
      words={PRIVACY_WORDS}
      title={text.private}
      help={text.privateHelp}
    >
      <div className="notice-previews">
        <Preview privately={false} chosen={!settings.private} />
        <Preview privately chosen={settings.private} />
      </div>
    </NoticeSwitchRow>
  )
}

function Preview({ privately, chosen }: { privately: boolean; chosen: boolean }) {
  const { title, body } = changeText(SAMPLE, privately)
  return (
    <figure className="notice-preview" data-chosen={chosen}>
      <div className="notice-preview__card">
        <Logo />
        <p>
          <b>{title}</b>
          {body && <span className="second">{body}</span>}
        </p>
      </div>
      <figcaption className="tiny muted">
        {privately ? text.previewPrivate : text.previewOpen}
        {chosen && <b> · {text.previewNow}</b>}
      </figcaption>
    </figure>
  )
}
