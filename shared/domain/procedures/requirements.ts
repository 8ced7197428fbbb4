import {
  type ChecklistFields,
  type ChecklistForm,
  type Checklists,
  type DocumentParty,
  type Paper,
  papersOf,
  type Signer,
} from './checklists.ts'
import { documentTypeKey, isPersonal, type OwnedDocument, type Owner, ownersOf } from './document-party.ts'
import type { DraftKind } from './kinds.ts'

/** Requirement of a case. The list advises and never blocks. A missing document comes back as an incident. */
export interface Requirement {
  id: string
  /** Code or text of its name, for `requirementLabel` (shared/text/fields.ts). */
  name: string
  /** Types that meet the requirement. */
  types: readonly string[]
  /** Party that the document comes from and belongs to, and who signs it. */
  party: DocumentParty
  signer: Signer
  met: boolean
  /** True if the requirement is not met, but unassigned documents exist that may meet it. */
  isUnsure: boolean
}

/**
 * Checklist of a case with its documents. The wizard, the page of the procedure, its cover sheet, the checks before
 * sending and the boards all read it.
 * A document meets only requirements of its own party. Two indistinguishable cards are the two sides of one card.
 * @param form a draft, or the data of a procedure
 * @param lists lists of the office (`checklists.list`)
 */
export function requirementsOf(
  kind: DraftKind,
  form: ChecklistForm,
  documents: readonly OwnedDocument[],
  lists: Checklists,
): readonly Requirement[] {
  const papers = papersOf(kind, form, documents, lists)
  const { held, spare } = assignDocuments(papers, form.fields, documents)
  return papers.map((paper) => {
    const met = held.some(
      ({ type, owners }) => accepts(paper, type) && isOwnedBy(paper.party, owners, needsOwner(papers, type)),
    )
    return {
      id: paper.id,
      name: paper.name || paper.id,
      types: paper.types.length > 0 ? paper.types : [paper.name],
      party: paper.party,
      signer: paper.signer,
      met,
      isUnsure: !met && spare.some(({ type }) => accepts(paper, type)),
    }
  })
}

/** True if a document of a type may meet the requirement. */
const accepts = ({ types, name }: Pick<Paper, 'types' | 'name'>, type: string): boolean =>
  (types.length > 0 ? types : [name]).some((one) => documentTypeKey(one) === documentTypeKey(type))

/** True for a document about a person, and for one that the list asks of several parties. */
export const needsOwner = (papers: readonly Paper[], type: string): boolean =>
  isPersonal(type) ||
  new Set(papers.flatMap((paper) => (paper.party !== 'none' && accepts(paper, type) ? paper.party : [])))
    .size > 1

const isOwnedBy = (party: DocumentParty, owners: readonly Owner[], isOwnerNeeded: boolean): boolean =>
  party === 'none' || owners.includes(party) || (owners.length === 0 && !isOwnerNeeded)

/** Cards of one person. A foreigner has a passport and a residence card. */
const FAMILIES: readonly (readonly string[])[] = [['national_id'], ['foreigner_id', 'passport'], ['tax_id']]
const familyOf = (type: string): string =>
  FAMILIES.find((family) => family.includes(type))?.[0] ?? documentTypeKey(type)

interface HeldDocument {
  type: string
  owners: readonly Owner[]
}

/**
 * Documents with their owners. Documents of one family whose owner nothing tells are of one party: the first one that
 * lacks them. `spare`: documents without an owner that may be of another party.
 */
function assignDocuments(
  papers: readonly Paper[],
  fields: ChecklistFields,
  documents: readonly OwnedDocument[],
): { held: readonly HeldDocument[]; spare: readonly HeldDocument[] } {
  const known = documents.map((document) => ({
    type: document.type,
    owners: ownersOf(document, fields),
    isOpen: (document.party ?? '') === '',
  }))
  const held: HeldDocument[] = known.filter(({ owners, isOpen }) => owners.length > 0 || !isOpen)
  const spare: HeldDocument[] = []
  const families = Map.groupBy(known, ({ type }) => familyOf(type))
  const inOrder = [...families].toSorted(([a], [b]) => familyRank(a) - familyRank(b))
  for (const [, family] of inOrder) {
    const open = family.filter(({ owners, isOpen }) => owners.length === 0 && isOpen)
    // A second card of the same type may be the other side of the first.
    const party = open.length === family.length ? findLacking(papers, held, open) : undefined
    if (party === undefined) {
      held.push(...open.filter(({ type }) => !needsOwner(papers, type)))
      spare.push(...open)
    } else {
      held.push(...open.map(({ type }) => ({ type, owners: [party] })))
      spare.push(...open.slice(1))
    }
  }
  return { held, spare }
}

/** Other documents come before the cards: an inheritance deed stands for the seller's card. */
const familyRank = (family: string): number => FAMILIES.findIndex(([first]) => first === family)

/** First party with a requirement that the documents would meet, and that nothing meets yet. */
function findLacking(
  papers: readonly Paper[],
  held: readonly HeldDocument[],
  documents: readonly { type: string }[],
): Owner | undefined {
  for (const paper of papers) {
    const { party } = paper
    if (party === 'none' || !documents.some(({ type }) => accepts(paper, type))) continue
    const isMet = held.some(({ type, owners }) => accepts(paper, type) && owners.includes(party))
    if (!isMet) return party
  }
  return undefined
}
