import { classifyPlate } from '../plates/classify.ts'
import { taxIdKind } from '../tax-id.ts'
import { OTHER_TYPES } from './document-type.ts'
import { type DraftKind, DRAFT_KINDS, type Party, PROCEDURE_KINDS } from './kinds.ts'

/**
 * Checklists by case: the documents of each procedure, in the usual case and in each situation.
 *
 * The lists of the program follow the Reglamento General de Vehículos (RD 2822/1998). Annex XIII.A has the documents
 * of a registration: identity of a person, a foreigner and a company (3), representation of a minor (1),
 * characteristics of a moped (4), and an import (4, 6 to 9). Annex XIV has those of a transfer: ordinary (I.1), end of
 * a lease (I.3, IV.4) and inheritance (II.B). All owners of one vehicle sign together (Código Civil, article 397). An
 * office changes the lists as data.
 */

/** Whose a document is. `none`: of nobody, such as the document of a vehicle. */
export const DOCUMENT_PARTIES = ['seller', 'buyer', 'representative', 'none'] as const
export type DocumentParty = (typeof DOCUMENT_PARTIES)[number]

/** Who signs a document. `owners`: all owners of the vehicle. */
export const SIGNERS = ['none', 'seller', 'buyer', 'both', 'representative', 'owners'] as const
export type Signer = (typeof SIGNERS)[number]

/** One document of a checklist. */
export interface ChecklistItem {
  /** Name of the document in the data, the same in all lists of a procedure type. */
  id: string
  /** Name that the office gave, or code of a name of the program. Empty: the name of the program for the id. */
  name: string
  /** Types that meet it. Without any, a document whose type is the name meets it. */
  types: readonly string[]
  party: DocumentParty
  signer: Signer
}

/** `person`: the usual case. Each other list adds its documents, and replaces those with the same id. */
export const SITUATIONS = [
  'person',
  'company',
  'foreigner',
  'minor',
  'several-owners',
  'inheritance',
  'leasing-end',
  'import',
  'moped',
] as const
export type Situation = (typeof SITUATIONS)[number]

/** Situations of one party. A choice of them names it: `minor:buyer`. */
const PERSONAL: readonly Situation[] = ['company', 'foreigner', 'minor', 'several-owners']

type KindChecklists = Readonly<Record<Situation, readonly ChecklistItem[]>>
/** Lists of every procedure type: those of the office, and of the program where the office has none. */
export type Checklists = Readonly<Record<DraftKind, KindChecklists>>

const IDENTITY = ['national_id', 'foreigner_id', 'passport'] as const

const item = (
  id: string,
  party: DocumentParty,
  types: readonly string[],
  signer: Signer = 'none',
  name = '',
): ChecklistItem => ({ id, name, types, party, signer })

const agreement = item(
  'agreement',
  'none',
  ['sales_agreement', 'invoice', 'inheritance_deed', 'leasing_renting_contract'],
  'both',
)
const registrationCert = item('registration-cert', 'seller', [
  'veh_registration_cert',
  'lost_documents_declaration',
])
const technicalSheet = item('technical-sheet', 'none', ['technical_sheet', 'lost_documents_declaration'])
const mandate = (signer: Signer) => item('mandate', 'none', ['representation_auth'], signer)
const identity = (party: Party) =>
  item(`${party}-identity`, party, [
    ...IDENTITY,
    'tax_id',
    ...(party === 'seller' ? ['inheritance_deed'] : []),
  ])
const representative = item('representative-identity', 'representative', IDENTITY)

/** Lists of the situations of one party, of each party of a kind. */
const ofParties = (parties: readonly Party[]) => ({
  company: [
    ...parties.map((party) => item(`${party}-identity`, party, ['tax_id'])),
    representative,
    item('power-of-attorney', 'representative', ['power_of_attorney']),
  ],
  foreigner: parties.flatMap((party) => [
    item(`${party}-identity`, party, ['foreigner_id']),
    item(`${party}-passport`, party, ['passport']),
  ]),
  minor: [
    ...parties.map((party) => item(`${party}-identity`, party, [...IDENTITY, OTHER_TYPES.familyBook])),
    representative,
    item('guardianship', 'representative', [OTHER_TYPES.familyBook]),
    mandate('representative'),
  ],
  'several-owners': [
    ...parties.map((party) => item(`${party}-co-owners`, party, [OTHER_TYPES.coOwner])),
    mandate('owners'),
  ],
})

const MOPED = [
  item('technical-sheet', 'none', ['technical_sheet', 'lost_documents_declaration'], 'none', 'moped-sheet'),
]
const NONE = { inheritance: [], 'leasing-end': [], import: [], moped: [] } as const

/** Lists of the program. */
export const BUILT_IN_CHECKLISTS: Checklists = {
  registration: {
    ...NONE,
    ...ofParties(['buyer']),
    person: [identity('buyer'), { ...agreement, signer: 'buyer' }, technicalSheet, mandate('buyer')],
    import: [
      item('foreign-registration', 'buyer', [OTHER_TYPES.foreignRegistration, 'veh_registration_cert']),
      item('import-vat', 'buyer', [OTHER_TYPES.importVat]),
      item('iedmt', 'buyer', ['es_576_doc', 'es_iedmt_payment_proof', 'es_06_doc', 'es_05_doc'], 'buyer'),
    ],
    moped: MOPED,
  },
  transfer: {
    ...NONE,
    ...ofParties(['seller', 'buyer']),
    person: [
      identity('seller'),
      identity('buyer'),
      agreement,
      registrationCert,
      technicalSheet,
      mandate('both'),
    ],
    inheritance: [
      item('seller-identity', 'seller', [OTHER_TYPES.deathCertificate], 'none', 'death-certificate'),
      item('agreement', 'buyer', ['inheritance_deed'], 'none', 'inheritance-deed'),
      item('inheritance-tax', 'buyer', [OTHER_TYPES.inheritanceTax]),
      mandate('buyer'),
    ],
    'leasing-end': [item('lease-cancellation', 'seller', [OTHER_TYPES.leaseCancellation], 'seller')],
    moped: MOPED,
  },
  notification: {
    ...NONE,
    ...ofParties(['seller']),
    person: [identity('seller'), agreement, mandate('seller')],
  },
}

/** Situations with a list of the program in a procedure type. The office may fill the others too. */
const situationsOf = (kind: DraftKind, lists: Checklists): readonly Situation[] =>
  SITUATIONS.filter((situation) => situation !== 'person' && lists[kind][situation].length > 0)

/** Choices of a procedure type, as a draft stores them: of each party, or of the operation. */
export const situationChoices = (kind: DraftKind, lists: Checklists): readonly string[] =>
  situationsOf(kind, lists).flatMap((situation) =>
    PERSONAL.includes(situation)
      ? PROCEDURE_KINDS[kind].parties.map((party) => `${situation}:${party}`)
      : [situation],
  )

/** Situation and party of a choice. `null` for one that this version does not know. */
export function readChoice(choice: string): { situation: Situation; party: Party | null } | null {
  const [name, of] = choice.split(':')
  const situation = SITUATIONS.find((one) => one === name)
  if (situation === undefined || PERSONAL.includes(situation) === (of === undefined)) return null
  const party = of === 'seller' || of === 'buyer' ? of : null
  return of !== undefined && party === null ? null : { situation, party }
}

/** Data that tell a situation. */
export interface ChecklistFields {
  sellerTaxId: string
  buyerTaxId: string
  sellerName?: string
  buyerName?: string
  /** Plate. */
  vrm?: string
}

/**
 * Situations that the data tell: a company, a foreigner or a minor under 14 by the tax id, a moped by the plate. A
 * vehicle that is registered and already has a registration certificate is an import.
 */
export function toldChoices(
  kind: DraftKind,
  fields: ChecklistFields,
  documents: readonly { type: string }[],
): readonly string[] {
  const isImport =
    kind === 'registration' &&
    documents.some(({ type }) => type === 'veh_registration_cert' || type === OTHER_TYPES.foreignRegistration)
  return [
    ...PROCEDURE_KINDS[kind].parties.flatMap((party) => {
      const situation = personalSituation(fields[`${party}TaxId`])
      return situation === null ? [] : [`${situation}:${party}`]
    }),
    ...(isImport ? ['import'] : []),
    ...(classifyPlate(fields.vrm ?? '')?.series === 'moped' ? ['moped'] : []),
  ]
}

/** Situation that a tax id tells. Spaniards under 14 without a DNI have a K number, foreigners without a NIE an M. */
function personalSituation(taxId: string): Situation | null {
  const kind = taxIdKind(taxId)
  if (kind === 'entity') return 'company'
  if (kind === 'nie' || kind === 'M') return 'foreigner'
  return kind === 'K' ? 'minor' : null
}

/** Data of a draft or a procedure that decide its checklist. */
export interface ChecklistForm {
  fields: ChecklistFields
  /** Situations that the user chose. Those that this version does not know count for nothing here. */
  situations?: readonly string[] | undefined
  /** Ids of the documents that its template asks for, instead of the usual ones. */
  expected?: readonly string[] | undefined
}

/** Documents of all lists of a procedure type, each id once. */
export const allItems = (kind: DraftKind, lists: Checklists): readonly ChecklistItem[] => {
  const found = new Map<string, ChecklistItem>()
  for (const situation of SITUATIONS)
    for (const one of lists[kind][situation]) if (!found.has(one.id)) found.set(one.id, one)
  return [...found.values()]
}

/**
 * Checklist of one case. A template's own documents replace the usual ones. The situations that the data tell then
 * only change them, and the chosen situations add theirs.
 */
export function checklistOf(
  kind: DraftKind,
  { fields, situations = [], expected = [] }: ChecklistForm,
  documents: readonly { type: string }[],
  lists: Checklists,
): readonly ChecklistItem[] {
  const all = expected.length > 0 ? allItems(kind, lists) : []
  const base =
    expected.length > 0
      ? expected.flatMap((id) => all.find((one) => one.id === id) ?? [])
      : lists[kind].person
  const items = new Map(base.map((one) => [one.id, one]))
  const told = toldChoices(kind, fields, documents)
  for (const choice of [...told, ...situations]) {
    const read = readChoice(choice)
    if (read === null) continue
    const mayAdd = expected.length === 0 || situations.includes(choice)
    for (const one of lists[kind][read.situation]) {
      const isOther = read.party !== null && isParty(one.party) && one.party !== read.party
      if (!isOther && (mayAdd || items.has(one.id))) items.set(one.id, one)
    }
  }
  return [...items.values()]
}

const isParty = (party: DocumentParty): party is Party => party === 'seller' || party === 'buyer'

/** Name of the list of a procedure type and a situation, as the office stores it. */
export const checklistKey = (kind: string, situation: string): string => `${kind} ${situation}`

/** Lists of an office by `checklistKey`, over those of the program. */
export const mergeChecklists = (own: Readonly<Record<string, readonly ChecklistItem[]>>): Checklists =>
  Object.fromEntries(
    DRAFT_KINDS.map((kind) => [
      kind,
      Object.fromEntries(
        SITUATIONS.map((situation) => [
          situation,
          own[checklistKey(kind, situation)] ?? BUILT_IN_CHECKLISTS[kind][situation],
        ]),
      ),
    ]),
  ) as unknown as Checklists
