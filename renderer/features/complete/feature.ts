import { later } from '../../design/later.tsx'
export { CompleteActions, DisagreeNote } from './complete-actions.tsx'
export { PayDialog } from './pay-dialog.tsx'
export { Elapsed, hasVanished, isOpen } from './request-words.tsx'
export { canAsk, useComplete, useIsCompleteRead, useSavePdf } from './use-complete.ts'

export const AskDialog = later(async () => (await import('./ask-dialog.tsx')).AskDialog)
export const CompleteRail = later(async () => (await import('./complete-rail.tsx')).CompleteRail)
export const CompleteReportBody = later(
  async () => (await import('./complete-report-body.tsx')).CompleteReportBody,
)
export const PdfPreview = later(async () => (await import('./pdf-preview.tsx')).PdfPreview)
export const RequestCard = later(async () => (await import('./request-card.tsx')).RequestCard)
