import { MessageSquareText, Send } from 'lucide-react'
import { useState } from 'react'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { clientDialogText } from '#shared/text/app-client.ts'
import { kindText, resourceWords } from '#shared/text/app-resources.ts'
import { signaturePageText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { useClientDialog } from '../client-messages/use-client-dialog.tsx'
import { Section } from '../frame/page.tsx'
import type { Body } from '#shared/domain/service-body.ts'
import { FactList } from '../resources/fact-list.tsx'
import { signatureFacts, signatureType, signerFacts } from '../resources/facts.ts'
import { ResourceFrame } from '../resources/resource-frame.tsx'
import type { ResourcePageProps } from '../resources/use-resource.ts'
import { SignatureFile } from './signature-file.tsx'
import { canGoAgain, sendAgain } from './signature-next.ts'
import { documentName } from './signature-cells.tsx'
import { SignedDocuments } from './signed-documents.tsx'
import './signature-requests.css'
import './signature-page.css'

type Known = CommandResult<'signatures.get'>

/** Signature page: signer, next step, timeline, and the document once signed. */
export function SignaturePage({ view, resource }: ResourcePageProps) {
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
      {known && <Next known={known} onRemind={() => client.open()} />}
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

/** Signer: the name, as in Firmas, and the rest on request. */
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
