import type { CaseRow } from '#shared/bridge/cases.ts'
import type { Dealer } from '#shared/bridge/dealers.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { type CasePerson, personKey } from '#shared/domain/parties.ts'
import { joinedWordsOf, typedWordsOf, wordsOf } from '#shared/domain/search-text.ts'

/** Person with the number of cases that name the person. */
type FoundPerson = CasePerson & { cases: number }

/** Something of the office, or a plate, that fits a typed text. */
export type Find =
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean }
  | { kind: 'known'; id: string; row: RecentLookup }
  | { kind: 'person'; id: string; person: FoundPerson }
  | { kind: 'dealer'; id: string; dealer: Dealer }
  | { kind: 'procedure'; id: string; row: CaseRow }
  | { kind: 'signer'; id: string; signer: Contact }

export type TypedPlate = Extract<Find, { kind: 'plate' }>

/** Answers of the searches of the office. */
export interface OfficeFinds {
  known: readonly RecentLookup[]
  procedures: readonly CaseRow[]
  people: readonly FoundPerson[]
  dealers: readonly Dealer[]
  signers: readonly Contact[]
}

export const makePlateFind = (vrm: string, repaired: boolean): TypedPlate => ({
  kind: 'plate',
  id: `plate-${vrm}`,
  vrm,
  repaired,
})

/**
 * Finds of each kind.
 * @param plates the plates of the typed text. A recent lookup of one of them is left out
 */
export function listFinds(
  { known, procedures, people, dealers, signers }: OfficeFinds,
  plates: readonly TypedPlate[] = [],
): Readonly<Record<keyof OfficeFinds, readonly Find[]>> {
  const offered = new Set(plates.map(({ vrm }) => vrm))
  return {
    known: known
      .filter(({ vrm }) => !offered.has(vrm))
      .map((row) => ({ kind: 'known', id: `known-${row.vrm}`, row })),
    procedures: procedures.map((row) => ({ kind: 'procedure', id: `procedure-${row.id}`, row })),
    people: people.map((person) => ({ kind: 'person', id: `person-${personKey(person)}`, person })),
    dealers: dealers.map((dealer) => ({ kind: 'dealer', id: `dealer-${dealer.id}`, dealer })),
    signers: signers.map((signer) => ({ kind: 'signer', id: `signer-${signer.id}`, signer })),
  }
}

/** Texts by which an item, of any kind, is found. */
export interface Ranked {
  /** Names of the item. A case has its plate, its people, its vehicle… */
  names: readonly string[]
  /** Additional words that find the item. */
  also?: readonly string[]
}

/** Texts by which a find is ranked. */
export function wordsOfFind(find: Find): Ranked {
  switch (find.kind) {
    case 'plate':
      return { names: [find.vrm] }
    case 'known':
      return { names: [find.row.vrm] }
    case 'person':
      return { names: [find.person.name, find.person.taxId] }
    case 'dealer':
      return { names: [find.dealer.name] }
    case 'procedure': {
      const { subject, client, sellerName, buyerName, vehicle, invoice = '', labels } = find.row
      const names = [subject.vrm ?? '', subject.vin ?? '', client, sellerName, buyerName, vehicle, invoice]
      return { names: names.filter((name) => name !== ''), also: [...labels, subject.label ?? ''] }
    }
    case 'signer': {
      const { fullname, idNumber, email, phone } = find.signer.fields
      return { names: [fullname, idNumber], also: [email, phone] }
    }
  }
}

/**
 * How well an item matches the typed text, the best first. `typed`: the item is the typed text itself. `whole`: a
 * name is exactly the typed text. `start`: a name begins with it. `words`: each typed word begins a word of the
 * names. `also`: the additional words were needed to match. `inside`: only the search found the item.
 */
export const RANKS = ['typed', 'whole', 'start', 'words', 'also', 'inside'] as const
export type Rank = (typeof RANKS)[number]

const plain = (text: string): string => wordsOf(text).join(' ')
const compact = (text: string): string => wordsOf(text).join('')

const beginsAll = (typed: readonly string[], texts: readonly string[]): boolean => {
  const words = texts.flatMap((text) => [...wordsOf(text), ...joinedWordsOf(text)])
  return typed.every((part) => words.some((word) => word.startsWith(part)))
}

/** @param typed not empty */
export function rankOf({ names, also = [] }: Ranked, typed: string): Rank {
  const words = typedWordsOf(typed)
  const asked = plain(typed)
  // A plate, an identifier or a telephone number matches with and without separators.
  const askedCode = compact(typed)
  if (names.some((name) => plain(name) === asked || compact(name) === askedCode)) return 'whole'
  if (names.some((name) => plain(name).startsWith(asked) || compact(name).startsWith(askedCode)))
    return 'start'
  if (beginsAll(words, names)) return 'words'
  return beginsAll(words, [...names, ...also]) ? 'also' : 'inside'
}

/** True if the item matches the typed text. For items that come from no search. */
export const isAnswer = (item: Ranked, typed: string): boolean =>
  wordsOf(typed).length > 0 && rankOf(item, typed) !== 'inside'

/**
 * Merges the lists of every kind into one. The order is by rank, then by kind, then by the order of each search. The
 * order in which answers arrive changes nothing.
 * @param kinds one list for each kind, in the order of priority
 */
export function rankAll<T>(kinds: readonly (readonly T[])[], rank: (item: T) => Rank): readonly T[] {
  return kinds
    .flatMap((items, kind) => items.map((item, at) => ({ item, kind, at, rank: RANKS.indexOf(rank(item)) })))
    .toSorted((a, b) => a.rank - b.rank || a.kind - b.kind || a.at - b.at)
    .map(({ item }) => item)
}
