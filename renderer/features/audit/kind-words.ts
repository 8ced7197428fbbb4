import { auditKinds } from '#shared/text/app-office.ts'
import {
  generatedDocumentLabels,
  incidentLabels,
  inputDocumentLabels,
  labelOf,
  procedureTypeLabels,
  reportTypeLabels,
  signatureDocumentLabels,
  taxIdKindLabels,
} from '#shared/text/labels.ts'

const CATALOGUE = {
  ...incidentLabels,
  ...inputDocumentLabels,
  ...generatedDocumentLabels,
  ...signatureDocumentLabels,
  ...reportTypeLabels,
  ...procedureTypeLabels,
  ...taxIdKindLabels,
  ...auditKinds,
}

/** What kind a line is of, in the desk's words; as it was written when it is none of ours. */
export const kindWords = (kind: string): string => labelOf(CATALOGUE, kind)
