import { classifyPlate, type Plate } from './classify.ts'

/** Plate with its gaps: `1234 BCD`, `C 1234 BCD`, `M-1234-AB`. Any other text stays unchanged. */
export function displayPlate(vrmOrPlate: string | Plate): string {
  const plate = plateOf(vrmOrPlate)
  return typeof plate === 'string' ? plate : plate.groups.join(plate.separator)
}

/** Plate for a screen reader, character by character: `1 2 3 4, B C D`. */
export function spellPlate(vrmOrPlate: string | Plate): string {
  const plate = plateOf(vrmOrPlate)
  const groups = typeof plate === 'string' ? [plate] : plate.groups
  return groups.map((group) => Array.from(group).join(' ')).join(', ')
}

const plateOf = (vrmOrPlate: string | Plate): string | Plate =>
  typeof vrmOrPlate === 'string' ? (classifyPlate(vrmOrPlate) ?? vrmOrPlate) : vrmOrPlate
