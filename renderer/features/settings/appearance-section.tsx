import { useId } from 'react'
import { settingsText as text } from '#shared/text/settings.ts'
import { Segments, Switch } from '../../design/choices.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useSettings } from './use-settings.ts'

const THEME = [text.theme, ...Object.values(text.themes)]
const NAMES = [text.hideNames, text.hideNamesHelp, 'privacidad mostrador clientes']
const DENSITY = [text.density, ...Object.values(text.densities)]

export function AppearanceSection() {
  const id = useId()
  const { settings, update } = useSettings()
  if (!settings) return null
  return (
    <SettingsSection id="appearance" rows={[THEME, DENSITY, NAMES]}>
      <ul className="setting-rows">
        <SettingRow words={THEME} title={text.theme}>
          <Segments
            label={text.theme}
            options={optionsOf(text.themes)}
            value={settings.theme}
            onChange={(theme) => update({ theme })}
          />
        </SettingRow>
        <SettingRow words={DENSITY} title={text.density}>
          <Segments
            label={text.density}
            options={optionsOf(text.densities)}
            value={settings.density}
            onChange={(density) => update({ density })}
          />
        </SettingRow>
        <SettingRow words={NAMES} title={text.hideNames} help={text.hideNamesHelp} control={id}>
          <Switch id={id} on={settings.hideNames} onChange={(on) => update({ hideNames: on })} />
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}

function optionsOf<T extends string>(labels: Readonly<Record<T, string>>) {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))
}
