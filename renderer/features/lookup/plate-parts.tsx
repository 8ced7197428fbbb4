import { later } from '../../design/later.tsx'
import { AskDialog, CompleteRail, CompleteReportBody, RequestCard } from '../complete/feature.ts'

/** Parts of a plate page that load on demand. */

export const OfficeSection = later(async () => (await import('./office-section.tsx')).OfficeSection)
export const SeenReports = later(async () => (await import('./seen-reports.tsx')).SeenReports)

/** Parts that the first plate may show. */
export const PLATE_PARTS = [CompleteReportBody, CompleteRail, RequestCard, OfficeSection, AskDialog]
