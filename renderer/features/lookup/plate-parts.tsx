import { later } from '../../design/later.tsx'

/** Parts of a plate page that load on demand. */

export const AskDialog = later(async () => (await import('../complete/ask-dialog.tsx')).AskDialog)
export const CompleteRail = later(async () => (await import('../complete/complete-rail.tsx')).CompleteRail)
export const CompleteReportBody = later(
  async () => (await import('../complete/complete-report-body.tsx')).CompleteReportBody,
)
export const RequestCard = later(async () => (await import('../complete/request-card.tsx')).RequestCard)
export const OfficeSection = later(async () => (await import('./office-section.tsx')).OfficeSection)
export const SeenReports = later(async () => (await import('./seen-reports.tsx')).SeenReports)
export const PdfPreview = later(async () => (await import('../complete/pdf-preview.tsx')).PdfPreview)

/** Parts that the first plate may show. */
export const PLATE_PARTS = [CompleteReportBody, CompleteRail, RequestCard, OfficeSection, AskDialog]
