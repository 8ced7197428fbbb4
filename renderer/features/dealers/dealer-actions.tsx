import { Copy, Download, Printer } from 'lucide-react'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { DealerBoard } from '#shared/bridge/dealers.ts'
import { dealerText as text } from '#shared/text/app-dealers.ts'
import { Button } from '../../design/button.tsx'
import { MenuButton } from '../../design/menu-button.tsx'
import type { Client } from '../../replica/client.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { setFilter } from '../../ui-state/procedures-state.ts'
import { openRoute } from '../../ui-state/route.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { ALL_VIEW } from '../cases/views.ts'
import { copyText } from '../resources/copy-text.ts'

export type Exported = 'csv' | 'xlsx'

/** Copies the digest for the dealer, once the core has recorded it. */
export async function copyDigest({ bridge }: Client, view: CommandArgs<'dealers.digest'>): Promise<void> {
  const given = await bridge.call('dealers.digest', view)
  if (!given.ok) return sayFailed(given.error)
  if (await copyText(given.value.text, text.copied(given.value.rows))) return
  const noted = await bridge.call('dealers.not-copied', { id: view.id })
  if (!noted.ok) showToast(text.notRecorded, 'failed')
}

/** All the files of the dealer, in the list where more can be done with them. */
export function showCases({ kind, name }: Pick<DealerBoard, 'kind' | 'name'>): void {
  setFilter(ALL_VIEW, kind === 'label' ? { labels: [name] } : { client: name })
  openRoute({ view: 'procedures' })
}

export interface DealerActionsProps {
  isEmpty: boolean
  saving: boolean
  onCopy: () => void
  onSave: (format: Exported) => void
  onPrint: () => void
}

/** What can be done with a board. */
export function DealerActions({ isEmpty, saving, onCopy, onSave, onPrint }: DealerActionsProps) {
  const hint = useKeyHint()
  return (
    <>
      <Button
        size="low"
        tone="plain"
        icon={Printer}
        disabled={isEmpty}
        {...hint('dealer.print')}
        onClick={onPrint}
      >
        {text.print}
      </Button>
      <MenuButton
        icon={Download}
        disabled={isEmpty || saving}
        {...hint('dealer.export')}
        label={text.export}
        items={[
          { id: 'xlsx', label: text.xlsx, run: () => onSave('xlsx') },
          { id: 'csv', label: text.csv, run: () => onSave('csv') },
        ]}
      >
        {text.export}
      </MenuButton>
      <Button
        size="low"
        tone="primary"
        icon={Copy}
        disabled={isEmpty}
        {...hint('dealer.copy')}
        onClick={onCopy}
      >
        {text.copy}
      </Button>
    </>
  )
}
