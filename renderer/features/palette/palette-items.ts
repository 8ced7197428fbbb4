import type { CaseRow } from '#shared/bridge/cases.ts'
import type { Contact } from '#shared/bridge/signature-requests.ts'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import type { HelpTopic } from '#shared/text/help.ts'
import { paletteText } from '#shared/text/app-palette.ts'
import { settingsText } from '#shared/text/app-settings.ts'
import { SETTINGS_SECTIONS, type SettingsSection } from '../../ui-state/settings-state.ts'
import { commandMatches, type PaletteCommand } from './commands.tsx'

export type PaletteItem =
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean }
  | { kind: 'known'; id: string; row: RecentLookup }
  | { kind: 'procedure'; id: string; row: CaseRow }
  | { kind: 'signer'; id: string; signer: Contact }
  | { kind: 'label'; id: string; label: string }
  | { kind: 'setting'; id: string; section: SettingsSection; title: string }
  | { kind: 'topic'; id: string; topic: HelpTopic }
  | { kind: 'command'; id: string; command: PaletteCommand }

export interface PaletteGroup {
  title: string
  items: readonly PaletteItem[]
}

const MAX_PLATES = 8

/** What there is to choose from. Plates, procedures, signers and topics are those found already. */
export interface PaletteFinds {
  known: readonly RecentLookup[]
  procedures: readonly CaseRow[]
  signers: readonly Contact[]
  /** All of them. */
  labels: readonly string[]
  commands: readonly PaletteCommand[]
  topics: readonly HelpTopic[]
}

/** The demonstration has commands for them. */
const ONLY_IN_DEMO: ReadonlySet<SettingsSection> = new Set(['demo', 'training'])
const MAX_LABELS = 5
const MAX_SETTINGS = 5

/**
 * Options for a text: a typed plate first, then repairs, known plates, procedures, signers, labels, commands, sections of
 * Ajustes, topics of the help.
 */
export function paletteGroups(
  typed: string,
  { known, procedures, signers, labels, commands, topics }: PaletteFinds,
): readonly PaletteGroup[] {
  const query = typed.trim()
  const plates = platesOf(typed)
  const offered = new Set(plates.map((item) => item.vrm))
  const groups: readonly PaletteGroup[] = [
    { title: paletteText.groups.plate, items: plates },
    {
      title: query ? paletteText.groups.known : paletteText.groups.recent,
      items: known
        .filter((row) => !offered.has(row.vrm))
        .map((row) => ({ kind: 'known' as const, id: `known-${row.vrm}`, row })),
    },
    {
      title: paletteText.groups.procedures,
      items: procedures.map((row) => ({ kind: 'procedure' as const, id: `procedure-${row.id}`, row })),
    },
    {
      title: paletteText.groups.signers,
      items: signers.map((signer) => ({ kind: 'signer' as const, id: `signer-${signer.id}`, signer })),
    },
    {
      title: paletteText.groups.labels,
      items: (query === '' ? [] : labels)
        .filter((label) => commandMatches({ title: label, also: '' }, query))
        .slice(0, MAX_LABELS)
        .map((label) => ({ kind: 'label' as const, id: `label-${label}`, label })),
    },
    {
      title: paletteText.groups.commands,
      items: commands
        .filter((command) => commandMatches(command, query))
        .map((command) => ({ kind: 'command' as const, id: `command-${command.id}`, command })),
    },
    {
      title: paletteText.groups.settings,
      items: query === '' ? [] : settingItems(query, commands),
    },
    {
      title: paletteText.groups.help,
      items: topics.map((topic) => ({ kind: 'topic' as const, id: `topic-${topic.id}`, topic })),
    },
  ]
  return groups.filter((group) => group.items.length > 0)
}

/** Sections without a command of their own. */
function settingItems(query: string, commands: readonly PaletteCommand[]): PaletteItem[] {
  return SETTINGS_SECTIONS.flatMap((section) => {
    const title = settingsText.titles[section]
    const isOffered = ONLY_IN_DEMO.has(section) || commands.some(({ id }) => id === section)
    return !isOffered && commandMatches({ title, also: '' }, query)
      ? [{ kind: 'setting' as const, id: `setting-${section}`, section, title }]
      : []
  }).slice(0, MAX_SETTINGS)
}

function platesOf(typed: string): Extract<PaletteItem, { kind: 'plate' }>[] {
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
