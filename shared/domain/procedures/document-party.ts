import { compactIdentifier, foldText } from '../normalize-text.ts'
import { wordsOf } from '../search-text.ts'
import { cleanTaxId, isCompany } from '../tax-id.ts'
import type { ChecklistFields, DocumentParty } from './checklists.ts'
import { OTHER_TYPES, wordsOfFileName } from './document-type.ts'
import type { Party } from './kinds.ts'

/** Party that a document belongs to. */
export type Owner = Exclude<DocumentParty, 'none'>

/** Document of a checklist. Its file name may tell its owner. */
export interface OwnedDocument {
  type: string
  name?: string
  /** Party that the user chose, or that the content told. Empty or absent: unknown. */
  party?: string | undefined
}

/** Types of documents about a person. Their names tell whose they are. Other documents are about a vehicle or a sale. */
const PERSONAL_TYPES: ReadonlySet<string> = new Set(
  [
    'national_id',
    'foreigner_id',
    'passport',
    'tax_id',
    'residence_registration_cert',
    OTHER_TYPES.familyBook,
    OTHER_TYPES.coOwner,
  ].map(documentTypeKey),
)
export const isPersonal = (type: string): boolean => PERSONAL_TYPES.has(documentTypeKey(type))

/** Comparable form of a type: one that the user wrote may lack accents. */
export function documentTypeKey(type: string): string {
  return foldText(type).trim()
}

/** Types that only a person has. */
const PERSON_CARDS: ReadonlySet<string> = new Set(['national_id', 'foreigner_id', 'passport'])

/** Words of a file name that tell a role. */
const ROLES: Readonly<Record<Owner, RegExp>> = {
  seller: /^(?:vended|venedor|vdor|transmit|transmet|cedente)|^seller$/,
  buyer: /^(?:comprad|cprador|adquir|buyer)/,
  representative: /^(?:apoderad|representante|administrador|tutor(?:a|es)?$)/,
}
/** Shorter words of a name are particles: «de», «la». */
const LEAST_NAME = 3
const LEAST_ID = 5

/**
 * Owners of a document: the chosen one, or those that its name, the tax ids and the names of the parties tell. One
 * file may have the cards of both parties. Empty if unknown.
 */
export function ownersOf(
  { type, name = '', party = '' }: OwnedDocument,
  fields: ChecklistFields,
): readonly Owner[] {
  if (party === 'seller' || party === 'buyer' || party === 'representative') return [party]
  if (party !== '' || !isPersonal(type)) return []
  const named = ownersByName(name, fields)
  // A company has no card of a person: the card that its name is on is of its representative.
  const owners = named.map((owner) =>
    PERSON_CARDS.has(type) && owner !== 'representative' && isCompany(fields[`${owner}TaxId`])
      ? 'representative'
      : owner,
  )
  if (owners.length > 0) return [...new Set(owners)]
  const { sellerTaxId, buyerTaxId } = fields
  if (type !== 'tax_id' || isCompany(sellerTaxId) === isCompany(buyerTaxId)) return []
  return [isCompany(sellerTaxId) ? 'seller' : 'buyer']
}

function ownersByName(name: string, fields: ChecklistFields): readonly Owner[] {
  const words = wordsOfFileName(name)
  const compact = compactIdentifier(words.join('')).toUpperCase()
  const isRole = (owner: Owner) => words.some((word) => ROLES[owner].test(word))
  // The card of a representative often says of whom: «DNI apoderado vendedor».
  if (isRole('representative')) return ['representative']
  const isOf = (party: Party): boolean => {
    if (isRole(party)) return true
    const id = cleanTaxId(fields[`${party}TaxId`])
    if (id.length >= LEAST_ID && compact.includes(id)) return true
    return ownWords(party, fields).some((word) => words.includes(word))
  }
  return (['seller', 'buyer'] as const).filter(isOf)
}

/** Words of the name of a party that the other party does not have. */
function ownWords(party: Party, { sellerName = '', buyerName = '' }: ChecklistFields): string[] {
  const [own, other] = party === 'seller' ? [sellerName, buyerName] : [buyerName, sellerName]
  const others = new Set(wordsOfFileName(other))
  return wordsOfFileName(own).filter((word) => word.length >= LEAST_NAME && !others.has(word))
}

/**
 * Party that the text of a document about a person tells, by the tax id or the whole name of exactly one party. Empty
 * if it tells none. Contracts name both parties, so only a document about one person is asked.
 */
export function recogniseParty(type: string, text: string, fields: ChecklistFields): Party | '' {
  if (!isPersonal(type)) return ''
  const words = new Set(wordsOf(text))
  const compact = compactIdentifier(text).toUpperCase()
  const isIn = (party: Party): boolean => {
    const id = cleanTaxId(fields[`${party}TaxId`])
    if (id.length >= LEAST_ID && compact.includes(id)) return true
    const name = wordsOfFileName(fields[`${party}Name`] ?? '').filter((word) => word.length >= LEAST_NAME)
    return name.length > 1 && name.every((word) => words.has(word)) && ownWords(party, fields).length > 0
  }
  const found = (['seller', 'buyer'] as const).filter(isIn)
  return found.length === 1 && found[0] !== undefined ? found[0] : ''
}
