import type { ChecklistFields } from '#shared/domain/procedures/checklists.ts'
import { isPersonal, type OwnedDocument, ownersOf } from '#shared/domain/procedures/document-party.ts'
import { type DraftKind, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { documentPartyText as text, partyLabel } from '#shared/text/checklists.ts'
import { type Change, useChosen } from '../../design/choices.tsx'
import './checklists.css'

export type ChosenParty = 'seller' | 'buyer' | 'representative' | 'none' | ''

interface PartySelectProps {
  document: OwnedDocument
  /** Name of the document, for screen readers. */
  name: string
  kind: DraftKind
  fields: ChecklistFields
  onChange: Change<ChosenParty>
}

/** Party that a document belongs to: the one that the user chose, or that its name or content tell. */
export function PartySelect({ document, name, kind, fields, onChange }: PartySelectProps) {
  const { type } = document
  // The choice shows at once: a key that is typed before the core answers goes on from it.
  const [party, choose] = useChosen((document.party ?? '') as ChosenParty, onChange)
  const told = ownersOf({ ...document, party: '' }, fields).map((owner) => partyLabel(owner, kind))
  const options: readonly ChosenParty[] = [
    ...PROCEDURE_KINDS[kind].parties,
    'representative',
    // Only a document about a person can be of somebody else.
    ...(isPersonal(type) || party === 'none' ? (['none'] as const) : []),
  ]
  const unassigned = told.length > 0 ? text.told(told) : isPersonal(type) ? text.unknown : text.ofCase
  return (
    <select
      className="party-select"
      aria-label={text.label(name)}
      title={text.help}
      value={party}
      onChange={(event) => choose(event.target.value as ChosenParty)}
    >
      <option value="">{unassigned}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option === 'none' ? text.ofOther : partyLabel(option as 'seller', kind)}
        </option>
      ))}
      {/* A party that a later version wrote. */}
      {party !== '' && !options.includes(party) && <option value={party}>{party}</option>}
    </select>
  )
}
