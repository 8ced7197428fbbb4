import {
  type ChecklistFields,
  type ChecklistForm,
  type Checklists,
  type DocumentParty,
  type ChecklistItem,
  checklistOf,
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
  const items = checklistOf(kind, form, documents, lists)
  const { held, spare } = assignDocuments(items, form.fields, documents)
  return items.map((item) => {
    const met = held.some(
      ({ type, owners }) => accepts(item, type) && isOwnedBy(item.party, owners, needsOwner(items, type)),
    )
    return {
      id: item.id,
      name: item.name || item.id,
      types: item.types.length > 0 ? item.types : [item.name],
      party: item.party,
      signer: item.signer,
      met,
      isUnsure: !met && spare.some(({ type }) => accepts(item, type)),
    }
  })
}

/** True if a document of a type may meet the requirement. */
const accepts = ({ types, name }: Pick<ChecklistItem, 'types' | 'name'>, type: string): boolean =>
  (types.length > 0 ? types : [name]).some((one) => documentTypeKey(one) === documentTypeKey(type))

/** True for a document about a person, and for one that the list asks of several parties. */
export const needsOwner = (items: readonly ChecklistItem[], type: string): boolean =>
  isPersonal(type) ||
  new Set(items.flatMap((item) => (item.party !== 'none' && accepts(item, type) ? item.party : []))).size > 1

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
  items: readonly ChecklistItem[],
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
    const party = open.length === family.length ? findLacking(items, held, open) : undefined
    if (party === undefined) {
      held.push(...open.filter(({ type }) => !needsOwner(items, type)))
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
  items: readonly ChecklistItem[],
  held: readonly HeldDocument[],
  documents: readonly { type: string }[],
): Owner | undefined {
  for (const item of items) {
    const { party } = item
    if (party === 'none' || !documents.some(({ type }) => accepts(item, type))) continue
    const isMet = held.some(({ type, owners }) => accepts(item, type) && owners.includes(party))
    if (!isMet) return party
  }
  return undefined
}
