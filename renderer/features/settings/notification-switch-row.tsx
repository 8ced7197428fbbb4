import { type ReactNode, useId } from 'react'
import { errorTexts } from '#shared/text/errors.ts'
import { settingsText } from '#shared/text/settings.ts'
import { Switch } from '../../design/choices.tsx'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import type { NotificationSetter } from './use-notification-settings.ts'

export interface NotificationSwitchRowProps {
  notifications: NotificationSetter
  of: 'enabled' | 'onlyMine' | 'digest' | 'sound' | 'private'
  words: readonly string[]
  title: string
  help: ReactNode
  /** Under the whole row. */
  children?: ReactNode
}

/** Notification setting that is on or off. */
export function NotificationSwitchRow({
  notifications,
  of,
  words,
  title,
  help,
  children,
}: NotificationSwitchRowProps) {
  const id = useId()
  return (
    <SettingRow
      words={words}
      title={title}
      help={help}
      control={id}
      under={<NotKept notifications={notifications} of={of} />}
    >
      <Switch id={id} on={notifications.settings[of]} onChange={(on) => notifications.update({ [of]: on })} />
      {children}
    </SettingRow>
  )
}

/** Error of saving it: the switch has not moved. */
export function NotKept({
  notifications,
  of,
}: Pick<NotificationSwitchRowProps, 'notifications'> & { of: keyof NotificationSetter['settings'] }) {
  if (notifications.failed?.what !== of) return null
  return (
    <SettingProblem>
      {settingsText.failed} {errorTexts[notifications.failed.error.code].title}
    </SettingProblem>
  )
}
