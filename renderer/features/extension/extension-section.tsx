import { extensionText as text } from '#shared/text/app-extension-settings.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { SettingRow, SettingsSection } from '../settings/settings-filter.tsx'
import { APPROVED_WORDS, ApprovedRow } from './approved-row.tsx'
import { BROWSER_WORDS, BrowsersRow } from './browsers-row.tsx'
import { usePending } from './use-approvals.ts'
import { WAITING_WORDS, WaitingRow } from './waiting-row.tsx'
import './extension-section.css'

const GET = [text.get, text.getStore, text.getFolder, text.getOffice, text.search]
const WORDS = [WAITING_WORDS, APPROVED_WORDS, BROWSER_WORDS, GET]

/** Ajustes › Extensión: the browsers that were let in, those that wait, and how each finds this installation. */
export function ExtensionSection() {
  const state = useSlice('extension')
  const pending = usePending()
  if (!state) return null
  return (
    <SettingsSection id="extension" rows={WORDS} intro={text.intro}>
      <ul className="setting-rows">
        <WaitingRow pending={pending} />
        <ApprovedRow approved={state.approved} />
        <BrowsersRow />
        <SettingRow
          words={GET}
          title={text.get}
          help={
            <>
              {text.getStore} {text.getFolder} {text.getOffice}
            </>
          }
        />
      </ul>
    </SettingsSection>
  )
}
