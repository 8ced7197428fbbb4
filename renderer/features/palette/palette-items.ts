import type { CaseRow } from '#shared/bridge/cases.ts'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import type { HelpTopic } from '#shared/text/help.ts'
import { paletteText } from '#shared/text/app-palette.ts'
import { commandMatches, type PaletteCommand } from './commands.tsx'

export type PaletteItem =
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean }
  | { kind: 'known'; id: string; row: RecentLookup }
  | { kind: 'procedure'; id: string; row: CaseRow }
  | { kind: 'topic'; id: string; topic: HelpTopic }
  | { kind: 'command'; id: string; command: PaletteCommand }

export interface PaletteGroup {
  title: string
  items: readonly PaletteItem[]
}

const MAX_PLATES = 8

/** Options for a text: a typed plate first, then repairs, known plates, matching procedures, commands, topics of the help. */
export function paletteGroups(
  typed: string,
  known: readonly RecentLookup[],
  procedures: readonly CaseRow[],
  commands: readonly PaletteCommand[],
  topics: readonly HelpTopic[],
): readonly PaletteGroup[] {
  const plates = platesOf(typed)
  const offered = new Set(plates.map((item) => item.vrm))
  const groups: readonly PaletteGroup[] = [
    { title: paletteText.groups.plate, items: plates },
    {
      title: typed.trim() ? paletteText.groups.known : paletteText.groups.recent,
      items: known
        .filter((row) => !offered.has(row.vrm))
        .map((row) => ({ kind: 'known' as const, id: `known-${row.vrm}`, row })),
    },
    {
      title: paletteText.groups.procedures,
      items: procedures.map((row) => ({ kind: 'procedure' as const, id: `procedure-${row.id}`, row })),
    },
    {
      title: paletteText.groups.commands,
      items: commands
        .filter((command) => commandMatches(command, typed.trim()))
        .map((command) => ({ kind: 'command' as const, id: `command-${command.id}`, command })),
    },
    {
      title: paletteText.groups.help,
      items: topics.map((topic) => ({ kind: 'topic' as const, id: `topic-${topic.id}`, topic })),
    },
  ]
  return groups.filter((group) => group.items.length > 0)
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
