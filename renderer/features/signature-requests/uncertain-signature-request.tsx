import { ConfirmDialog } from '../../design/dialogs.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { resourceText } from '#shared/domain/resource-text.ts'
import { signatureRequestStateText as text } from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { SignatureRequestSummary } from './signature-request-summary.tsx'

/** Possibly sent request: never sent again automatically; shows the user how to check. */
export function UncertainSignatureRequest({ signatureRequest }: { signatureRequest: SignatureRequest }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'found' | 'resend' | 'discard'>()
  const [asking, setAsking] = useState<'resend' | 'discard' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { id, error } = signatureRequest
  const busy = task.state === 'busy'
  const decide = (how: 'resend' | 'discard') => {
    setAsking(null)
    void run(how, () => bridge.call('signature-requests.resolve', { id, how }))
  }
  return (
    <section className="sending" aria-labelledby="uncertain-title">
      <Notice tone="warn" icon={<Sign kind="unknown" />}>
        <h2 id="uncertain-title" ref={heading} tabIndex={-1} className="uncertain__title">
          {text.uncertainTitle}
        </h2>
        <p>{text.uncertainBody}</p>
        {error && <p className="second">{errorTexts[error.code].title}</p>}
      </Notice>
      <FoundForm
        busy={busy}
        onFound={(found) =>
          void run('found', () =>
            bridge.call('signature-requests.resolve', { id, how: 'found', text: found }),
          )
        }
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      <div className="problem__ways">
        <Button disabled={busy} onClick={() => setAsking('resend')}>
          {text.resend}…
        </Button>
        <Button tone="plain" disabled={busy} onClick={() => setAsking('discard')}>
          {text.discard}…
        </Button>
      </div>
      <SignatureRequestSummary signatureRequest={signatureRequest} />
      {asking === 'resend' && (
        <ConfirmDialog
          title={text.resendTitle}
          body={text.resendBody}
          keep={text.resendKeep}
          submit={text.resend}
          onSubmit={() => decide('resend')}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title={text.discardTitle}
          body={text.discardBody}
          keep={text.discardKeep}
          submit={text.discard}
          onSubmit={() => decide('discard')}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  )
}

/** Id or link of a request found at the service, which is then tracked normally. */
function FoundForm({ busy, onFound }: { busy: boolean; onFound: (text: string) => void }) {
  const [typed, setTyped] = useState('')
  const [strict, setStrict] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const named = resourceText(typed)
  const valid = named?.kinds.includes('signature') === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (!valid) return field.current?.focus()
    onFound(typed)
  }
  return (
    <form className="found-form" noValidate onSubmit={submit}>
      <h3>{text.found}</h3>
      <div className="found-form__row">
        <Field
          ref={field}
          label={text.foundField}
          value={typed}
          maxLength={2_048}
          autoCapitalize="off"
          spellCheck={false}
          help={text.foundHelp}
          error={strict && !valid ? text.foundProblem : undefined}
          onChange={(event) => {
            setTyped(event.target.value)
            setStrict(false)
          }}
        />
        <Button tone="primary" type="submit" disabled={busy}>
          {text.foundSubmit}
        </Button>
      </div>
    </form>
  )
}
