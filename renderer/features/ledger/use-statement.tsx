import { FileText } from 'lucide-react'
import type { LedgerOwner } from '#shared/bridge/ledger.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { type MenuItem, MenuButton } from '../../design/menu.tsx'
import { useClient } from '../../replica/client.ts'
import { copyText } from '../../app/copy-text.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { SavingBar } from '../../app/task-notice.tsx'
import { useSaveFile } from '../../app/transfers.ts'

const text = ledgerText.give

const STATEMENTS = ['provision', 'settlement'] as const
type What = (typeof STATEMENTS)[number]

interface StatementOf {
  owner: LedgerOwner
  month?: string
  /** False while there is nothing to state. */
  isReady: boolean
}

/**
 * Menu of the statements for the client, as text and as PDF, with its keys.
 * @returns the menu, and the bar that is shown while a PDF is made
 */
export function useStatement({ owner, month, isReady }: StatementOf) {
  const { bridge } = useClient()
  const hint = useKeyHint()
  const file = useSaveFile('ledger.pdf', text.saved, 'goes-on')
  const argsOf = (what: What) => ({ owner, what, ...(month !== undefined && { month }) })
  const copy = async (what: What) => {
    const answer = await bridge.call('ledger.statement', argsOf(what))
    if (!answer.ok) return sayFailed(answer.error)
    await copyText(answer.value.text, text.copied[what])
  }
  useShortcuts({
    'ledger.provision': isReady && (() => void copy('provision')),
    'ledger.settlement': isReady && (() => void copy('settlement')),
  })
  const items = STATEMENTS.flatMap((what, at): MenuItem[] => [
    {
      id: `${what}-text`,
      label: text.copy[what],
      divided: at > 0,
      shortcut: `ledger.${what}`,
      kbd: hint(`ledger.${what}`).shortcut,
      run: () => void copy(what),
    },
    { id: `${what}-pdf`, label: text.pdf[what], run: () => file.save(argsOf(what)) },
  ])
  return {
    menu: (
      <MenuButton icon={FileText} label={text.menu} items={items} disabled={!isReady || file.saving !== null}>
        {text.menu}
      </MenuButton>
    ),
    bar: <SavingBar file={file} label={text.saving} cancel={text.cancel} />,
  }
}
