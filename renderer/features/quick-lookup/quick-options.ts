import type { RecentLookup } from '#shared/bridge/lookup.ts'
import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'
import { problemTexts } from '#shared/text/lookup.ts'
import { quickLookupText as text } from '#shared/text/hosts.ts'

export type QuickOption =
  /** `repaired`: the plate is a correction of the typed text. `from`: text in which the plate was found. */
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean; from: string }
  | { kind: 'known'; id: string; row: RecentLookup }
  /** Several plates. The main window shows them as a list. */
  | { kind: 'batch'; id: string; text: string; plates: number }

export interface QuickGroup {
  title: string
  options: readonly QuickOption[]
}

export interface QuickInput {
  typed: string
  understood: PlateUnderstanding
  clipboard: ClipboardPlates
  /** Recent plates, or recent plates that resemble the typed one. */
  known: readonly RecentLookup[]
}

const plate = (vrm: string, repaired = false, from = ''): QuickOption => ({
  kind: 'plate',
  id: `plate-${vrm}`,
  vrm,
  repaired,
  from,
})
const batch = (plates: readonly string[]): QuickOption => ({
  kind: 'batch',
  id: 'batch',
  text: plates.join('; '),
  plates: plates.length,
})

/**
 * Option for several plates. If some plate is a correction, the option carries the typed text, so that the main
 * window marks the corrections.
 */
const batchOf = (
  typed: string,
  { plates }: Extract<PlateUnderstanding, { kind: 'several' }>,
): QuickOption => ({
  ...batch(plates.map(({ plate: { vrm } }) => vrm)),
  ...(plates.some(({ repaired }) => repaired) && { text: typed }),
})

/**
 * Options under the field. While the field is empty: plates of the clipboard, then recent plates. Otherwise: plates
 * of the typed text, then recent plates like it.
 */
export function quickGroups({ typed, understood, clipboard, known }: QuickInput): readonly QuickGroup[] {
  const first = understood.kind === 'empty' ? ofClipboard(clipboard) : ofTyped(typed, understood)
  const offered = new Set(first.options.flatMap((option) => (option.kind === 'plate' ? [option.vrm] : [])))
  const others = known
    .filter(({ vrm }) => !offered.has(vrm))
    .map((row) => ({ kind: 'known' as const, id: `known-${row.vrm}`, row }))
  const title = understood.kind === 'empty' ? text.groups.recent : text.groups.alike
  return [first, { title, options: others }].filter(({ options }) => options.length > 0)
}

function ofClipboard(clipboard: ClipboardPlates): QuickGroup {
  const [only, ...more] = clipboard?.vrms ?? []
  const options =
    only === undefined
      ? []
      : [more.length > 0 ? batch([only, ...more]) : plate(only, false, clipboard?.excerpt)]
  return { title: text.groups.clipboard, options }
}

function ofTyped(typed: string, understood: PlateUnderstanding): QuickGroup {
  switch (understood.kind) {
    case 'plate':
      return { title: text.groups.plate, options: [plate(understood.plate.vrm)] }
    case 'several':
      return { title: text.groups.plate, options: [batchOf(typed, understood)] }
    case 'repair':
      return {
        title: problemTexts[understood.problem],
        // A plate that is still being typed needs no correction.
        options: isUnfinishedPlate(typed)
          ? []
          : understood.suggestions.map((one) => plate(one.plate.vrm, true)),
      }
    default:
      return { title: '', options: [] }
  }
}
