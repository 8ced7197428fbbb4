import { useId } from 'react'
import { globalShortcutText as text } from '#shared/text/shortcuts.ts'
import { Keys } from '../../design/kbd.tsx'
import { Switch } from '../../design/choices.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { desktop } from '../../shortcuts/handlers.ts'
import { drawnKeys } from '../../shortcuts/key-hints.tsx'
import { SHORTCUTS } from '../../shortcuts/table.ts'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { useFixed } from '../managed-settings/use-managed.ts'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { SHORTCUT_WORDS, ShortcutRow } from './shortcut-row.tsx'
import { COMMAND_WORDS, DesktopCommandRow, ShortcutStateRow, STATE_WORDS } from './shortcut-state-row.tsx'
import { useSettings } from './use-settings.ts'
import { useShortcutSetting } from './use-shortcut-setting.ts'
import './settings.css'

const CLIPBOARD = [text.clipboard, text.clipboardHelp]
const BROWSER = [text.browser, text.browserHelp, text.search]

/** Quick lookup: its shortcut from any program, where the host has one, and the clipboard. */
export function QuickLookupSection() {
  const { settings, update } = useSettings()
  const state = useSlice('globalShortcut')
  const setting = useShortcutSetting()
  const id = useId()
  const clipboardFixed = useFixed('quickLookup.readClipboard')
  if (!settings || !state) return null
  const { shortcut, readClipboard } = settings.quickLookup
  return (
    <SettingsSection
      id="quick-lookup"
      rows={
        state === 'unsupported'
          ? [BROWSER, CLIPBOARD]
          : [SHORTCUT_WORDS, STATE_WORDS, COMMAND_WORDS, CLIPBOARD]
      }
    >
      <ul className="setting-rows">
        {state === 'unsupported' ? (
          <>
            <SettingRow words={BROWSER} title={text.browser} help={text.browserHelp}>
              <Keys keys={drawnKeys(SHORTCUTS['quick.toggle'])} />
            </SettingRow>
            {desktop === 'linux' && <DesktopCommandRow />}
          </>
        ) : (
          <>
            <ShortcutRow shortcut={shortcut} setting={setting} />
            <ShortcutStateRow state={state} shortcut={shortcut} setting={setting} />
          </>
        )}
        <SettingRow
          words={CLIPBOARD}
          title={text.clipboard}
          help={text.clipboardHelp}
          control={id}
          under={clipboardFixed && <FixedNote id={`${id}-fixed`} />}
        >
          <Switch
            id={id}
            on={readClipboard}
            fixedBy={clipboardFixed ? `${id}-fixed` : undefined}
            onChange={(on) => update({ quickLookup: { readClipboard: on } })}
          />
        </SettingRow>
      </ul>
    </SettingsSection>
  )
}
