import { EXTENSION_KEYS } from '#shared/domain/extension-keys.ts'
import { parseAccelerator } from '#shared/domain/accelerator.ts'
import { acceleratorSpoken, keysOf } from '#shared/text/accelerator.ts'
import { extensionSettingsText as text } from '#shared/text/app-extension-settings.ts'
import { Keys } from '../../design/kbd.tsx'
import { desktop } from '../../shortcuts/desktop.ts'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'

export const KEY_WORDS = [text.keys, text.keysHelp, text.keyLookUp, text.keyScan, 'atajos', text.search]

const ROWS = [
  { words: text.keyLookUp, accelerator: EXTENSION_KEYS.lookUp },
  { words: text.keyScan, accelerator: EXTENSION_KEYS.scan },
]

/** Keys of the extension in the browser, as it suggests them. */
export const KeysRow = () => (
  <SettingRow words={KEY_WORDS} title={text.keys} help={text.keysHelp}>
    <SettingItems>
      {ROWS.map(({ words, accelerator }) => (
        <SettingItem key={accelerator} name={words}>
          <DrawnKeys accelerator={accelerator} />
        </SettingItem>
      ))}
    </SettingItems>
  </SettingRow>
)

function DrawnKeys({ accelerator }: { accelerator: string }) {
  const parsed = parseAccelerator(accelerator)
  if (!parsed) return null
  return (
    <span>
      <Keys keys={keysOf(parsed, desktop)} />
      <span className="visually-hidden">{acceleratorSpoken(accelerator, desktop)}</span>
    </span>
  )
}
