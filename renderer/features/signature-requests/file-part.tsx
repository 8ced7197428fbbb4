import { signatureRequestFileText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import { FileCard } from './file-card.tsx'
import { FilePicker } from './file-picker.tsx'
import { partiesOf } from './parties.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'
import './party-ways.css'

/** Procedure of the request, and its parties: one of them is usually the signer. */
export function FilePart({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const { procedureId } = signatureRequest.fields
  const put = (id: string) => signatureRequest.form.type('procedureId', id)
  return (
    <Section title={text.title}>
      {procedureId === '' ? (
        <FilePicker label={text.search} onPick={put} />
      ) : (
        <div className="stack">
          <FileCard procedureId={procedureId} onRemove={() => put('')} />
          <PartyWays procedureId={procedureId} signatureRequest={signatureRequest} />
        </div>
      )}
      {procedureId === '' && <p className="small muted">{text.none}</p>}
    </Section>
  )
}

/** Offers the parties while the form has no signer. */
function PartyWays({
  procedureId,
  signatureRequest,
}: {
  procedureId: string
  signatureRequest: SignatureRequestOnScreen
}) {
  const { data: annotations } = useQuery('annotations.get', { id: procedureId })
  const parties = annotations ? partiesOf(annotations.fields) : []
  if (parties.length === 0 || signatureRequest.fields.idNumber.trim() !== '') return null
  return (
    <div className="party-ways" role="group" aria-label={text.parties}>
      {parties.map((party) => (
        <Button key={party.who} size="low" onClick={() => signatureRequest.fromParty(party)}>
          <span className="clip">{text.use(party.who, party.name || party.taxId)}</span>
        </Button>
      ))}
    </div>
  )
}
