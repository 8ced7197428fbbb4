export { SendingDocuments } from './document-list.tsx'
export { DocumentReadingNote, DocumentType, QuickTypes, isMinor, retypeByKey } from './document-type.tsx'
export { DraftDocuments } from './draft-documents.tsx'
export { DrawableDialog, DrawnDocument, UNDRAWN_WORDS } from './drawn-document.tsx'
export { BringingNotice, DroppedElsewhere, usePaste } from './dropped-elsewhere.tsx'
export { MandateOffer, type Offers, PaperOffers, usePaperOffers } from './paper-offers.tsx'
export { ScanMenu, dismissScan } from './scan-menu.tsx'
export { type IntakeProblem, fileProblem, isFinal, sendDocument, sendProblem, useBringing } from './intake.ts'
export {
  type Undrawable,
  type UndrawnWords,
  isForAnotherProgram,
  undrawnWords,
  useDrawable,
} from './use-drawable.ts'
