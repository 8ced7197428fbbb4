import type { HostResult } from '#shared/host-protocol/messages.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/unfinished.ts'
import { popupText as text } from '#shared/text/extension.ts'

export type RecentRow = HostResult<'lookup.recent'>['rows'][number]

export type PopupOption =
  /** `repaired`: not what was typed or selected. */
  | { kind: 'plate'; id: string; vrm: string; repaired: boolean }
  | { kind: 'recent'; id: string; vrm: string; row: RecentRow }

export interface PopupGroup {
  title: string
  options: readonly PopupOption[]
}

/** More than these are for the list of the page. */
const MAX_CHOICES = 50

const plates = (vrms: readonly string[], isRepaired = (_index: number) => false): PopupOption[] =>
  vrms
    .slice(0, MAX_CHOICES)
    .map((vrm, index) => ({ kind: 'plate', id: `plate-${vrm}`, vrm, repaired: isRepaired(index) }))

/** Plates that the field may be filled with: those of what is in it or of the selection, then the recent ones. */
export function popupGroups(
  typed: string,
  understood: PlateUnderstanding,
  offered: readonly string[],
  recents: readonly RecentRow[],
): readonly PopupGroup[] {
  const choices = choicesOf(typed, understood, offered)
  const shown = understood.kind === 'plate' ? understood.plate.vrm : null
  const others = recents
    .filter(({ vrm }) => vrm !== shown && !choices.options.some((option) => option.vrm === vrm))
    .map((row): PopupOption => ({ kind: 'recent', id: `recent-${row.vrm}`, vrm: row.vrm, row }))
  return [choices, { title: text.recents, options: others }].filter(({ options }) => options.length > 0)
}

function choicesOf(typed: string, understood: PlateUnderstanding, offered: readonly string[]): PopupGroup {
  if (understood.kind === 'empty') return { title: text.several(offered.length), options: plates(offered) }
  if (understood.kind === 'several') {
    const vrms = understood.plates.map(({ plate }) => plate.vrm)
    const options = plates(vrms, (index) => understood.plates[index]?.repaired ?? false)
    return { title: text.several(vrms.length), options }
  }
  // A plate that is still being typed needs no repair.
  const repairs =
    understood.kind === 'repair' && !isUnfinishedPlate(typed)
      ? understood.suggestions.map(({ plate }) => plate.vrm)
      : []
  return { title: text.repairs, options: plates(repairs, () => true) }
}
