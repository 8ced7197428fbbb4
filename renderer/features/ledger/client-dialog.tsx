import { useRef, useState } from 'react'
import type { Client } from '#shared/bridge/clients.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { clientText } from '#shared/text/clients.ts'
import { Button } from '../../design/button.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field, TextArea, useFirstInvalid } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { showToast } from '../../app/toasts.ts'

const text = clientText.form

interface ClientDialogProps {
  /** `null` for a new client. */
  client: Client | null
  onClose: () => void
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Line about a typed tax id. A wrong control is named; it does not stop the save, because offices have such numbers. */
function taxIdHelp(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  const checked = checkTaxId(typed)
  if (checked.status === 'wrong-control') return text.wrongTaxId(checked.corrected)
  return checked.status === 'unrecognised' ? text.oddTaxId : undefined
}

/** Edits the record of a client, or makes a client. */
export function ClientDialog({ client, onClose }: ClientDialogProps) {
  const { bridge } = useClient()
  const [fields, setFields] = useState({
    name: client?.name ?? '',
    taxId: client?.taxId ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    notes: client?.notes ?? '',
  })
  const [strict, setStrict] = useState(false)
  const { task, run, forget } = useOnce<'save'>()
  const form = useRef<HTMLFormElement>(null)
  const focusInvalid = useFirstInvalid(form)
  // The tax id that the procedures of the client give, to be used with one press.
  const { data: board } = useQuery('dealers.get', client ? { id: client.id } : null)
  const offered = fields.taxId.trim() === '' ? (board?.taxId ?? '') : ''
  const isNameless = fields.name.trim() === ''
  const isBadEmail = fields.email.trim() !== '' && !EMAIL.test(fields.email.trim())
  const isDirty = (Object.keys(fields) as (keyof typeof fields)[]).some(
    (name) => fields[name] !== (client?.[name] ?? ''),
  )

  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) => {
    forget()
    setFields({ ...fields, [name]: event.target.value })
  }
  const submit = async () => {
    setStrict(true)
    if (isNameless || isBadEmail) return focusInvalid()
    const id = client?.id ?? clientDealerId(fields.name)
    const done = await run('save', () =>
      bridge.call('clients.save', { id, version: client?.version ?? 0, ...fields }),
    )
    if (!done) return
    showToast(text.saved)
    onClose()
    if (!client) openRoute({ view: 'ledger-client', id: done.value.id })
  }
  return (
    <FormDialog
      title={client ? text.title(client.name) : text.newTitle}
      form={form}
      dismissable={!isDirty}
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.name}
        value={fields.name}
        maxLength={200}
        aria-invalid={strict && isNameless}
        help={client && fields.name !== client.name ? text.nameHelp : undefined}
        error={strict && isNameless ? text.missingName : undefined}
        onChange={set('name')}
      />
      <Field
        label={text.taxId}
        aside={text.optional}
        value={fields.taxId}
        maxLength={32}
        spellCheck={false}
        autoCapitalize="characters"
        help={
          offered === '' ? (
            taxIdHelp(fields.taxId)
          ) : (
            <>
              {text.fromCases(offered)}{' '}
              <Button size="low" onClick={() => setFields({ ...fields, taxId: offered })}>
                {text.take}
              </Button>
            </>
          )
        }
        onChange={set('taxId')}
      />
      <Field
        label={text.email}
        aside={text.optional}
        type="email"
        value={fields.email}
        maxLength={254}
        aria-invalid={strict && isBadEmail}
        error={strict && isBadEmail ? text.wrongEmail : undefined}
        onChange={set('email')}
      />
      <Field
        label={text.phone}
        aside={text.optional}
        type="tel"
        value={fields.phone}
        maxLength={40}
        onChange={set('phone')}
      />
      <TextArea
        label={text.notes}
        aside={text.optional}
        rows={3}
        value={fields.notes}
        maxLength={500}
        onChange={set('notes')}
      />
      {task.state === 'failed' && (
        <FailedNotice
          error={task.error}
          texts={{
            'draft-changed': { title: client ? text.changed : text.taken, advice: '' },
            'invalid-request': () => ({ title: text.taken, advice: '' }),
          }}
        />
      )}
    </FormDialog>
  )
}
