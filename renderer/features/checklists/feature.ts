export { ChecklistSection } from './checklist-section.tsx'
export { type ChosenParty, PartySelect } from './party-select.tsx'
export { RequirementList } from './requirement-list.tsx'
export { useChecklists } from './use-checklists.ts'
