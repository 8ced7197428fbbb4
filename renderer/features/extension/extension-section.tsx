import { extensionSettingsText as text } from '#shared/text/app-extension-settings.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { managedText } from '#shared/text/app-managed.ts'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { APPROVED_WORDS, ApprovedRow } from './approved-row.tsx'
import { BROWSER_WORDS, BrowsersRow } from './browsers-row.tsx'
import { KEY_WORDS, KeysRow } from './keys-row.tsx'
import { usePending } from './use-approvals.ts'
import { WAITING_WORDS, WaitingRow } from './waiting-row.tsx'
import './extension-section.css'

const GET = [text.get, ...text.ways.flatMap(({ title, how }) => [title, how]), text.search]

/** Ajustes › Extensión: the browsers that were let in, those that wait, and how each finds this installation. */
export function ExtensionSection() {
  const state = useSlice('extension')
  const pending = usePending()
  const allowed = useSlice('managed')?.extension
  if (!state) return null
  if (allowed === false)
    return (
      <SettingsSection id="extension" rows={[[text.search]]} intro={text.intro}>
        <FixedNote words={managedText.extension} />
      </SettingsSection>
    )
  const words = [
    ...(pending.length > 0 ? [WAITING_WORDS] : []),
    ...(state.approved.length > 0 ? [APPROVED_WORDS] : []),
    BROWSER_WORDS,
    GET,
    KEY_WORDS,
  ]
  return (
    <SettingsSection id="extension" rows={words} intro={text.intro}>
      <ul className="setting-rows">
        <WaitingRow pending={pending} />
        <ApprovedRow approved={state.approved} />
        <BrowsersRow />
        <SettingRow words={GET} title={text.get}>
          <SettingItems>
            {text.ways.map(({ title, how }) => (
              <SettingItem key={title} name={title} line={how} />
            ))}
          </SettingItems>
        </SettingRow>
        <KeysRow />
      </ul>
    </SettingsSection>
  )
}
