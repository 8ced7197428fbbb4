export { TemplateDialog, TemplateProblems } from './template-dialog.tsx'
