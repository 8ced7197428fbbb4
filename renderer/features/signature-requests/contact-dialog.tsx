import { useId, useRef, useState } from 'react'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import {
  SIGNATURE_REQUEST_FIELDS,
  emptySignatureRequestFields,
} from '#shared/domain/signature-requests/fields.ts'
import {
  checkSignatureRequestField,
  isBlocking,
  signerType,
} from '#shared/domain/signature-requests/check-signature-request.ts'
import { withoutUndefined } from '#shared/domain/without-undefined.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { signatureRequestText } from '#shared/text/signatures.ts'
import { contactDialogText as text, signatureRequestFieldLabels } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { useClient, type Client } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { FieldLine, FieldWays } from '../../app/forms/field-line.tsx'
import { EraseDialog } from '../data-subjects/feature.ts'
import { signatureRequestViewModel } from './signature-request-view-model.ts'
import './signature-lists.css'

type ContactField = keyof Contact['fields']
const ORDER: readonly ContactField[] = [
  'idNumber',
  'fullname',
  'representativeIdNumber',
  'phone',
  'email',
  'street',
  'zipCode',
  'municipalityName',
  'provinceName',
]

interface ContactDialogProps {
  /** `null` for a new contact. */
  contact: Contact | null
  /** Known fields of a new contact. */
  fields?: Partial<Contact['fields']>
  onClose: () => void
}

/** Edits a contact. Only a valid identifier and a name are required. */
export function ContactDialog({ contact, fields: given, onClose }: ContactDialogProps) {
  const client = useClient()
  const form = useRef<HTMLFormElement>(null)
  const [known, setKnown] = useState(contact)
  const [fields, setFields] = useState<Contact['fields']>(() => contact?.fields ?? { ...blank(), ...given })
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const [strict, setStrict] = useState(contact !== null)
  const [erasing, setErasing] = useState(false)
  const { task, run, forget } = useOnce<'save' | 'settle'>()
  const id = useId()
  const judged = {
    document: 'mandate-generic' as const,
    fields: { ...fields, extra: '', notes: '' },
    accepted,
  }
  // A contact may lack its address: sending a request asks for it.
  const wrong = ORDER.filter((name) => {
    const check = checkSignatureRequestField(name, judged)
    return isBlocking(check) && (check.level === 'error' || name === 'idNumber' || name === 'fullname')
  })
  const shown = ORDER.filter(
    (name) =>
      name !== 'representativeIdNumber' ||
      signerType(fields.idNumber) === 'company' ||
      fields.representativeIdNumber !== '',
  )
  const setField = (name: ContactField, value: string) => {
    setFields((before) => ({ ...before, [name]: value }))
    if (name === 'idNumber') setAccepted([])
    forget()
  }
  const submit = async (replaces: boolean) => {
    setStrict(true)
    const [first] = wrong
    if (first) return form.current?.querySelector<HTMLElement>(`[data-field="${first}"] input`)?.focus()
    const done = await run('save', () =>
      client.bridge.call('contacts.save', {
        ...(known && { id: known.id, version: known.version }),
        fields,
        ...(replaces && { replaces }),
      }),
    )
    if (!done) return
    showToast(text.saved)
    onClose()
  }
  const settleProposal = async (accept: boolean) => {
    if (!known) return
    const { id: contactId, version, proposal } = known
    const done = await run('settle', () =>
      client.bridge.call('contacts.settle', { id: contactId, version, accept }),
    )
    if (!done) return
    setKnown(done.value)
    // The proposal replaces only its own fields, so that typed text stays.
    if (accept) setFields((before) => ({ ...before, ...withoutUndefined(proposal ?? {}) }))
    showToast(accept ? text.proposalTaken : text.proposalLeft)
  }
  const remove = async () => {
    if (contact && (await removeContact(client, contact))) onClose()
  }
  if (erasing && contact) {
    return (
      <EraseDialog
        taxId={checkTaxId(contact.fields.idNumber).id}
        onErased={onClose}
        onClose={() => setErasing(false)}
      />
    )
  }
  const title = contact ? text.editTitle : text.newTitle
  return (
    <FormDialog
      title={title}
      variant="wide"
      form={form}
      start={
        contact && (
          <span className="contact-ways">
            <Button tone="plain" onClick={() => void remove()}>
              {text.remove}
            </Button>
            <Button tone="plain" aria-describedby={`${id}-erase`} onClick={() => setErasing(true)}>
              {text.erase}
            </Button>
          </span>
        )
      }
      cancel={text.cancel}
      submit={text.submit}
      disabled={task.state === 'busy'}
      onSubmit={() => submit(false)}
      onClose={onClose}
    >
      {known?.proposal && (
        <ContactProposal
          fields={known.fields}
          proposal={known.proposal}
          busy={task.state === 'busy'}
          onSettle={(accept) => void settleProposal(accept)}
        />
      )}
      <div className="contact-grid">
        {shown.map((name) => {
          const viewModel = signatureRequestViewModel(
            judged,
            name,
            strict && (fields[name] !== '' || wrong.includes(name)),
          )
          return (
            <div key={name} className="contact-field" data-field={name}>
              <Field
                label={signatureRequestFieldLabels[name]}
                aside={name === 'idNumber' || name === 'fullname' ? undefined : signatureRequestText.optional}
                value={fields[name]}
                maxLength={SIGNATURE_REQUEST_FIELDS[name]}
                spellCheck={false}
                aria-invalid={viewModel.tone === 'stop'}
                help={viewModel.tone === 'help' ? '' : <FieldLine viewModel={viewModel} />}
                onChange={(event) => setField(name, event.target.value)}
              />
              <FieldWays
                viewModel={viewModel}
                onSuggestion={(value) => setField(name, value)}
                onAccept={(what, on) =>
                  setAccepted((before) => [...before.filter((one) => one !== what), ...(on ? [what] : [])])
                }
              />
            </div>
          )
        })}
      </div>
      {contact && (
        <p className="small muted" id={`${id}-erase`}>
          {text.eraseHelp}
        </p>
      )}
      {task.state === 'failed' && task.error.code === 'contact-exists' && (
        <ContactExists name={task.error.detail ?? ''} busy={false} onReplace={() => void submit(true)} />
      )}
      {task.state === 'failed' && task.error.code !== 'contact-exists' && (
        <FailedNotice error={task.error} texts={{ 'draft-changed': text.changed }} />
      )}
    </FormDialog>
  )
}

function blank(): Contact['fields'] {
  const { extra: _, notes: __, ...fields } = emptySignatureRequestFields()
  return fields
}

interface ContactProposalProps {
  fields: Contact['fields']
  proposal: NonNullable<Contact['proposal']>
  busy: boolean
  onSettle: (accept: boolean) => void
}

/**
 * Offers data of sent requests that differ from the address book. They overwrite nothing until the user accepts them.
 */
function ContactProposal({ fields, proposal, busy, onSettle }: ContactProposalProps) {
  const names = Object.keys(proposal) as (keyof Contact['fields'])[]
  return (
    <Notice
      tone="warn"
      icon={<Sign kind="warn" />}
      role="note"
      actions={
        <>
          <Button size="low" disabled={busy} onClick={() => onSettle(false)}>
            {text.proposalLeave}
          </Button>
          <Button size="low" disabled={busy} onClick={() => onSettle(true)}>
            {text.proposalTake}
          </Button>
        </>
      }
    >
      <p>
        <b>{text.proposalTitle}</b>
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            {text.proposalLine(signatureRequestFieldLabels[name], proposal[name] ?? '', fields[name])}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface ContactExistsProps {
  /** Name of the contact with the same identifier. */
  name: string
  busy: boolean
  onReplace: () => void
}

/** Another contact has this identifier: asks before overwriting it. */
function ContactExists({ name, busy, onReplace }: ContactExistsProps) {
  return (
    <Notice
      tone="stop"
      icon={<Sign kind="stop" />}
      role="alert"
      actions={
        <Button size="low" disabled={busy} onClick={onReplace}>
          {text.replace}
        </Button>
      }
    >
      <NoticeWords title={text.exists(name)} body={text.existsAdvice} />
    </Notice>
  )
}

/** Removes a contact, with an undo for a while. Data about the contact in other places stay. */
export async function removeContact({ bridge }: Client, { id, fields }: Contact): Promise<boolean> {
  const answer = await bridge.call('contacts.remove', { id })
  if (!answer.ok) {
    // After a second press the contact is gone already, and the undo of the first press is on screen.
    if (answer.error.code !== 'not-found') sayFailed(answer.error)
    return false
  }
  showToast(text.removed(fields.fullname || fields.idNumber), 'done', {
    label: text.undo,
    run: () =>
      void bridge.call('contacts.restore', { id }).then((back) => {
        if (back.ok) showToast(text.restored)
        else sayFailed(back.error)
      }),
  })
  return true
}
