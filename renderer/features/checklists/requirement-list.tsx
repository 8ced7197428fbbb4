import { ChevronDown, ChevronUp, ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { Result } from '#shared/bridge/result.ts'
import type { ChecklistForm } from '#shared/domain/procedures/checklists.ts'
import { toldChoices } from '#shared/domain/procedures/checklists.ts'
import type { OwnedDocument } from '#shared/domain/procedures/document-party.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { type Requirement, requirementsOf } from '#shared/domain/procedures/requirements.ts'
import {
  caseSituationsText,
  choiceLabel,
  checklistsText,
  originWords,
  partyLabel,
  signerWords,
} from '#shared/text/checklists.ts'
import { checklistText } from '#shared/text/documents.ts'
import { requirementLabel } from '#shared/text/fields.ts'
import { listed } from '#shared/text/grammar.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import { Section } from '../../app/page.tsx'
import { SituationsDialog } from './situations-dialog.tsx'
import { useChecklists } from './use-checklists.ts'
import './checklists.css'

interface RequirementListProps {
  kind: DraftKind
  form: ChecklistForm
  documents: readonly OwnedDocument[]
  /** Saves the situations that the user chose; absent if they can no longer be changed. */
  onSituations?: ((situations: string[]) => Promise<Result<unknown>>) | undefined
}

/**
 * Checklist of a case, and whether each requirement is met. The requirements are advice: they block nothing. In a
 * narrow window the list folds to one line.
 */
export function RequirementList({ kind, form, documents, onSituations }: RequirementListProps) {
  const { lists, error } = useChecklists()
  const requirements = requirementsOf(kind, form, documents, lists)
  const met = requirements.filter((requirement) => requirement.met).length
  const [isOpen, setOpen] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const told = toldChoices(kind, form.fields, documents)
  const situations = [...new Set([...told, ...(form.situations ?? [])])]
  return (
    <div className="checklist" data-open={isOpen}>
      <Section
        title={checklistText.title}
        aside={checklistText.met(met, requirements.length)}
        actions={
          <Button
            size="low"
            tone="plain"
            className="checklist__fold"
            aria-expanded={isOpen}
            aria-label={checklistText.title}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of={isOpen ? ChevronUp : ChevronDown} />
          </Button>
        }
      >
        <div className="checklist__case">
          <p className="small second">
            {situations.length === 0
              ? caseSituationsText.none
              : listed(situations.map((choice) => choiceLabel(choice, kind)))}
          </p>
          {onSituations && (
            <Button size="low" icon={ListChecks} onClick={() => setChoosing(true)}>
              {caseSituationsText.choose}
            </Button>
          )}
        </div>
        {error && <p className="small second">{checklistsText.failedBuiltIn}</p>}
        <ul className="requirements">
          {requirements.map((requirement) => (
            <RequirementItem key={requirement.id} kind={kind} requirement={requirement} />
          ))}
        </ul>
        {requirements.some(({ isUnsure }) => isUnsure) && (
          <p className="small second requirements__note">{checklistText.unsureNote}</p>
        )}
        <p className="small second requirements__note">
          {met === requirements.length ? checklistText.complete : checklistText.note}
        </p>
      </Section>
      {isChoosing && onSituations && (
        <SituationsDialog
          kind={kind}
          told={told}
          chosen={form.situations ?? []}
          lists={lists}
          onSave={onSituations}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

function RequirementItem({ kind, requirement }: { kind: DraftKind; requirement: Requirement }) {
  const { name, met, isUnsure, party, signer } = requirement
  const label = requirementLabel(name, kind)
  // Most labels name the party already.
  const isNamed = label.toLowerCase().includes(partyLabel(party, kind).toLowerCase())
  const words = [!isNamed && originWords(party, kind), signerWords(signer, kind)].filter(Boolean).join(' · ')
  return (
    <li>
      <Sign kind={met ? 'ok' : isUnsure ? 'unknown' : 'none'} />
      <span>
        {label}
        <span className="muted">
          {' '}
          · {met ? checklistText.have : isUnsure ? checklistText.unsure : checklistText.missing}
        </span>
        {words !== '' && <span className="requirements__origin tiny muted">{words}</span>}
      </span>
    </li>
  )
}
