import { signingFileText as text } from '#shared/text/app-signing.ts'
import { Button } from '../../design/button.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import { FileCard } from './file-card.tsx'
import { FilePicker } from './file-picker.tsx'
import { partiesOf } from './parties.ts'
import type { SigningOnScreen } from './use-signing.ts'

/** The procedure that something is signed for, and its parties: one of them is usually who signs. */
export function FilePart({ signing }: { signing: SigningOnScreen }) {
  const { procedureId } = signing.fields
  const put = (id: string) => signing.form.type('procedureId', id)
  return (
    <Section title={text.title}>
      {procedureId === '' ? (
        <FilePicker label={text.search} onPick={put} />
      ) : (
        <div className="stack">
          <FileCard procedureId={procedureId} onRemove={() => put('')} />
          <PartyWays procedureId={procedureId} signing={signing} />
        </div>
      )}
      {procedureId === '' && <p className="small muted">{text.none}</p>}
    </Section>
  )
}

/** Nobody signs yet: whoever is noted there may. */
function PartyWays({ procedureId, signing }: { procedureId: string; signing: SigningOnScreen }) {
  const { data: desk } = useQuery('desk.get', { id: procedureId })
  const parties = desk ? partiesOf(desk.fields) : []
  if (parties.length === 0 || signing.fields.idNumber.trim() !== '') return null
  return (
    <div className="party-ways" role="group" aria-label={text.parties}>
      {parties.map((party) => (
        <Button key={party.who} size="low" onClick={() => signing.fromParty(party)}>
          <span className="clip">{text.use(party.who, party.name || party.taxId)}</span>
        </Button>
      ))}
    </div>
  )
}
