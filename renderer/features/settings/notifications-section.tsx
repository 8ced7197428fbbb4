import { notificationState, type NotificationState } from '#shared/domain/notification-state.ts'
import { notificationsText as text, notificationStateWords } from '#shared/text/app-notifications.ts'
import { useNow } from '../../replica/use-replica.ts'
import { useNotificationPermission } from '../../ui-state/notification-permission.ts'
import { KINDS_WORDS, NotificationKindsRow } from './notification-kinds-row.tsx'
import {
  BURST_WORDS,
  DAYS_WORDS,
  NotificationBurstRow,
  NotificationDaysRow,
} from './notification-numbers.tsx'
import { NotificationPauseRow, PAUSE_WORDS } from './notification-pause-row.tsx'
import { NotificationPermissionRow, PERMISSION_WORDS } from './notification-permission-row.tsx'
import { NotificationPrivacyRow, PRIVACY_WORDS } from './notification-privacy-row.tsx'
import { NotificationQuietRow, QUIET_WORDS } from './notification-quiet-row.tsx'
import { NotificationSwitchRow } from './notification-switch-row.tsx'
import { SettingsSection } from './settings-filter.tsx'
import { useNotificationSettings } from './use-notification-settings.ts'
import './notifications-section.css'

const ENABLED = [text.enabled, 'notificaciones apagar']
const MINE = [text.onlyMine, text.onlyMineHelp]
const DIGEST = [text.digest, text.digestHelp, 'agrupar juntos cada hora']
const SOUND = [text.sound, text.soundHelp]
const WORDS = [
  ENABLED,
  PAUSE_WORDS,
  PERMISSION_WORDS,
  KINDS_WORDS,
  MINE,
  DIGEST,
  QUIET_WORDS,
  PRIVACY_WORDS,
  SOUND,
  BURST_WORDS,
  DAYS_WORDS,
]

/**
 * Notification settings of this PC. Those of disabled notifications can still be changed, for when they are enabled.
 */
export function NotificationsSection() {
  const notifications = useNotificationSettings()
  const permission = useNotificationPermission()
  const now = useNow(60_000)
  if (!notifications) return null
  const state = notificationState(notifications.settings, permission, now)
  return (
    <SettingsSection id="notifications" rows={WORDS}>
      <ul className="setting-rows">
        <NotificationSwitchRow
          notifications={notifications}
          of="enabled"
          words={ENABLED}
          title={text.enabled}
          help={enabledHelp(state, now)}
        />
        {notifications.settings.enabled && <NotificationPauseRow notifications={notifications} now={now} />}
        <NotificationPermissionRow permission={permission} />
        <NotificationKindsRow notifications={notifications} />
        <NotificationSwitchRow
          notifications={notifications}
          of="onlyMine"
          words={MINE}
          title={text.onlyMine}
          help={text.onlyMineHelp}
        />
        <NotificationSwitchRow
          notifications={notifications}
          of="digest"
          words={DIGEST}
          title={text.digest}
          help={text.digestHelp}
        />
        <NotificationQuietRow notifications={notifications} />
        <NotificationPrivacyRow notifications={notifications} />
        <NotificationSwitchRow
          notifications={notifications}
          of="sound"
          words={SOUND}
          title={text.sound}
          help={text.soundHelp}
        />
        <NotificationBurstRow notifications={notifications} />
        <NotificationDaysRow notifications={notifications} />
      </ul>
    </SettingsSection>
  )
}

function enabledHelp(state: NotificationState, now: number): string {
  if (state.state === 'off') return text.offHelp
  // The next row has the reason and the remedy.
  if (state.state === 'paused') return text.pausedHelp
  return state.state === 'told' || state.state === 'quiet'
    ? `${notificationStateWords(state, now)}.`
    : text.noPermissionHelp
}
