import type { CaseRow } from '#shared/bridge/cases.ts'
import type { Dealer } from '#shared/bridge/dealers.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { type CasePerson, personKey } from '#shared/domain/parties.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import type { HelpTopic } from '#shared/text/help.ts'
import { settingsText } from '#shared/text/settings.ts'
import { paletteText } from '#shared/text/shortcuts.ts'
import { joinedWordsOf, typedWordsOf, wordsOf } from '#shared/domain/search-text.ts'
import { SETTINGS_SECTIONS, type SettingsSection } from '../../app/settings-state.ts'
import type { PaletteCommand } from './commands.tsx'
import type { PageAction } from './palette-actions.ts'

/** Person with the number of cases that name the person. */
type FoundPerson = CasePerson & { cases: number }

export type PaletteItem = PaletteOption & {
  /** Title of the group of the option; absent in the results of a search. */
  group?: string
}

type PaletteOption =
  | { kind: 'action'; id: string; action: PageAction }
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean }
  | { kind: 'known'; id: string; row: RecentLookup }
  | { kind: 'person'; id: string; person: FoundPerson }
  | { kind: 'dealer'; id: string; dealer: Dealer }
  | { kind: 'procedure'; id: string; row: CaseRow }
  | { kind: 'signer'; id: string; signer: Contact }
  | { kind: 'label'; id: string; label: string }
  | { kind: 'setting'; id: string; section: SettingsSection; title: string }
  | { kind: 'topic'; id: string; topic: HelpTopic }
  | { kind: 'command'; id: string; command: PaletteCommand }

/** Sources of the items. Plates, cases, people, signers and topics come from a search. */
export interface PaletteFinds {
  actions: readonly PageAction[]
  known: readonly RecentLookup[]
  procedures: readonly CaseRow[]
  people: readonly FoundPerson[]
  dealers: readonly Dealer[]
  signers: readonly Contact[]
  /** All labels of the office. */
  labels: readonly string[]
  commands: readonly PaletteCommand[]
  topics: readonly HelpTopic[]
}

const MAX_PLATES = 8
const MAX_LABELS = 5
const MAX_SETTINGS = 5
/** Sections that only the demonstration has. It has commands for them. */
const ONLY_IN_DEMO: ReadonlySet<SettingsSection> = new Set(['demo', 'training'])

/** Options before the user types: the actions of the page, the latest plates, and every command. */
export const firstItems = ({ actions, known, commands }: PaletteFinds): readonly PaletteItem[] => [
  ...actions.map((action) => ({ ...actionItem(action), group: action.of })),
  ...known.map((row) => ({ ...knownItem(row), group: paletteText.latest })),
  ...commands.map((command) => ({ ...commandItem(command), group: paletteText.commands })),
]

/** Groups of the options. Results of a search are one list without a title. */
export const groupsOf = (items: readonly PaletteItem[]) =>
  [...Map.groupBy(items, ({ group = '' }) => group)].map(([title, options]) => ({ title, options }))

/** Options of every kind for a text, in one list, the best match first. */
export function paletteItems(typed: string, finds: PaletteFinds): readonly PaletteItem[] {
  const query = typed.trim()
  const { actions, known, procedures, people, dealers, signers, labels, commands, topics } = finds
  const plates = typedPlates(typed)
  const offered = new Set(plates.map(({ vrm }) => vrm))
  const answers = <T extends PaletteItem>(items: readonly T[]) =>
    items.filter((item) => isAnswer(wordsOfItem(item), query))
  // Lists in the order of priority between equal matches.
  const kinds: readonly (readonly PaletteItem[])[] = [
    answers(actions.map(actionItem)),
    plates,
    known.filter(({ vrm }) => !offered.has(vrm)).map(knownItem),
    people.map((person) => ({ kind: 'person', id: `person-${personKey(person)}`, person })),
    dealers.map((dealer) => ({ kind: 'dealer', id: `dealer-${dealer.id}`, dealer })),
    procedures.map((row) => ({ kind: 'procedure', id: `procedure-${row.id}`, row })),
    answers(labels.map((label) => ({ kind: 'label' as const, id: `label-${label}`, label }))).slice(
      0,
      MAX_LABELS,
    ),
    signers.map((signer) => ({ kind: 'signer', id: `signer-${signer.id}`, signer })),
    answers(commands.map(commandItem)),
    answers(settingItems(commands)).slice(0, MAX_SETTINGS),
    topics.map((topic) => ({ kind: 'topic', id: `topic-${topic.id}`, topic })),
  ]
  const rank = (item: PaletteItem): Rank =>
    item.kind === 'plate' ? 'typed' : rankOf(wordsOfItem(item), query)
  return rankAll(kinds, rank)
}

/** Plates that the typed text is, or may be. They need no search. */
export function typedPlates(typed: string): Extract<PaletteItem, { kind: 'plate' }>[] {
  const understood = understandPlateInput(typed)
  const item = (vrm: string, repaired: boolean) => ({
    kind: 'plate' as const,
    id: `plate-${vrm}`,
    vrm,
    repaired,
  })
  switch (understood.kind) {
    case 'plate':
      return [item(understood.plate.vrm, false)]
    case 'several':
      return understood.plates.slice(0, MAX_PLATES).map(({ plate, repaired }) => item(plate.vrm, repaired))
    case 'repair':
      return understood.suggestions.map(({ plate }) => item(plate.vrm, true))
    default:
      return []
  }
}

const actionItem = (action: PageAction) => ({ kind: 'action' as const, id: action.id, action })
const knownItem = (row: RecentLookup) => ({ kind: 'known' as const, id: `known-${row.vrm}`, row })
const commandItem = (command: PaletteCommand) => ({
  kind: 'command' as const,
  id: `command-${command.id}`,
  command,
})

/** Sections of *Ajustes* without a command of their own. */
function settingItems(commands: readonly PaletteCommand[]) {
  return SETTINGS_SECTIONS.filter(
    (section) => !ONLY_IN_DEMO.has(section) && !commands.some(({ id }) => id === section),
  ).map((section) => ({
    kind: 'setting' as const,
    id: `setting-${section}`,
    section,
    title: settingsText.titles[section],
  }))
}

/** Texts by which an item is found and ranked. */
function wordsOfItem(item: PaletteItem): Ranked {
  switch (item.kind) {
    case 'action':
      return { names: [item.action.label], also: [item.action.about] }
    case 'plate':
      return { names: [item.vrm] }
    case 'known':
      return { names: [item.row.vrm] }
    case 'person':
      return { names: [item.person.name, item.person.taxId] }
    case 'dealer':
      return { names: [item.dealer.name] }
    case 'procedure': {
      const { subject, client, sellerName, buyerName, vehicle, invoice = '', labels } = item.row
      const names = [subject.vrm ?? '', subject.vin ?? '', client, sellerName, buyerName, vehicle, invoice]
      return { names: names.filter((name) => name !== ''), also: [...labels, subject.label ?? ''] }
    }
    case 'signer': {
      const { fullname, idNumber, email, phone } = item.signer.fields
      return { names: [fullname, idNumber], also: [email, phone] }
    }
    case 'label':
      return { names: [item.label] }
    case 'setting':
      return { names: [item.title] }
    case 'topic':
      return { names: [item.topic.title], also: [item.topic.family] }
    case 'command':
      return { names: [item.command.title], also: [item.command.also] }
  }
}

/** Texts by which an item of the palette, of any kind, is found. */
interface Ranked {
  /** Names of the item. A case has its plate, its people, its vehicle… */
  names: readonly string[]
  /** Additional words that find the item. */
  also?: readonly string[]
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
