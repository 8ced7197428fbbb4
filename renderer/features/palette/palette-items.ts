import type { CommandResult } from '#shared/bridge/contract.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import type { HelpTopic } from '#shared/text/help.ts'
import { settingsText } from '#shared/text/settings.ts'
import { paletteText } from '#shared/text/shortcuts.ts'
import { SETTINGS_SECTIONS, type SettingsSection } from '../../app/settings-state.ts'
import {
  type Find,
  isAnswer,
  listFinds,
  makePlateFind,
  type OfficeFinds,
  type Rank,
  rankAll,
  type Ranked,
  rankOf,
  type TypedPlate,
  wordsOfFind,
} from '../finds/feature.ts'
import type { PaletteCommand } from './commands.tsx'
import type { PageAction } from './palette-actions.ts'

export type PaletteItem = PaletteOption & {
  /** Title of the group of the option; absent in the results of a search. */
  group?: string
}

type FoundClient = CommandResult<'clients.find'>['rows'][number]

type PaletteOption =
  | Find
  | { kind: 'action'; id: string; action: PageAction }
  | { kind: 'label'; id: string; label: string }
  | { kind: 'client'; id: string; client: FoundClient }
  | { kind: 'setting'; id: string; section: SettingsSection; title: string }
  | { kind: 'topic'; id: string; topic: HelpTopic }
  | { kind: 'command'; id: string; command: PaletteCommand }

/** Sources of the items. Plates, cases, people, signers and topics come from a search. */
export interface PaletteFinds extends OfficeFinds {
  actions: readonly PageAction[]
  /** Clients with the text in a name or tax id. */
  clients: readonly FoundClient[]
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
export const firstItems = (finds: PaletteFinds): readonly PaletteItem[] => [
  ...finds.actions.map((action) => ({ ...actionItem(action), group: action.of })),
  ...listFinds(finds).known.map((item) => ({ ...item, group: paletteText.latest })),
  ...finds.commands.map((command) => ({ ...commandItem(command), group: paletteText.commands })),
]

/** Groups of the options. Results of a search are one list without a title. */
export const groupsOf = (items: readonly PaletteItem[]) =>
  [...Map.groupBy(items, ({ group = '' }) => group)].map(([title, options]) => ({ title, options }))

/** Options of every kind for a text, in one list, the best match first. */
export function paletteItems(typed: string, finds: PaletteFinds): readonly PaletteItem[] {
  const query = typed.trim()
  const { actions, labels, commands, topics } = finds
  const plates = typedPlates(typed)
  const { known, people, dealers, procedures, signers } = listFinds(finds, plates)
  const answers = <T extends PaletteItem>(items: readonly T[]) =>
    items.filter((item) => isAnswer(wordsOfItem(item), query))
  // Lists in the order of priority between equal matches.
  const kinds: readonly (readonly PaletteItem[])[] = [
    answers(actions.map(actionItem)),
    plates,
    known,
    people,
    dealers,
    finds.clients.map((client) => ({ kind: 'client', id: `client-${client.id}`, client })),
    procedures,
    answers(labels.map((label) => ({ kind: 'label' as const, id: `label-${label}`, label }))).slice(
      0,
      MAX_LABELS,
    ),
    signers,
    answers(commands.map(commandItem)),
    answers(settingItems(commands)).slice(0, MAX_SETTINGS),
    topics.map((topic) => ({ kind: 'topic', id: `topic-${topic.id}`, topic })),
  ]
  const rank = (item: PaletteItem): Rank =>
    item.kind === 'plate' ? 'typed' : rankOf(wordsOfItem(item), query)
  return rankAll(kinds, rank)
}

/** Plates that the typed text is, or may be. They need no search. */
export function typedPlates(typed: string): TypedPlate[] {
  const understood = understandPlateInput(typed)
  switch (understood.kind) {
    case 'plate':
      return [makePlateFind(understood.plate.vrm, false)]
    case 'several':
      return understood.plates
        .slice(0, MAX_PLATES)
        .map(({ plate, repaired }) => makePlateFind(plate.vrm, repaired))
    case 'repair':
      return understood.suggestions.map(({ plate }) => makePlateFind(plate.vrm, true))
    default:
      return []
  }
}

const actionItem = (action: PageAction) => ({ kind: 'action' as const, id: action.id, action })
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
    case 'label':
      return { names: [item.label] }
    case 'client':
      return { names: [item.client.name] }
    case 'setting':
      return { names: [item.title] }
    case 'topic':
      return { names: [item.topic.title], also: [item.topic.family] }
    case 'command':
      return { names: [item.command.title], also: [item.command.also] }
    default:
      return wordsOfFind(item)
  }
}
