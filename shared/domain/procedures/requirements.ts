import { compactIdentifier } from '../normalize-text.ts'
import { cleanTaxId, isCompany } from '../tax-id.ts'
import type { InputDocumentType } from '../vocabulary.ts'
import { wordsOfFileName } from './document-type.ts'
import type { DraftFields } from './fields.ts'
import { type DraftKind, type Party, PROCEDURE_KINDS } from './kinds.ts'

/**
 * Documents that are usually sent. The list advises and never blocks. A missing document comes back as an incident.
 */
export const REQUIREMENTS = [
  'seller-identity',
  'buyer-identity',
  'agreement',
  'registration-cert',
  'technical-sheet',
  'mandate',
  'power-of-attorney',
] as const
export type RequirementId = (typeof REQUIREMENTS)[number]

export interface Requirement {
  id: RequirementId
  /** Types that meet the requirement. */
  types: readonly InputDocumentType[]
  met: boolean
  /** True if the requirement is not met, but unassigned documents exist that may meet it. */
  isUnsure: boolean
}

/** Document for the checklist. Its file name may tell the owner. */
export interface RequirementDocument {
  type: string
  name?: string
}

/** Fields that identify the parties. */
export type RequirementFields = Pick<DraftFields, 'sellerTaxId' | 'buyerTaxId'> &
  Partial<Pick<DraftFields, 'sellerName' | 'buyerName'>>

const IDENTITY = ['national_id', 'foreigner_id', 'passport', 'tax_id'] as const
// prettier-ignore
const TYPES: Readonly<Record<RequirementId, readonly InputDocumentType[]>> = {
  'seller-identity': [...IDENTITY, 'inheritance_deed'],
  'buyer-identity': IDENTITY,
  agreement: ['sales_agreement', 'invoice', 'inheritance_deed', 'leasing_renting_contract'],
  'registration-cert': ['veh_registration_cert', 'lost_documents_declaration'],
  'technical-sheet': ['technical_sheet', 'lost_documents_declaration'],
  mandate: ['representation_auth'],
  'power-of-attorney': ['power_of_attorney'],
}

/** Documents that are usually sent with a kind, whatever its parties. */
export const usualRequirements = (kind: DraftKind): readonly RequirementId[] =>
  PROCEDURE_KINDS[kind].requirements

/** Documents that a template of a kind may ask for. */
export const possibleRequirements = (kind: DraftKind): readonly RequirementId[] => [
  ...usualRequirements(kind),
  'power-of-attorney',
]

/**
 * Checklist of a procedure with its documents.
 * An identity document belongs to the person that its name tells. Two indistinguishable ones are the two sides of one
 * card, and meet one requirement.
 * @param expected documents that the template asks for, instead of the usual ones
 */
export function requirementsOf(
  kind: DraftKind,
  fields: RequirementFields,
  documents: readonly RequirementDocument[],
  expected: readonly RequirementId[] = [],
): readonly Requirement[] {
  const hasCompany = PROCEDURE_KINDS[kind].parties.some((party) => isCompany(fields[`${party}TaxId`]))
  const usual = hasCompany ? possibleRequirements(kind) : usualRequirements(kind)
  const ids = expected.length > 0 ? expected : usual
  const has = (type: string) => documents.some((document) => document.type === type)
  const identities = identitiesOf(ids, fields, documents)
  return ids.map((id) => {
    const types = TYPES[id]
    const party = partyOf(id)
    if (party === null) return { id, types, met: types.some(has), isUnsure: false }
    const met = identities.met.has(party)
    return { id, types, met, isUnsure: !met && identities.isAnySpare }
  })
}

const partyOf = (id: RequirementId): Party | null =>
  id === 'seller-identity' ? 'seller' : id === 'buyer-identity' ? 'buyer' : null

/** Cards of one person. A foreigner has a passport and a residence card. */
const FAMILIES: readonly (readonly string[])[] = [['national_id'], ['foreigner_id', 'passport'], ['tax_id']]

/** Parties with an identity document, and whether unassigned documents exist besides. */
function identitiesOf(
  ids: readonly RequirementId[],
  fields: RequirementFields,
  documents: readonly RequirementDocument[],
): { met: ReadonlySet<Party>; isAnySpare: boolean } {
  const cards = documents
    .filter(({ type }) => (IDENTITY as readonly string[]).includes(type))
    .map((document) => ({ type: document.type, owners: ownersOf(document, fields) }))
  const met = new Set<Party>(cards.flatMap(({ owners }) => owners))
  if (documents.some(({ type }) => type === 'inheritance_deed')) met.add('seller')
  const wanted = ids.map(partyOf).filter((party) => party !== null)
  let spare = 0
  for (const family of FAMILIES) {
    const ofFamily = cards.filter(({ type }) => family.includes(type))
    const unknown = ofFamily.filter(({ owners }) => owners.length === 0).length
    if (unknown === 0) continue
    // A second card of the same type may be the other side of the first.
    const party = ofFamily.length === unknown ? wanted.find((one) => !met.has(one)) : undefined
    if (party !== undefined) met.add(party)
    spare += party === undefined ? unknown : unknown - 1
  }
  return { met, isAnySpare: spare > 0 }
}

/** Words of a file name that tell a role. */
const ROLES: Readonly<Record<Party, RegExp>> = {
  seller: /^(?:vended|venedor|vdor|transmit|transmet|cedente)|^seller$/,
  buyer: /^(?:comprad|cprador|adquir|buyer)/,
}
/** Shorter words of a name are particles: «de», «la». */
const LEAST_NAME = 3
const LEAST_ID = 5

/** Owners of an identity document, by its name or the parties. One file may have the cards of both. */
function ownersOf({ type, name = '' }: RequirementDocument, fields: RequirementFields): readonly Party[] {
  const words = wordsOfFileName(name)
  const compact = compactIdentifier(words.join('')).toUpperCase()
  const { sellerTaxId, buyerTaxId, sellerName = '', buyerName = '' } = fields
  const says = (party: Party, taxId: string, ownName: string, otherName: string): boolean => {
    if (words.some((word) => ROLES[party].test(word))) return true
    const id = cleanTaxId(taxId)
    if (id.length >= LEAST_ID && compact.includes(id)) return true
    const others = new Set(wordsOfFileName(otherName))
    return wordsOfFileName(ownName).some(
      (word) => word.length >= LEAST_NAME && !others.has(word) && words.includes(word),
    )
  }
  const isSeller = says('seller', sellerTaxId, sellerName, buyerName)
  const isBuyer = says('buyer', buyerTaxId, buyerName, sellerName)
  if (isSeller || isBuyer)
    return [...(isSeller ? (['seller'] as const) : []), ...(isBuyer ? (['buyer'] as const) : [])]
  if (type !== 'tax_id' || isCompany(sellerTaxId) === isCompany(buyerTaxId)) return []
  return [isCompany(sellerTaxId) ? 'seller' : 'buyer']
}
