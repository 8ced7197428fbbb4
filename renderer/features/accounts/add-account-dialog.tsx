import { useRef, useState } from 'react'
import { readBaseAddress, MAX_BASE_ADDRESS } from '#shared/domain/service-address.ts'
import {
  accountErrors,
  accountsText,
  addAccountText as text,
  addressHints,
  addressProblems,
  hintSentence,
} from '#shared/text/accounts.ts'
import { managedText } from '#shared/text/managed.ts'
import { environmentText } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Choice } from '../../design/choices.tsx'
import { FormDialog, TitledDialog } from '../../design/dialogs.tsx'
import { Field, SelectField, useFirstInvalid } from '../../design/fields.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { type NewAccountDraft } from '../../app/settings-state.ts'
import { FixedNote, useFixed } from '../../app/managed.tsx'
import { activateAccount } from '../../app/activate-account.ts'
import { KeyField, keyIn } from './replace-key-dialog.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'

const ENVIRONMENTS = (['production', 'development'] as const).map((value) => ({
  value,
  label: environmentText[value].name,
  help: text.environmentHelp[value],
  ...(value === 'development' && { mark: value }),
}))

/** Adds an account: environment, address of the service, and key. The key goes straight to the core. */
export function AddAccountDialog({ draft, onClose }: { draft: NewAccountDraft; onClose: () => void }) {
  const client = useClient()
  const key = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState(draft)
  const fixed = useFixed('accounts')
  const addresses = useSlice('managed')?.addresses ?? null
  const [strict, setStrict] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const [added, setAdded] = useState<string | null>(null)
  const { task, run, forget } = useOnce<'check' | 'add'>()
  const focusFirstInvalid = useFirstInvalid(form)
  const kind = useSlice('keychain')?.kind
  const address = readBaseAddress(fields.baseUrl)
  const name = fields.name.trim()

  const edit = (change: Partial<NewAccountDraft>) => {
    setFields({ ...fields, ...change })
    keyChanged()
  }
  // Forgets the result of the last check, which was for another address or another key.
  const keyChanged = () => {
    setAccepted(false)
    forget()
  }

  const check = async () => {
    const secret = keyIn(key.current)
    setStrict(true)
    setAccepted(false)
    if (!address.ok || secret === null) return focusFirstInvalid()
    const done = await run('check', () =>
      client.bridge.call('accounts.check', { baseUrl: address.url, key: secret }),
    )
    setAccepted(done !== null)
  }
  const submit = async () => {
    const secret = keyIn(key.current)
    setStrict(true)
    setAccepted(false)
    if (!address.ok || secret === null || name === '') return focusFirstInvalid()
    const done = await run('add', () =>
      client.bridge.call('accounts.add', {
        environment: fields.environment,
        name,
        baseUrl: address.url,
        key: secret,
      }),
    )
    if (!done) return
    if (key.current) key.current.value = ''
    setAdded(done.value.id)
  }

  if (added !== null) return <AddedDialog id={added} name={name} onClose={onClose} />
  const busy = task.state === 'busy'
  return (
    <FormDialog
      title={text.title}
      form={form}
      start={
        <Button disabled={busy} onClick={() => void check()}>
          {text.check}
        </Button>
      }
      cancel={text.cancel}
      submit={text.submit}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label={text.environment}
        options={fixed ? ENVIRONMENTS.filter(({ value }) => value === fields.environment) : ENVIRONMENTS}
        value={fields.environment}
        onChange={(environment) => edit({ environment })}
      />
      <Field
        label={text.name}
        value={fields.name}
        maxLength={80}
        readOnly={fixed}
        placeholder={text.namePlaceholder}
        help={fixed ? <FixedNote /> : text.nameHelp}
        error={strict && name === '' ? text.nameMissing : undefined}
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
      />
      {addresses !== null && !fixed ? (
        <SelectField
          label={text.address}
          placeholder={managedText.addresses}
          value={addresses.includes(fields.baseUrl) ? fields.baseUrl : ''}
          options={addresses.map((value) => ({ value, label: value }))}
          end={<FixedNote />}
          onChange={(baseUrl) => edit({ baseUrl })}
        />
      ) : (
        <AddressField
          value={fields.baseUrl}
          strict={strict}
          fixed={fixed}
          onChange={(baseUrl) => edit({ baseUrl })}
        />
      )}
      <KeyField input={key} strict={strict} onChange={keyChanged} />
      {kind === 'memory' && (
        <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
          {accountsText.kept.memory}
        </Notice>
      )}
      {busy && <BusyLine words={task.what === 'check' ? text.checking : text.adding} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={accountErrors} />}
      {accepted && (
        <Notice role="alert" icon={<Sign kind="ok" />}>
          <NoticeWords title={text.accepted} body={text.acceptedAdvice} />
        </Notice>
      )}
    </FormDialog>
  )
}

/** Shown after the account was added: switch to the new account now, or continue with the active one. */
function AddedDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const client = useClient()
  return (
    <TitledDialog
      title={text.doneTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.later}</Button>
          <Button
            tone="primary"
            onClick={() => {
              onClose()
              void activateAccount(client, { id, name })
            }}
          >
            {text.startNow}
          </Button>
        </>
      }
    >
      <p className="second">{text.doneBody}</p>
    </TitledDialog>
  )
}

/**
 * Address of the service. Shows the part of the text that will be used. Reports a problem once the user leaves the
 * field.
 */
function AddressField({
  value,
  strict,
  fixed = false,
  onChange,
}: {
  value: string
  strict: boolean
  /** True if an administrator fixed the address. */
  fixed?: boolean
  onChange: (text: string) => void
}) {
  const [left, setLeft] = useState(false)
  const reading = readBaseAddress(value)
  const complains = strict || (left && value.trim() !== '')
  const hint = reading.ok
    ? `${text.addressRead(reading.url)}. ${hintSentence(reading.hints.map((one) => addressHints[one]))}`.trim()
    : text.addressHelp
  return (
    <Field
      label={text.address}
      value={value}
      inputMode="url"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={MAX_BASE_ADDRESS * 2}
      placeholder={text.addressPlaceholder}
      readOnly={fixed}
      help={fixed ? <FixedNote /> : hint}
      error={complains && !reading.ok ? addressProblems[reading.problem] : undefined}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => setLeft(true)}
    />
  )
}
