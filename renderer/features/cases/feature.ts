import { later } from '../../design/later.tsx'

export const AssignDialog = later(async () => (await import('./assign-dialog.tsx')).AssignDialog)
export { openListOf, showCases } from './cases-state.ts'
export { PagePlaces, Place, ProcedurePlaces, type WhereProps, listOfDraft, onlyWhere } from './places.tsx'
export {
  type NameView,
  legalDayWords,
  matchWords,
  missingWords,
  nameWords,
  partiesWords,
  rowName,
  stateWords,
  typeWords,
} from './row-words.ts'
