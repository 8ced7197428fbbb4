import { useId } from 'react'
import { settingsText as text } from '#shared/text/settings.ts'
import { Button } from '../../design/button.tsx'
import { Switch } from '../../design/choices.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { openHelp, openPanel } from '../../ui-state/panels.ts'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useSettings } from './use-settings.ts'

const SINGLE = [text.singleKeys, text.singleKeysHelp, 'atajos']
const SEE = [text.seeKeys, 'atajos']
const HELP = [text.seeHelp, text.seeHelpAction]
const RELEASES = [text.seeReleases, 'versión']

export function KeyboardSection() {
  const { settings, update } = useSettings()
  const id = useId()
  const hint = useKeyHint()
  if (!settings) return null
  return (
    <SettingsSection id="keyboard" rows={[SINGLE, SEE, HELP, RELEASES]}>
      <ul className="setting-rows">
        <SettingRow words={SINGLE} title={text.singleKeys} help={text.singleKeysHelp} control={id}>
          <Switch id={id} on={settings.singleKeys} onChange={(singleKeys) => update({ singleKeys })} />
        </SettingRow>
        <SettingRow words={SEE} title={text.seeKeys}>
          <Button size="low" {...hint('sheet')} onClick={() => openPanel('shortcuts')}>
            {text.seeKeysAction}
          </Button>
        </SettingRow>
        <SettingRow words={HELP} title={text.seeHelp}>
          <Button size="low" {...hint('help')} onClick={() => openHelp(null)}>
            {text.seeHelpAction}
          </Button>
        </SettingRow>
        <SettingRow words={RELEASES} title={text.seeReleases}>
          <Button
            size="low"
            aria-label={`${text.seeReleasesAction}: ${text.seeReleases}`}
            onClick={() => openPanel('releases')}
          >
            {text.seeReleasesAction}
          </Button>
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}
