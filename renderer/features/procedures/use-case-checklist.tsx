import type { Annotations } from '#shared/bridge/cases.ts'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { checklistOf } from '#shared/domain/procedures/checklists.ts'
import type { OwnedDocument } from '#shared/domain/procedures/document-party.ts'
import type { DraftKind } from '#shared/domain/procedures/kinds.ts'
import { needsOwner, requirementsOf } from '#shared/domain/procedures/requirements.ts'
import { PartySelect, RequirementList, useChecklists } from '../checklists/feature.ts'
import type { CaseAnnotations } from './label-row.tsx'
import { checklistForm, givenDocuments } from './procedure-facts.ts'
import type { ServiceDocuments } from './use-service-documents.ts'

interface CaseChecklistDeps {
  /** `null` for an unknown type, which has no checklist. */
  kind: DraftKind | null
  annotations: Annotations | undefined
  vrm: string | undefined
  documents: readonly ServiceDocument[]
}

/** Checklist of a procedure of the service, with the documents of the client there. */
export function useCaseChecklist({ kind, annotations, vrm, documents }: CaseChecklistDeps) {
  const { lists } = useChecklists()
  const form = checklistForm(annotations, vrm)
  const given = givenDocuments(documents)
  const requirements = (staged: readonly OwnedDocument[] = []) =>
    kind === null ? [] : requirementsOf(kind, form, [...given, ...staged], lists)
  const items = kind === null ? [] : checklistOf(kind, form, given, lists)
  return {
    requirements,
    /** Types that would meet each requirement that is not met, given documents about to be attached. */
    missing: (staged: readonly OwnedDocument[]) =>
      requirements(staged).flatMap(({ met, types }) => (met ? [] : [types])),
    section: (setSituations: CaseAnnotations['setSituations']) =>
      kind !== null && (
        <RequirementList kind={kind} form={form} documents={given} onSituations={setSituations} />
      ),
    /** Choice of the party of a document; absent for an unknown type. */
    partyOf:
      kind === null
        ? undefined
        : (setParty: ServiceDocuments['setParty']) =>
            ({ documentId, type, name, sentName, party }: ServiceDocument) =>
              (party !== undefined || needsOwner(items, type)) && (
                <PartySelect
                  document={{ type, name: sentName ?? '', party }}
                  name={[name, sentName].filter(Boolean).join(' · ')}
                  kind={kind}
                  fields={form.fields}
                  onChange={(next) => setParty(documentId, next)}
                />
              ),
  }
}
