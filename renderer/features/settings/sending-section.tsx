import { useId } from 'react'
import { settingsText as text } from '#shared/text/app-settings.ts'
import { Segments, Switch } from '../../design/segments.tsx'
import { REMEMBERED_WORDS, RememberedRows } from './remembered-rows.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useSettings } from './use-settings.ts'

const UNDO = [text.undo, text.undoHelp, 'segundos']
const PAGE = [text.singlePage, text.singlePageHelp, 'asistente pasos']
const SECONDS = Object.entries(text.undoSeconds).map(([value, label]) => ({ value, label }))

/** Settings of filling in and sending procedures, and what is remembered for it. */
export function SendingSection() {
  const { settings, update } = useSettings()
  const id = useId()
  if (!settings) return null
  const { undoSeconds, singlePage } = settings
  return (
    <SettingsSection id="sending" rows={[UNDO, PAGE, ...REMEMBERED_WORDS]}>
      <ul className="setting-rows">
        <SettingRow words={UNDO} title={text.undo} help={text.undoHelp}>
          <Segments
            label={text.undo}
            options={SECONDS}
            value={String(undoSeconds)}
            onChange={(value) => update({ undoSeconds: Number(value) })}
          />
        </SettingRow>
        <SettingRow words={PAGE} title={text.singlePage} help={text.singlePageHelp} control={id}>
          <Switch id={id} on={singlePage} onChange={(on) => update({ singlePage: on })} />
        </SettingRow>
        <RememberedRows />
      </ul>
    </SettingsSection>
  )
}
