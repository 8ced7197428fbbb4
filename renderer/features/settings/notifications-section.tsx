import {
  notificationState,
  type NotificationState,
  type NotificationPermissionState,
  type EventClass,
  isPaused,
  pauseEnd,
  pauses,
} from '#shared/domain/notifications.ts'
import {
  notificationsText as text,
  notificationStateWords,
  notificationKinds,
  testOutcomes,
  quietSentence,
} from '#shared/text/settings.ts'
import { useNow } from '../../replica/use-replica.ts'
import { useNotificationPermission } from '../../notify/notification-permission.ts'
import { useId, useRef, useState } from 'react'
import { Switch } from '../../design/choices.tsx'
import {
  BURST_WORDS,
  DAYS_WORDS,
  NotificationBurstRow,
  NotificationDaysRow,
  NotKept,
} from './notification-rows.tsx'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { askPermission } from '../../notify/ask-permission.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { withoutNames } from '#shared/domain/inbox.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { changeText, type Told } from '#shared/text/notifications.ts'
import { Logo } from '../../design/icon.tsx'
import { parseClockTime } from '#shared/domain/typed-numbers.ts'
import { switchWords } from '#shared/text/setting-texts.ts'
import { SettingSwitch } from '../../app/setting-controls.tsx'
import { SettingProblem, SettingsSection, SettingRow } from '../../app/setting-rows.tsx'
import { TypedValue } from '../../design/typed-value.tsx'
import { useNotificationSettings, type NotificationSetter } from '../../app/use-settings.ts'
import '../../app/setting-rows.css'

const QUIET_WORDS = [text.quiet, text.quietFrom, text.quietTo, text.weekends, 'silencio molestar']

/** Quiet hours, with a sentence that repeats them. */
function NotificationQuietRow({ notifications }: { notifications: NotificationSetter }) {
  const id = useId()
  const { quiet } = notifications.settings
  return (
    <SettingRow words={QUIET_WORDS}>
      <div>
        <label htmlFor={id}>
          <b>{text.quiet}</b>
        </label>
        <span className="small muted" role="status">
          {quietSentence(quiet)}
        </span>
        <NotKept notifications={notifications} of="quiet" />
      </div>
      <Switch
        id={id}
        on={quiet.enabled}
        onChange={(enabled) => notifications.update({ quiet: { enabled } })}
      />
      {quiet.enabled && <Hours notifications={notifications} />}
    </SettingRow>
  )
}

function Hours({ notifications }: { notifications: NotificationSetter }) {
  const id = useId()
  const [wrong, setWrong] = useState<'from' | 'to' | null>(null)
  const { quiet } = notifications.settings
  return (
    <div className="notice-hours">
      {(['from', 'to'] as const).map((end) => (
        <span key={end} className="notice-hours__end">
          <span className="small" aria-hidden="true">
            {end === 'from' ? text.quietFrom : text.quietTo}
          </span>
          <TypedValue
            label={end === 'from' ? text.quietFrom : text.quietTo}
            value={quiet[end]}
            write={String}
            read={readTime}
            problemId={wrong === end ? `${id}-wrong` : undefined}
            onProblem={(problem) => setWrong((now) => (problem !== null ? end : now === end ? null : now))}
            onChange={(time) => notifications.update({ quiet: { [end]: time } })}
          />
        </span>
      ))}
      <span className="notice-hours__end">
        <label className="small" htmlFor={`${id}-weekends`}>
          {text.weekends}
        </label>
        <Switch
          id={`${id}-weekends`}
          on={quiet.weekends}
          onChange={(weekends) => notifications.update({ quiet: { weekends } })}
        />
      </span>
      {wrong && <SettingProblem id={`${id}-wrong`}>{text.notTime}</SettingProblem>}
    </div>
  )
}

function readTime(typed: string) {
  const value = parseClockTime(typed)
  return value === null ? { problem: text.notTime } : { value }
}

/** Event of an invented car. */
const SAMPLE: Told = {
  kind: 'procedure',
  id: 'sample',
  event: 'procedure.incident.added',
  detail: { incidentType: 'pending-document' },
  subject: { vrm: '1234BCD', vehicle: 'SEAT Ibiza', client: 'Autos Levante' },
}

/** Detail of notifications, with a sample of both choices. */
function NotificationPrivacyRow({ notifications }: { notifications: NotificationSetter }) {
  const { settings } = notifications
  return (
    <SettingSwitch of="notifications.private">
      <div className="notice-previews">
        <Preview privately={false} chosen={!settings.private} />
        <Preview privately chosen={settings.private} />
      </div>
    </SettingSwitch>
  )
}

function Preview({ privately, chosen }: { privately: boolean; chosen: boolean }) {
  const { title, body } = changeText(useHidesNames() ? withoutNames(SAMPLE) : SAMPLE, privately)
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

type Outcome = CommandResult<'notifications.test'>['outcome']

const VIEW_MODELS: Record<NotificationPermissionState, { sign: SignKind; title: string; help: string }> = {
  granted: { sign: 'ok', title: text.granted, help: text.grantedHelp },
  default: { sign: 'unknown', title: text.unasked, help: text.unaskedHelp },
  denied: { sign: 'warn', title: text.denied, help: text.deniedHelp },
  unsupported: { sign: 'none', title: text.unsupported, help: text.unsupportedHelp },
}

const PERMISSION_WORDS = [
  text.permission,
  text.permissionSearch,
  text.test,
  text.ask,
  ...Object.values(VIEW_MODELS).map(({ title }) => title),
]

/** Notification permission of this window, with its remedy and a test. */
function NotificationPermissionRow({ permission }: { permission: NotificationPermissionState }) {
  const { bridge } = useClient()
  const { task, run, forget } = useOnce<'test'>()
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { sign, title, help } = VIEW_MODELS[permission]
  const unasked = permission === 'default'

  const ask = async () => {
    setAsking(true)
    setOutcome(null)
    const given = await askPermission()
    setAsking(false)
    // With `declined` cleared, the next run shows the prompt again.
    if (given === 'granted') void bridge.call('notification-settings.update', { declined: false })
  }
  const test = async () => {
    setOutcome(null)
    const done = await run('test', () => bridge.call('notifications.test', {}))
    if (done) setOutcome(done.value.outcome)
  }
  const busy = task.state === 'busy'
  return (
    <SettingRow words={PERMISSION_WORDS}>
      <div>
        <span className="notice-permission">
          <Sign kind={sign} />
          <b>{title}</b>
        </span>
        <span className="small muted">{help}</span>
        <span className="small" role="status">
          {asking ? text.asking : busy ? text.testing : outcome ? testOutcomes[outcome] : ''}
        </span>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
      {/* One button for both actions, so that it keeps the focus after the browser's prompt. */}
      <Button
        size="low"
        aria-disabled={busy || asking || undefined}
        onClick={() => {
          if (busy || asking) return
          forget()
          void (unasked ? ask() : test())
        }}
      >
        {unasked ? text.ask : text.test}
      </Button>
    </SettingRow>
  )
}

const PAUSE_WORDS = [text.pause, ...Object.values(text.pauseFor), text.resumeSearch]

/** Pauses the notifications for a while, or ends the pause. */
function NotificationPauseRow({ notifications, now }: { notifications: NotificationSetter; now: number }) {
  const client = useClient()
  const hour = useRef<HTMLButtonElement>(null)
  const { quiet, pausedUntil } = notifications.settings
  const paused = isPaused(pausedUntil, now)
  return (
    <SettingRow words={PAUSE_WORDS}>
      <div>
        <b>{text.pause}</b>
        <span className="small muted" role="status">
          {paused
            ? `${notificationStateWords({ state: 'paused', until: pausedUntil }, now)}.`
            : text.pauseHelp}
        </span>
        <NotKept notifications={notifications} of="pausedUntil" />
      </div>
      <div className="notice-pause">
        {paused && (
          <Button
            size="low"
            aria-label={text.resumeLabel}
            onClick={() => {
              // The focus moves first, because this button disappears with the pause.
              hour.current?.focus()
              void notifications.update({ pausedUntil: null })
            }}
          >
            {text.resume}
          </Button>
        )}
        {pauses.map((pause) => (
          <Button
            key={pause}
            ref={pause === 'hour' ? hour : undefined}
            size="low"
            aria-label={text.pauseLabel[pause]}
            onClick={() => void notifications.update({ pausedUntil: pauseEnd(pause, quiet, client.now()) })}
          >
            {text.pauseFor[pause]}
          </Button>
        ))}
      </div>
    </SettingRow>
  )
}

const KINDS = Object.keys(notificationKinds) as EventClass[]

const KINDS_WORDS = [
  text.kinds,
  ...Object.values(notificationKinds).flatMap(({ label, help }) => [label, help]),
]

/** Chooses the kinds of event that notify. The other kinds only go to Novedades. */
function NotificationKindsRow({ notifications }: { notifications: NotificationSetter }) {
  const id = useId()
  return (
    <SettingRow words={KINDS_WORDS}>
      <div>
        <b id={id}>{text.kinds}</b>
        <span className="small muted">{text.kindsHelp}</span>
        <NotKept notifications={notifications} of="events" />
      </div>
      <ul className="notice-kinds" aria-labelledby={id}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <label htmlFor={`${id}-${kind}`}>
              {notificationKinds[kind].label}
              <span className="small muted">{notificationKinds[kind].help}</span>
            </label>
            <Switch
              id={`${id}-${kind}`}
              on={notifications.settings.events[kind]}
              onChange={(on) => notifications.update({ events: { [kind]: on } })}
            />
          </li>
        ))}
      </ul>
    </SettingRow>
  )
}

const WORDS = [
  switchWords('notifications.enabled'),
  PAUSE_WORDS,
  PERMISSION_WORDS,
  KINDS_WORDS,
  switchWords('notifications.onlyMine'),
  switchWords('notifications.digest'),
  QUIET_WORDS,
  switchWords('notifications.private'),
  switchWords('notifications.sound'),
  BURST_WORDS,
  DAYS_WORDS,
]

/**
 * Notification settings of this PC. Settings of disabled notifications stay editable, for when the user enables them.
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
        <SettingSwitch of="notifications.enabled" help={enabledHelp(state, now)} />
        {notifications.settings.enabled && <NotificationPauseRow notifications={notifications} now={now} />}
        <NotificationPermissionRow permission={permission} />
        <NotificationKindsRow notifications={notifications} />
        <SettingSwitch of="notifications.onlyMine" />
        <SettingSwitch of="notifications.digest" />
        <NotificationQuietRow notifications={notifications} />
        <NotificationPrivacyRow notifications={notifications} />
        <SettingSwitch of="notifications.sound" />
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
