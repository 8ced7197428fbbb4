import { type ReactNode, useId } from 'react'
import { errorTexts } from '#shared/text/errors.ts'
import { settingsText } from '#shared/text/app-settings.ts'
import { Switch } from '../../design/segments.tsx'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow } from './settings-filter.tsx'
import type { NoticeSetter } from './use-notice-settings.ts'

export interface NoticeSwitchRowProps {
  notices: NoticeSetter
  of: 'enabled' | 'onlyMine' | 'sound' | 'private'
  words: readonly string[]
  title: string
  help: ReactNode
  /** Under the whole row. */
  children?: ReactNode
}

/** One setting of the notices that is on or off. */
export function NoticeSwitchRow({ notices, of, words, title, help, children }: NoticeSwitchRowProps) {
  const id = useId()
  return (
    <SettingRow
      words={words}
      title={title}
      help={help}
      control={id}
      under={<NotKept notices={notices} of={of} />}
    >
      <Switch id={id} on={notices.settings[of]} onChange={(on) => notices.update({ [of]: on })} />
      {children}
    </SettingRow>
  )
}

/** It could not be kept: the switch has not moved, and this says why. */
export function NotKept({
  notices,
  of,
}: Pick<NoticeSwitchRowProps, 'notices'> & { of: keyof NoticeSetter['settings'] }) {
  if (notices.failed?.what !== of) return null
  return (
    <SettingProblem>
      {settingsText.failed} {errorTexts[notices.failed.error.code].title}
    </SettingProblem>
  )
}
