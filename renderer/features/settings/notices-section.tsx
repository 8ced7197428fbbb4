import { noticeState, type NoticeState } from '#shared/domain/notice-state.ts'
import { noticesText as text, noticeStateWords } from '#shared/text/app-notices.ts'
import { useNow } from '../../replica/use-replica.ts'
import { useNoticePermission } from '../../ui-state/notice-permission.ts'
import { KINDS_WORDS, NoticeKindsRow } from './notice-kinds-row.tsx'
import { BURST_WORDS, DAYS_WORDS, NoticeBurstRow, NoticeDaysRow } from './notice-numbers.tsx'
import { NoticePermissionRow, PERMISSION_WORDS } from './notice-permission-row.tsx'
import { NoticePrivacyRow, PRIVACY_WORDS } from './notice-privacy-row.tsx'
import { NoticeQuietRow, QUIET_WORDS } from './notice-quiet-row.tsx'
import { NoticeSwitchRow } from './notice-switch-row.tsx'
import { SettingsSection } from './settings-filter.tsx'
import { useNoticeSettings } from './use-notice-settings.ts'
import './notices-section.css'

const ENABLED = [text.enabled, 'notificaciones apagar']
const MINE = [text.onlyMine, text.onlyMineHelp]
const SOUND = [text.sound, text.soundHelp]
const WORDS = [
  ENABLED,
  PERMISSION_WORDS,
  KINDS_WORDS,
  MINE,
  QUIET_WORDS,
  PRIVACY_WORDS,
  SOUND,
  BURST_WORDS,
  DAYS_WORDS,
]

/** How this PC tells what changes. What is turned off can still be set, to be ready when it is on again. */
export function NoticesSection() {
  const notices = useNoticeSettings()
  const permission = useNoticePermission()
  const now = useNow(60_000)
  if (!notices) return null
  const state = noticeState(notices.settings, permission, now)
  return (
    <SettingsSection id="notices" rows={WORDS}>
      <ul className="setting-rows">
        <NoticeSwitchRow
          notices={notices}
          of="enabled"
          words={ENABLED}
          title={text.enabled}
          help={enabledHelp(state, now)}
        />
        <NoticePermissionRow permission={permission} />
        <NoticeKindsRow notices={notices} />
        <NoticeSwitchRow
          notices={notices}
          of="onlyMine"
          words={MINE}
          title={text.onlyMine}
          help={text.onlyMineHelp}
        />
        <NoticeQuietRow notices={notices} />
        <NoticePrivacyRow notices={notices} />
        <NoticeSwitchRow
          notices={notices}
          of="sound"
          words={SOUND}
          title={text.sound}
          help={text.soundHelp}
        />
        <NoticeBurstRow notices={notices} />
        <NoticeDaysRow notices={notices} />
      </ul>
    </SettingsSection>
  )
}

function enabledHelp(state: NoticeState, now: number): string {
  if (state.state === 'off') return text.offHelp
  // Why, and what to do about it, is the next row.
  return state.state === 'told' || state.state === 'quiet'
    ? `${noticeStateWords(state, now)}.`
    : text.noPermissionHelp
}
