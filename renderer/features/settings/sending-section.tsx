import { useId } from 'react'
import { settingsText as text } from '#shared/text/app-settings.ts'
import { Segments, Switch } from '../../design/segments.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useSettings } from './use-settings.ts'

const UNDO = [text.undo, text.undoHelp, 'segundos']
const PAGE = [text.singlePage, text.singlePageHelp, 'asistente pasos']
const SECONDS = Object.entries(text.undoSeconds).map(([value, label]) => ({ value, label }))

/** How procedures are filled in and sent from here. */
export function SendingSection() {
  const { settings, update } = useSettings()
  const id = useId()
  if (!settings) return null
  const { undoSeconds, singlePage } = settings
  return (
    <SettingsSection id="sending" rows={[UNDO, PAGE]}>
      <ul className="setting-rows">
        <SettingRow words={UNDO}>
          <div>
            <b>{text.undo}</b>
            <span className="small muted">{text.undoHelp}</span>
          </div>
          <Segments
            label={text.undo}
            options={SECONDS}
            value={String(undoSeconds)}
            onChange={(value) => update({ undoSeconds: Number(value) })}
          />
        </SettingRow>
        <SettingRow words={PAGE}>
          <label htmlFor={id}>
            <b>{text.singlePage}</b>
            <span className="small muted">{text.singlePageHelp}</span>
          </label>
          <Switch id={id} on={singlePage} onChange={(on) => update({ singlePage: on })} />
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}
