import { isCompany } from '../tax-id.ts'
import type { InputDocumentType } from '../vocabulary.ts'
import type { DraftKind, DraftFields } from './fields.ts'

/** Documents usually sent. The list advises and never blocks: a missing one comes back as an incident. */
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
  /** Any of these is enough. */
  types: readonly InputDocumentType[]
  met: boolean
}

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

const USUAL: Readonly<Record<DraftKind, readonly RequirementId[]>> = {
  registration: ['buyer-identity', 'agreement', 'technical-sheet', 'mandate'],
  transfer: [
    'seller-identity',
    'buyer-identity',
    'agreement',
    'registration-cert',
    'technical-sheet',
    'mandate',
  ],
  notification: ['seller-identity', 'agreement', 'mandate'],
}

/** Documents usually sent with that kind, whatever its parties. */
export const usualRequirements = (kind: DraftKind): readonly RequirementId[] => USUAL[kind]

/** Documents that a template of that kind may ask for. */
export const possibleRequirements = (kind: DraftKind): readonly RequirementId[] => [
  ...USUAL[kind],
  'power-of-attorney',
]

/**
 * Checklist of a procedure, met by its documents or not. Two parties need two identities: one DNI only meets
 * the first.
 * @param expected documents that its template asks for, in the place of the usual ones
 */
export function requirementsOf(
  kind: DraftKind,
  { sellerTaxId, buyerTaxId }: Pick<DraftFields, 'sellerTaxId' | 'buyerTaxId'>,
  documentTypes: readonly string[],
  expected: readonly RequirementId[] = [],
): readonly Requirement[] {
  const companies = [kind === 'registration' ? '' : sellerTaxId, buyerTaxId].some(isCompany)
  const usual: readonly RequirementId[] = companies ? [...USUAL[kind], 'power-of-attorney'] : USUAL[kind]
  const ids = expected.length > 0 ? expected : usual
  let identities = documentTypes.filter((type) => (IDENTITY as readonly string[]).includes(type)).length
  return ids.map((id) => {
    const types = TYPES[id]
    if (id !== 'seller-identity' && id !== 'buyer-identity')
      return { id, types, met: types.some((type) => documentTypes.includes(type)) }
    const inherited = id === 'seller-identity' && documentTypes.includes('inheritance_deed')
    if (inherited) return { id, types, met: true }
    return { id, types, met: identities-- > 0 }
  })
}
