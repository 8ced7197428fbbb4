export { expectedIn, expectedText } from './draft-forms.ts'
export type { Wizard } from './use-wizard.ts'
