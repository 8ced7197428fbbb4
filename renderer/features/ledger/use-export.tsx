import { Download } from 'lucide-react'
import { ledgerText } from '#shared/text/ledger.ts'
import { MenuButton } from '../../design/menu.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { SavingBar } from '../../app/task-notice.tsx'
import { useSaveFile } from '../../app/transfers.ts'

const text = ledgerText.give

/**
 * Menu of the exports of a month for the accounting program, with its key.
 * @param of what is exported; `null` while there is nothing to export
 * @returns the menu, and the bar that is shown while a file is made
 */
export function useExport(of: { month: string; client?: string } | null) {
  const hint = useKeyHint()
  const file = useSaveFile('ledger.export', text.saved, 'goes-on')
  const save = (format: 'csv' | 'xlsx') => of && file.save({ ...of, format })
  useShortcuts({ 'ledger.export': of !== null && (() => save('xlsx')) })
  return {
    menu: (
      <MenuButton
        icon={Download}
        disabled={of === null || file.saving !== null}
        {...hint('ledger.export')}
        label={text.export}
        items={[
          { id: 'xlsx', label: text.xlsx, shortcut: 'ledger.export', run: () => save('xlsx') },
          { id: 'csv', label: text.csv, run: () => save('csv') },
        ]}
      >
        {text.export}
      </MenuButton>
    ),
    bar: <SavingBar file={file} label={text.saving} cancel={text.cancel} />,
  }
}
