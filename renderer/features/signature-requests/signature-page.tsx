import { MessageSquareText, Send } from 'lucide-react'
import { useState, useRef } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { clientDialogText } from '#shared/text/client.ts'
import { kindText, resourceWords } from '#shared/text/resources.ts'
import { signaturePageText as text } from '#shared/text/signatures.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useClientDialog } from '../client-messages/feature.ts'
import { Section } from '../../app/page.tsx'
import type { Route } from '#shared/bridge/route.ts'
import type { Body } from '#shared/domain/service-body.ts'
import {
  FactList,
  signatureFacts,
  signatureType,
  signerFacts,
  ResourceFrame,
  ResourcePage,
  type ResourcePageProps,
} from '../resources/feature.ts'
import { flushSync } from 'react-dom'
import { useOnce } from '../../replica/use-once.ts'
import { announce } from '../../app/announcer.tsx'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { FileCard, FilePicker } from './file-card.tsx'
import { canGoAgain, sendAgain, documentName } from './signature-cells.tsx'
import { SignedDocuments } from './signed-documents.tsx'
import './signature-requests.css'

type Known = CommandResult<'signatures.get'>

/** Page of the route of a signature. */
export const SignatureRoute = ({ route }: { route: Extract<Route, { view: 'signature' }> }) => (
  <ResourcePage route={route} Shown={SignaturePage} />
)

/** Signature page: signer, next step, timeline, and the document once signed. */
function SignaturePage({ view, resource }: ResourcePageProps) {
  const { body, id } = view
  const { data: known } = useQuery('signatures.get', { id })
  const named = known && documentName(known.row)
  const client = useClientDialog({ kind: 'signature', id })
  useShortcuts({ 'resource.client': () => client.open() })
  return (
    <ResourceFrame
      kind="signature"
      view={view}
      resource={resource}
      title={named || signatureType(body) || kindText.signature.one}
      rail={
        <>
          {known && <SignatureFile known={known} />}
          <Signer key={id} body={body} />
          <Section title={resourceWords.data}>
            <FactList facts={signatureFacts(body)} id={id} />
          </Section>
        </>
      }
    >
      {known?.mismatch && (
        <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
          <NoticeWords title={text.mismatchTitle} body={text.mismatchBody} />
        </Notice>
      )}
      {known && (
        <Actions>
          <Next known={known} onRemind={() => client.open()} />
        </Actions>
      )}
      {known && <SignedDocuments row={known.row} documents={known.documents} />}
      {client.dialog}
    </ResourceFrame>
  )
}

/** Next step: remind the signer, or send another request. */
function Next({ known: { row }, onRemind }: { known: Known; onRemind: () => void }) {
  const client = useClient()
  const days = useSlice('notificationSettings')?.days.signature ?? 0
  const again = () => void sendAgain(client, row)
  const canAgain = canGoAgain(row.status)
  const hint = useKeyHint()
  useShortcuts({ 'signature.again': canAgain && again })
  if (canAgain) {
    return (
      <div className="signature-next">
        <Button tone="primary" icon={Send} {...hint('signature.again')} onClick={again}>
          {text.again}
        </Button>
        <p className="small second">{text.againHelp}</p>
      </div>
    )
  }
  if (row.status !== 'sent') {
    return (
      <div className="signature-next">
        <Button icon={MessageSquareText} {...hint('resource.client')} onClick={onRemind}>
          {clientDialogText.open}
        </Button>
      </div>
    )
  }
  return (
    <div className="signature-next">
      <Button icon={MessageSquareText} {...hint('resource.client')} onClick={onRemind}>
        {text.reminder}
      </Button>
      <p className="small second">
        {row.late && <b>{text.late(days)} </b>}
        {text.reminderHelp}
      </p>
    </div>
  )
}

/** Signer: the name, as in Firmas. The other data are shown on request. */
function Signer({ body }: { body: Body }) {
  const [shown, setShown] = useState(false)
  const { seen, personal } = signerFacts(body)
  if (seen.length === 0 && personal.length === 0) {
    return (
      <Section title={resourceWords.signer}>
        <p className="small muted">{resourceWords.signerNone}</p>
      </Section>
    )
  }
  return (
    <Section title={resourceWords.signer}>
      <FactList facts={shown ? [...seen, ...personal] : seen} />
      {personal.length > 0 && (
        <>
          {!shown && <p className="small muted signer__hidden">{resourceWords.signerHidden}</p>}
          <Button size="low" className="signer__show" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? resourceWords.hide : resourceWords.show}
          </Button>
        </>
      )}
    </Section>
  )
}

/** Procedure of the signature: linked at the sending or later. */
function SignatureFile({ known: { row } }: { known: CommandResult<'signatures.get'> }) {
  const { bridge, queries } = useClient()
  const { task, run } = useOnce<'link'>()
  const [picking, setPicking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { id, procedureId } = row

  const link = async (to: string | null) => {
    const before = procedureId
    const done = await run('link', () => bridge.call('signatures.link', { id, procedureId: to }))
    if (!done) return
    setPicking(false)
    await queries.take('signatures.get', { id }, () => bridge.call('signatures.get', { id }))
    if (to !== null) return announce(text.linked)
    showToast(
      text.unlinked,
      'done',
      before === undefined ? undefined : { label: text.undo, run: () => void link(before) },
    )
  }
  const pick = () => {
    // Render now, so that the next key reaches the field.
    flushSync(() => setPicking(true))
    field.current?.focus()
  }
  return (
    <Section title={text.file}>
      <div className="stack">
        {procedureId === undefined ? (
          <p className="small muted">{text.noFile}</p>
        ) : (
          <FileCard procedureId={procedureId} />
        )}
        {picking && (
          <FilePicker label={text.linkField} inputRef={field} onPick={(picked) => void link(picked)} />
        )}
        <div className="actions">
          <Actions about={text.file}>
            {picking ? (
              <Button size="low" tone="plain" onClick={() => setPicking(false)}>
                {text.cancel}
              </Button>
            ) : (
              <Button size="low" onClick={pick}>
                {procedureId === undefined ? text.link : text.relink}
              </Button>
            )}
            {procedureId !== undefined && !picking && (
              <Button size="low" tone="plain" onClick={() => void link(null)}>
                {text.unlink}
              </Button>
            )}
          </Actions>
        </div>
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
    </Section>
  )
}
