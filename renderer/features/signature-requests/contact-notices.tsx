import type { Contact } from '#shared/bridge/signature-requests.ts'
import { contactDialogText as text } from '#shared/text/app-contacts.ts'
import { signatureRequestFieldLabels } from '#shared/text/signature-request-fields.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'

export interface ContactProposalProps {
  fields: Contact['fields']
  proposal: NonNullable<Contact['proposal']>
  busy: boolean
  onSettle: (accept: boolean) => void
}

/** Data sent that differ from the address book: accepted or rejected, and until then they overwrite nothing. */
export function ContactProposal({ fields, proposal, busy, onSettle }: ContactProposalProps) {
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

export interface ContactExistsProps {
  /** Name of the contact with the same identifier. */
  name: string
  busy: boolean
  onReplace: () => void
}

/** Another contact has this identifier: asks before overwriting it. */
export function ContactExists({ name, busy, onReplace }: ContactExistsProps) {
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
