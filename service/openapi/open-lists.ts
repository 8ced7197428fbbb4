import {
  REDUCED_TRANSFERABILITY,
  REPORT_STATUSES,
  REPORT_TYPES,
  SERVICE_UNAVAILABLE,
} from '#shared/api/report.ts'
import {
  GENERATED_DOCUMENT_TYPES,
  INCIDENT_LEVELS,
  INCIDENT_TYPES,
  INPUT_DOCUMENT_TYPES,
  ISSUE_TYPES,
  PROCEDURE_STATES,
  PROCEDURE_TYPES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
  VEHICLE_SERVICES,
} from '#shared/domain/vocabulary.ts'

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ProcedureType: PROCEDURE_TYPES,
  ProcedureState: PROCEDURE_STATES,
  IncidentLevel: INCIDENT_LEVELS,
  IncidentType: INCIDENT_TYPES,
  DocumentType: [...INPUT_DOCUMENT_TYPES, ...GENERATED_DOCUMENT_TYPES],
  ReportType: REPORT_TYPES,
  ReportStatus: REPORT_STATUSES,
  Transferability: REDUCED_TRANSFERABILITY,
  FailureReason: [SERVICE_UNAVAILABLE],
  IssueType: ISSUE_TYPES,
  VehicleService: VEHICLE_SERVICES,
  SignatureType: SIGNATURE_DOCUMENTS,
  SignatureState: SIGNATURE_STATES,
}

/** The known values of each open list, as named schemas. */
export const listSchemas = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(LISTS).map(([name, values]) => [
      name,
      { type: 'string', enum: values, description: 'Known values. Others may come.' },
    ]),
  )

/**
 * Makes an open text "one of this named list, or any other": generators that ignore `x-extensible-enum` keep the names
 * of the values this way, and validators still accept new ones.
 */
export function openList(schema: Record<string, unknown>): void {
  const values = schema['x-extensible-enum']
  // An optional field is visited twice: the second visit finds the list of the first.
  if (!Array.isArray(values) || 'anyOf' in schema) return
  const name = Object.keys(LISTS).find((each) => LISTS[each]?.join() === values.join())
  if (name === undefined) throw new Error(`No name for the list of ${values.join(', ')} (open-lists.ts).`)
  const { type, minLength } = schema
  delete schema['type']
  delete schema['minLength']
  schema['anyOf'] = [{ $ref: `#/components/schemas/${name}` }, { type, minLength }]
}
