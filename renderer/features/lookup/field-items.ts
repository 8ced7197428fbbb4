import { displayPlate } from '#shared/domain/plates/classify.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'
import { MAX_TEXT } from '../../design/plate-field.tsx'
import {
  type Find,
  listFinds,
  makePlateFind,
  type OfficeFinds,
  rankAll,
  rankOf,
  wordsOfFind,
} from '../finds/feature.ts'

/** Option under the field of Consulta. */
export type FieldItem =
  | Find
  /** Looks up the typed plate, and copies the answer. */
  | { kind: 'copy'; id: string }
  /** Shows the plates of the typed text. */
  | { kind: 'pick'; id: string; plates: number }
  /** Looks up all plates of the typed text in Consulta masiva. `plates` is 0 for a text that the field has cut. */
  | { kind: 'list'; id: string; plates: number }
  /** Searches for the text in Expedientes. */
  | { kind: 'search'; id: string; text: string }

/** Typed text, with its interpretation. */
export interface TypedText {
  text: string
  understood: PlateUnderstanding
}

const MAX_SEARCH = 200

/** Text that the office is searched for. `''`: nothing is searched. */
export function officeQuery({ text, understood }: TypedText): string {
  if (understood.kind === 'plate') return understood.plate.vrm
  if (understood.kind === 'several') return ''
  const query = text.trim()
  return query.length > MAX_SEARCH ? '' : query
}

/** True for a text that was meant as a plate and is not one. Its corrections are doubtful. */
export const isMistyped = ({ text, understood }: TypedText): boolean =>
  understood.kind === 'repair' && !isUnfinishedPlate(text)

/** True for an option about another plate than the typed one. Enter picks it only after the user has moved to it. */
export const isOtherPlate = (item: FieldItem): boolean =>
  item.kind === 'known' || (item.kind === 'plate' && item.repaired)

/** Options that need no answer. */
export function instantItems(typed: TypedText): readonly FieldItem[] {
  const { text, understood } = typed
  switch (understood.kind) {
    case 'plate':
      return [makePlateFind(understood.plate.vrm, false), { kind: 'copy', id: 'copy' }]
    case 'several': {
      const plates = understood.plates.length
      const isCut = text.length >= MAX_TEXT
      return [
        { kind: 'pick', id: 'pick', plates },
        ...(plates > 1 ? [{ kind: 'list', id: 'list', plates: isCut ? 0 : plates } as const] : []),
      ]
    }
    case 'repair':
      // A plate that is still being typed needs no correction.
      return isMistyped(typed)
        ? understood.suggestions.map(({ plate }) => makePlateFind(plate.vrm, true))
        : []
    default:
      return []
  }
}

/** Options of the searched text: the best match of the office first, then recent lookups and the search in Expedientes. */
export function fieldItems(typed: TypedText, finds: OfficeFinds): readonly FieldItem[] {
  const query = officeQuery(typed)
  if (query === '') return []
  const { understood } = typed
  const plates = understood.kind === 'plate' ? [makePlateFind(understood.plate.vrm, false)] : []
  const { known, people, dealers, procedures, signers } = listFinds(finds, plates)
  // The only case that fits is meant rather than its client.
  const kinds =
    procedures.length === 1 ? [procedures, people, dealers, signers] : [people, dealers, procedures, signers]
  const text = understood.kind === 'plate' ? displayPlate(understood.plate) : query
  return [
    ...rankAll(kinds, (find) => rankOf(wordsOfFind(find), query)),
    ...known,
    ...(procedures.length > 0 ? [{ kind: 'search', id: 'search', text } as const] : []),
  ]
}
