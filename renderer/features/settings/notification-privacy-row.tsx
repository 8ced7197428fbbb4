import { notificationsText as text } from '#shared/text/app-notifications.ts'
import { changeText, type Told } from '#shared/text/notifications.ts'
import { Logo } from '../../design/logo.tsx'
import { NotificationSwitchRow } from './notification-switch-row.tsx'
import type { NotificationSetter } from './use-notification-settings.ts'

export const PRIVACY_WORDS = [text.private, text.privateHelp, 'privacidad']

/** An invented car of the first examples. */
const SAMPLE: Told = {
  kind: 'procedure',
  id: 'sample',
  event: 'procedure.incident.added',
  detail: { incidentType: 'pending-document' },
  subject: { vrm: '1234BCD' },
}

/** Detail of notifications, with a sample of both choices. */
export function NotificationPrivacyRow({ notifications }: { notifications: NotificationSetter }) {
  const { settings } = notifications
  return (
    <NotificationSwitchRow
      notifications={notifications}
      of="private"
      words={PRIVACY_WORDS}
      title={text.private}
      help={text.privateHelp}
    >
      <div className="notice-previews">
        <Preview privately={false} chosen={!settings.private} />
        <Preview privately chosen={settings.private} />
      </div>
    </NotificationSwitchRow>
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
