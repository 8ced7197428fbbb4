import { type ReactNode, useId, useState } from 'react'
import type { ManagedKey, SettingsFileName } from '#shared/bridge/settings.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { parseWholeNumber } from '#shared/domain/typed-numbers.ts'
import { count } from '#shared/text/grammar.ts'
import { retentionText } from '#shared/text/backup.ts'
import { settingsText } from '#shared/text/settings.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { switchTexts, switchWords } from '#shared/text/setting-texts.ts'
import { Button } from '../design/button.tsx'
import { type Change, Switch } from '../design/choices.tsx'
import { readFolder, TypedValue } from '../design/typed-value.tsx'
import { useClient } from '../replica/client.ts'
import { useOnce } from '../replica/use-once.ts'
import { useQuery } from '../replica/use-replica.ts'
import { FixedNote, useFixed } from './managed.tsx'
import { SettingProblem, SettingRow } from './setting-rows.tsx'
import { FailedNotice } from './task-notice.tsx'
import { useSwitch, type OfficeSetter } from './use-settings.ts'

interface SettingSwitchProps {
  of: keyof typeof switchTexts
  /** Help that depends on the value. */
  help?: ReactNode
  /** Shown under the whole row. */
  children?: ReactNode
}

/** Row of a setting that is on or off. The texts are in `switchTexts`, by the file and the place of the setting. */
export function SettingSwitch({ of, help, children }: SettingSwitchProps) {
  const id = useId()
  const [file, ...names] = of.split('.') as [SettingsFileName, ...string[]]
  const place = names.join('.')
  const setter = useSwitch(file, place)
  // The key of a switch in the administrator's file is its place.
  const fixedBy = useFixed(place) ? `${id}-fixed` : undefined
  if (!setter) return null
  const texts: { title: string; help?: string } = switchTexts[of]
  return (
    <SettingRow
      words={switchWords(of)}
      title={texts.title}
      help={help ?? texts.help}
      control={id}
      under={fixedBy ? <FixedNote id={fixedBy} /> : setter.failed && <NotSaved error={setter.failed} />}
    >
      <Switch id={id} on={setter.on} fixedBy={fixedBy} onChange={setter.change} />
      {children}
    </SettingRow>
  )
}

/** Error of an office setting that could not be saved. The control shows the value in force. */
export function OfficeNotKept({ office, where }: { office: OfficeSetter; where: string }) {
  return office.failed?.where === where && <NotSaved error={office.failed.error} />
}

function NotSaved({ error }: { error: AppError }) {
  const { title, advice } = errorTexts[error.code]
  return (
    <SettingProblem>
      {settingsText.failed} {title} {advice}
    </SettingProblem>
  )
}

export interface NumberRowProps {
  office: OfficeSetter
  where: string
  words: readonly string[]
  title: string
  help: ReactNode
  /** Text beside the number: its unit, or the meaning of the value. */
  unit: string
  value: number
  range: { min: number; max: number }
  /** Administrator's setting that fixes this one. */
  setting?: ManagedKey
  onChange: Change<number>
  children?: ReactNode
}

/** Office setting that is a whole number. */
export function OfficeNumberRow(props: NumberRowProps) {
  const { office, where, title, value, range } = props
  const id = useId()
  const fixedBy = useFixed(props.setting) ? `${id}-fixed` : undefined
  const [wrong, setWrong] = useState<string | null>(null)
  return (
    <SettingRow
      words={props.words}
      title={title}
      help={props.help}
      under={
        <>
          {fixedBy && <FixedNote id={fixedBy} />}
          {wrong && <SettingProblem id={id}>{wrong}</SettingProblem>}
          <OfficeNotKept office={office} where={where} />
        </>
      }
    >
      <div className="office-number">
        <TypedValue
          label={title}
          value={value}
          write={count}
          read={(typed) => {
            // Thousands separators are displayed, and may be typed.
            const found = parseWholeNumber(typed.replaceAll('.', ''), range)
            return found === null
              ? { problem: retentionText.outside(range.min, range.max) }
              : { value: found }
          }}
          problemId={wrong === null ? undefined : id}
          onProblem={setWrong}
          fixedBy={fixedBy}
          onChange={props.onChange}
        />
        <span className="small muted office-number__unit">{props.unit}</span>
      </div>
      {props.children}
    </SettingRow>
  )
}

export interface FolderRowProps {
  office: OfficeSetter
  where: string
  words: readonly string[]
  title: string
  help: ReactNode
  /** Present folder; empty for none. */
  folder: string
  onChange: (folder: string) => Promise<unknown>
}

/** Office setting that is a folder of this PC or its network: typed, or chosen where the host has a dialog. */
export function OfficeFolderRow({ office, where, words, title, help, folder, onChange }: FolderRowProps) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const { bridge } = useClient()
  const { data: abilities } = useQuery('app.abilities', {})
  const { task, run } = useOnce<'choose'>()
  const choose = async () => {
    const chosen = await run('choose', () => bridge.call('app.choose-folder', { from: folder }))
    if (!chosen || chosen.value.folder === null) return
    setProblem(null)
    await onChange(chosen.value.folder)
  }
  return (
    <SettingRow
      words={words}
      title={title}
      help={help}
      under={
        <>
          {problem !== null && <SettingProblem id={id}>{problem}</SettingProblem>}
          <OfficeNotKept office={office} where={where} />
          {task.state === 'failed' && <FailedNotice error={task.error} />}
        </>
      }
    >
      <div className="office-folder">
        <TypedValue
          label={title}
          inputMode="text"
          length={1024}
          value={folder}
          write={(value) => value}
          read={readFolder}
          problemId={problem === null ? undefined : id}
          onProblem={setProblem}
          onChange={onChange}
        />
        {abilities?.choosesFolders && (
          <Button
            aria-label={settingsText.chooseFolderOf(title)}
            disabled={task.state === 'busy'}
            onClick={() => void choose()}
          >
            {settingsText.chooseFolder}
          </Button>
        )}
      </div>
    </SettingRow>
  )
}
