import { Lock, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useState } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import { accountsText as text } from '#shared/text/app-accounts.ts'
import { managedText } from '#shared/text/app-managed.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { addAccount, closeAddAccount, useSettingsState } from '../../ui-state/settings-state.ts'
import { KeychainCard } from '../keychain/keychain-card.tsx'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { OfferedAccounts } from '../managed-settings/offered-accounts.tsx'
import { draftOf, useOffers } from '../managed-settings/offers.ts'
import { useFixed } from '../managed-settings/use-managed.ts'
import { activate } from './account-actions.ts'
import { AccountRow } from './account-row.tsx'
import { AddAccountDialog } from './add-account-dialog.tsx'
import { RemoveAccountDialog } from './remove-account-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { ReplaceKeyDialog } from './replace-key-dialog.tsx'
import { UnreadableAccounts } from './unreadable-accounts.tsx'
import './accounts-section.css'

type Open = { what: 'key' | 'rename' | 'remove'; account: Account } | null

/** Accounts of this PC: the active one, and the key state of each. */
export function AccountsSection() {
  const client = useClient()
  const group = useId()
  const accounts = useSlice('accounts')
  const active = useSlice('profile')?.id
  const keychain = useSlice('keychain')
  const adding = useSettingsState((state) => state.adding)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const onlyOffered = useFixed('accounts')
  const [offer] = useOffers()
  // From the menu of accounts or quick search: where no other may be added, one of the prepared.
  const draft = adding && onlyOffered && adding.baseUrl === '' ? offer && draftOf(offer) : adding
  const unasked = keychain?.state === 'unasked'
  const { task, run } = useOnce<'keychain'>()
  const ask = useCallback(
    () => run('keychain', () => client.bridge.call('keychain.retry', {})),
    [client, run],
  )
  // Not read before this section is opened: reading it may make the system ask for a password.
  useEffect(() => {
    if (unasked) void ask()
  }, [ask, unasked])
  if (!accounts) return null

  const ready = keychain?.state === 'ready' && keychain.kind !== 'absent'
  return (
    <>
      {keychain && (!ready || keychain.kind === 'memory') && (
        <KeychainCard
          keychain={keychain}
          failed={task.state === 'failed' ? task.error : undefined}
          onAsk={() => void ask()}
        />
      )}
      <UnreadableAccounts />
      <div className="accounts" role="radiogroup" aria-label={text.list} onKeyDown={moveOnly}>
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            group={group}
            active={account.id === active}
            onActivate={() => void activate(client, account)}
            onKey={() => setOpen({ what: 'key', account })}
            onRename={() => setOpen({ what: 'rename', account })}
            onRemove={() => setOpen({ what: 'remove', account })}
          />
        ))}
      </div>
      <OfferedAccounts ready={ready} />
      <div className="accounts__foot">
        <p className="small muted accounts__kept" id={`${group}-kept`}>
          <Icon of={Lock} />
          <span>{text.kept[keychain?.kind ?? 'system']}</span>
        </p>
        {onlyOffered && <FixedNote id={`${group}-fixed`} words={managedText.onlyOffered} />}
        <Button
          size="low"
          icon={Plus}
          disabled={!ready || onlyOffered}
          aria-describedby={onlyOffered ? `${group}-fixed` : ready ? undefined : `${group}-kept`}
          onClick={() => addAccount()}
        >
          {text.add}
        </Button>
      </div>
      {open?.what === 'key' && <ReplaceKeyDialog account={open.account} onClose={close} />}
      {open?.what === 'rename' && <RenameDialog account={open.account} onClose={close} />}
      {open?.what === 'remove' && (
        <RemoveAccountDialog account={open.account} active={open.account.id === active} onClose={close} />
      )}
      {draft && ready && <AddAccountDialog draft={draft} onClose={closeAddAccount} />}
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Arrows move between accounts; Space or a click switches to one. */
function moveOnly(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="radio"]')]
  const here = radios.indexOf(event.target as HTMLElement)
  if (step === undefined || here < 0 || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  radios[(here + step + radios.length) % radios.length]?.focus()
}
