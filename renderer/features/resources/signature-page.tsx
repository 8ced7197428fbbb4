import { useState } from 'react'
import { kindText, resourceWords as text } from '#shared/text/app-resources.ts'
import { Button } from '../../design/button.tsx'
import { useNow } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import type { Body } from './body-reading.ts'
import { DocumentList } from './document-list.tsx'
import { documentsIn } from './documents.ts'
import { FactList } from './fact-list.tsx'
import { signatureFacts, signatureType, signerFacts } from './facts.ts'
import { ResourceFrame } from './resource-frame.tsx'
import type { ResourcePageProps } from './use-resource.ts'

/** A signature: who it waits for, what has happened and its data. */
export function SignaturePage({ view, resource }: ResourcePageProps) {
  const { body, id } = view
  const now = useNow(60_000)
  return (
    <ResourceFrame
      kind="signature"
      view={view}
      resource={resource}
      title={signatureType(body) || kindText.signature.one}
      rail={
        <>
          <Section title={text.data}>
            <FactList facts={signatureFacts(body)} id={id} />
          </Section>
          <Signer key={id} body={body} />
        </>
      }
    >
      <DocumentList
        title={text.toSign}
        documents={documentsIn(body, 'documents')}
        none={text.noneSent}
        now={now}
      />
    </ResourceFrame>
  )
}

/** Screens face the counter: who signs is seen only by whoever asks to. */
function Signer({ body }: { body: Body }) {
  const [shown, setShown] = useState(false)
  const facts = signerFacts(body)
  if (facts.length === 0) {
    return (
      <Section title={text.signer}>
        <p className="small muted">{text.signerNone}</p>
      </Section>
    )
  }
  return (
    <Section title={text.signer}>
      {shown ? <FactList facts={facts} /> : <p className="small muted">{text.signerHidden}</p>}
      <Button size="low" className="signer__show" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? text.hide : text.show}
      </Button>
    </Section>
  )
}
