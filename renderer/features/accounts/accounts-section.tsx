import { Lock, Plus, FileWarning, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useState } from 'react'
import type { Account, UnreadableAccount } from '#shared/bridge/accounts.ts'
import {
  accountsText as text,
  addAccountText,
  renameText,
  unreadableText,
  removeAccountText,
  accountErrors,
} from '#shared/text/accounts.ts'
import { managedText } from '#shared/text/managed.ts'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { environmentText } from '#shared/text/app.ts'
import { switcherText } from '#shared/text/sidebar.ts'
import { doneWhen } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice, useNow } from '../../replica/use-replica.ts'
import { addAccount, closeAddAccount, useSettingsState } from '../../app/settings-state.ts'
import { Choice } from '../../design/choices.tsx'
import { ConfirmDialog, FormDialog } from '../../design/dialogs.tsx'
import { Sign } from '../../design/sign.tsx'
import { Field } from '../../design/fields.tsx'
import { showToast } from '../../app/toasts.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { KeychainCard } from '../keychain/feature.ts'
import { FixedNote, draftOf, takeOffer, useOffers, useFixed } from '../../app/managed.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { activateAccount } from '../../app/activate-account.ts'
import { AddAccountDialog } from './add-account-dialog.tsx'
import { ReplaceKeyDialog } from './replace-key-dialog.tsx'
import './accounts.css'

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
  // The account menu and quick search open a draft without an address. If only prepared accounts may be added, offer
  // one of them instead.
  const draft = adding && onlyOffered && adding.baseUrl === '' ? offer && draftOf(offer) : adding
  const unasked = keychain?.state === 'unasked'
  const { task, run } = useOnce<'keychain'>()
  const ask = useCallback(
    () => run('keychain', () => client.bridge.call('keychain.retry', {})),
    [client, run],
  )
  // Read the keychain only when this section opens: the read may make the system ask for a password.
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
            onActivate={() => void activateAccount(client, account)}
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

/** Changes the account's name, which stays on this PC. */
function RenameDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { bridge } = useClient()
  const [name, setName] = useState(account.name)
  const { task, run } = useOnce<'rename'>()
  const empty = name.trim() === ''

  const submit = async () => {
    if (empty) return
    const done = await run('rename', () =>
      bridge.call('accounts.change', { id: account.id, name: name.trim() }),
    )
    if (!done) return
    showToast(renameText.done)
    onClose()
  }
  return (
    <FormDialog
      title={renameText.title}
      cancel={addAccountText.cancel}
      submit={renameText.submit}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={addAccountText.name}
        value={name}
        maxLength={80}
        help={addAccountText.nameHelp}
        error={empty ? addAccountText.nameMissing : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}

/** Account data of this PC that could not be read. Each notice shows the remedy. */
function UnreadableAccounts() {
  const accounts = useSlice('unreadableAccounts')
  return accounts?.map((account) => <UnreadableNotice key={account.key} account={account} />)
}

function UnreadableNotice({ account }: { account: UnreadableAccount }) {
  const { bridge } = useClient()
  const { why, name, key } = account
  return (
    <Notice role="note" tone="warn" icon={<Icon of={FileWarning} />}>
      <NoticeWords title={unreadableText.title[why](name)} body={unreadableText.advice[why]} />
      {why === 'file' && (
        <>
          <p className="second">{name}</p>
          <Button size="low" onClick={() => void bridge.call('accounts.dismiss-unreadable', { key })}>
            {unreadableText.understood}
          </Button>
        </>
      )}
    </Notice>
  )
}

const DATA = [
  { value: 'keep', label: removeAccountText.keep, help: removeAccountText.keepHelp },
  { value: 'erase', label: removeAccountText.erase, help: removeAccountText.eraseHelp },
] as const

interface RemoveAccountDialogProps {
  account: Account
  active: boolean
  onClose: () => void
}

/** Removes an account from this PC. First shows what is lost, what stays and what the service may still charge. */
function RemoveAccountDialog({ account, active, onClose }: RemoveAccountDialogProps) {
  const { bridge } = useClient()
  const uncertain = useSlice('uncertain')
  const hasDemo = useSlice('managed')?.demo ?? true
  const [data, setData] = useState<'keep' | 'erase'>('keep')
  const { task, run } = useOnce<'remove'>()
  const erase = data === 'erase'

  const remove = async () => {
    const done = await run('remove', () =>
      bridge.call('accounts.remove', { id: account.id, eraseData: erase }),
    )
    if (!done) return
    showToast(erase ? removeAccountText.doneErased : removeAccountText.done)
    onClose()
  }
  // The core reports uncertain sends of the active account only.
  const doubt = !active
    ? removeAccountText.uncertainElsewhere
    : uncertain && uncertain.length > 0
      ? removeAccountText.uncertain(uncertain.length)
      : null
  return (
    <ConfirmDialog
      title={removeAccountText.title(account.name)}
      body={
        <>
          {removeAccountText.keyGone} {active && hasDemo && removeAccountText.becomesDemo}
        </>
      }
      keep={removeAccountText.cancel}
      submit={erase ? removeAccountText.submitErase : removeAccountText.submitKeep}
      meaning={data}
      busy={task.state === 'busy'}
      onSubmit={remove}
      onClose={onClose}
    >
      <Choice label={removeAccountText.data} options={DATA} value={data} onChange={setData} />
      {doubt &&
        (active ? (
          <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
            {doubt}
          </Notice>
        ) : (
          <p className="small muted">{doubt}</p>
        ))}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}

interface AccountRowProps {
  account: Account
  group: string
  active: boolean
  onActivate: () => void
  onKey: () => void
  onRename: () => void
  onRemove: () => void
}

/** Account row: environment (edge colour and words), host and key state. */
function AccountRow(props: AccountRowProps) {
  const { account, group, active, onActivate } = props
  const id = useId()
  const { environment } = account
  const where =
    environment === 'demo' || account.baseUrl === null
      ? switcherText.demoWhere
      : `${hostOf(account.baseUrl)} · ${text.reaches[environment === 'production' ? 'production' : 'development']}`
  const addresses = useSlice('managed')?.addresses ?? null
  const allowed = account.baseUrl === null || addresses === null || addresses.includes(account.baseUrl)
  const kind = environmentText[environment].name
  return (
    <div className={`account account--${environment}`}>
      <input
        className="radio"
        type="radio"
        name={group}
        id={id}
        checked={active}
        disabled={!allowed}
        aria-describedby={`${id}-where`}
        onChange={onActivate}
      />
      <div className="account__who">
        <label htmlFor={id}>
          {account.name}
          {/* The edge colour also shows the environment. Left out if it is the account's name, as in the demo. */}
          {account.name !== kind && <span className="account__kind"> · {kind}</span>}
        </label>
        <span className="small muted clip" id={`${id}-where`} title={where}>
          {where}
        </span>
        {!allowed && <FixedNote words={managedText.notAllowed} />}
      </div>
      {environment === 'demo' ? (
        <span className="account__key small muted">{text.noKey}</span>
      ) : (
        <KeyActions {...props} />
      )}
    </div>
  )
}

function KeyActions({ account, onKey, onRename, onRemove }: AccountRowProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'verify'>()
  const { state } = account.key
  const needsKey = state === 'refused' || state === 'moved'

  const verify = async () => {
    const done = await run('verify', () => bridge.call('accounts.verify', { id: account.id }))
    if (done) showToast(text.verified)
  }
  return (
    <>
      <KeyState
        account={account}
        checking={task.state === 'busy'}
        failed={task.state === 'failed' ? titleOf(task.error.code) : null}
      />
      <div className="account__actions">
        <Button size="low" tone={needsKey ? 'primary' : 'default'} onClick={onKey}>
          {needsKey ? text.pasteKey : text.changeKey}
        </Button>
        <MenuButton
          icon={Ellipsis}
          label={text.more(account.name)}
          items={[
            { id: 'verify', label: text.verify, run: () => void verify() },
            { id: 'rename', label: text.rename, run: onRename },
            { id: 'remove', label: text.remove, divided: true, run: onRemove },
          ]}
        />
      </div>
    </>
  )
}

const titleOf = (code: ErrorCode) => (accountErrors[code] ?? errorTexts[code]).title

/** Key state: shape, words and when it was checked. */
function KeyState({
  account,
  checking,
  failed,
}: {
  account: Account
  checking: boolean
  failed: string | null
}) {
  const now = useNow(60_000)
  const { state, at } = account.key
  const last4 = account.keyLast4
  const words =
    state === 'moved'
      ? text.keyMoved
      : state === 'refused'
        ? text.keyRefused
        : last4 === null
          ? text.keyMissing
          : text.key(last4)
  const when =
    state === 'moved'
      ? text.enterKeyAgain
      : at === null || state === 'unchecked'
        ? text.unchecked
        : state === 'accepted'
          ? text.checkedAt(doneWhen(at, now))
          : text.refusedAt(doneWhen(at, now))
  return (
    <div className="account__key small figures" role="status">
      <span className="account__state">
        <Sign
          kind={state === 'refused' || state === 'moved' ? 'stop' : state === 'accepted' ? 'ok' : 'none'}
        />
        {words}
      </span>
      <span className="tiny muted account__when">{checking ? text.checking : (failed ?? when)}</span>
    </div>
  )
}

/** Accounts that an administrator prepared and that still need a key. */
function OfferedAccounts({ ready }: { ready: boolean }) {
  const offers = useOffers()
  const id = useId()
  if (offers.length === 0) return null
  return (
    <ul className="accounts offered">
      {offers.map((offer, index) => (
        <li
          key={`${offer.environment} ${offer.address} ${offer.name}`}
          className={`account account--${offer.environment}`}
        >
          <div className="account__who">
            <b id={`${id}-${index}`}>
              {offer.name}
              <span className="account__kind"> · {environmentText[offer.environment].name}</span>
            </b>
            <span className="small muted clip">{hostOf(offer.address)}</span>
            <FixedNote words={managedText.preparedBy} />
          </div>
          <span className="account__key small">
            <span className="account__state">
              <Sign kind="none" />
              {managedText.keyMissing}
            </span>
          </span>
          <div className="account__actions">
            <Button
              size="low"
              tone="primary"
              disabled={!ready}
              aria-label={managedText.setKeyOf(offer.name)}
              onClick={() => takeOffer(offer)}
            >
              {managedText.setKey}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Host of an address, without its scheme. */
const hostOf = (baseUrl: string): string => baseUrl.replace(/^https?:\/\//, '')
