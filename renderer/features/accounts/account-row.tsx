import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { accountErrors, accountsText as text } from '#shared/text/accounts.ts'
import { environmentText } from '#shared/text/app.ts'
import { switcherText } from '#shared/text/sidebar.ts'
import { doneWhen } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { managedText } from '#shared/text/managed.ts'
import { Button } from '../../design/button.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { FixedNote } from '../managed-settings/fixed-note.tsx'
import { showToast } from '../../ui-state/toasts.ts'
import { hostOf } from './account-actions.ts'
import { useOnce } from '../../replica/use-once.ts'

export interface AccountRowProps {
  account: Account
  group: string
  active: boolean
  onActivate: () => void
  onKey: () => void
  onRename: () => void
  onRemove: () => void
}

/** Account row: environment (edge colour and words), host and key state. */
export function AccountRow(props: AccountRowProps) {
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
          {/* The edge colour repeats it; the demonstration account's name already is its environment's. */}
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
