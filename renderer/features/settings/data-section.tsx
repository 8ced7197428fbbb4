import { Copy } from 'lucide-react'
import { count } from '#shared/text/grammar.ts'
import { keychainText } from '#shared/text/app-keychain.ts'
import { settingsText as text } from '#shared/text/app-settings.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { SettingRow, SettingsSection } from './settings-filter.tsx'

const FOLDER = [text.folder, text.copyFolder]
const REPORTS = [text.reports]
const SIZE = [text.size, 'disco espacio']
const KEYS = [keychainText.section, ...Object.values(keychainText.kinds)]
const PRIVACY = [text.encrypted, text.encryptedBody]

/** Data of the active account on this PC: contents, folder, and access. */
export function DataSection() {
  const store = useSlice('store')
  const keychain = useSlice('keychain')
  const demo = useSlice('profile')?.environment === 'demo'
  if (!store) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(store.directory)
      showToast(text.folderCopied)
    } catch {
      showToast(text.folderNotCopied, 'failed')
    }
  }
  return (
    <SettingsSection id="data" rows={[FOLDER, REPORTS, SIZE, KEYS, PRIVACY]}>
      <ul className="setting-rows">
        <SettingRow words={FOLDER}>
          <div>
            <b>{text.folder}</b>
            <span className="small muted settings__path">{store.directory}</span>
          </div>
          <Button size="low" icon={Copy} onClick={() => void copy()}>
            {text.copyFolder}
          </Button>
        </SettingRow>
        {/* Unknown values are left out: a 0 would be false. */}
        {store.reports !== undefined && (
          <SettingRow words={REPORTS} title={text.reports}>
            <span className="figures">{count(store.reports)}</span>
          </SettingRow>
        )}
        {store.bytes !== undefined && (
          <SettingRow words={SIZE} title={text.size}>
            <span className="figures">{text.bytes(store.bytes)}</span>
          </SettingRow>
        )}
        <SettingRow words={PRIVACY} title={text.encrypted} help={demo ? text.demoData : text.encryptedBody} />
        {keychain && (
          <SettingRow words={KEYS}>
            <div>
              <b>{keychainText.section}</b>
              {keychain.state === 'ready' && keychain.kind !== 'absent' && (
                <span className="small muted">{keychainText.ready[keychain.kind]}</span>
              )}
            </div>
            <span className="small">{keychainText.kinds[keychain.kind]}</span>
          </SettingRow>
        )}
      </ul>
    </SettingsSection>
  )
}
