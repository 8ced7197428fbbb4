import { later } from '../../design/later.tsx'

export { type ChosenParty, PartySelect } from './party-select.tsx'
export { RequirementList } from './requirement-list.tsx'
export { useChecklists } from './use-checklists.ts'
export const ChecklistSection = later(async () => (await import('./checklist-section.tsx')).ChecklistSection)
