import type { ServiceAssumptions } from '#shared/api/service-assumptions.ts'
import { DRAFT_KINDS, type DraftKind } from '#shared/domain/procedures/kinds.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { creationSummary, SERVICE_KINDS, typeOfKind } from '../procedures/kinds.ts'
import { listGeneratedDocuments } from '../procedures/machine.ts'
import { type LinkMaker, presentDocument, presentIncident, presentProcedure } from '../procedures/present.ts'
import {
  type DocumentRow,
  type IncidentRow,
  makeProcedureRow,
  type ProcedureRow,
  sentColumns,
} from '../procedures/store.ts'
import { askDevelopmentRegistry } from '../reports/answer.ts'
import { presentReport } from '../reports/reports.ts'
import type { SignatureRow } from '../signatures/store.ts'
import { presentSignature, signatureBody } from '../signatures/wire.ts'
import { presentSubscription } from '../webhooks/routes.ts'
import { SIGNER } from './texts.ts'

/** Instant of every example. */
export const EXAMPLE_AT = Date.UTC(2026, 10, 23, 9, 42, 10, 125)
/** Address of the service in the examples. */
export const EXAMPLE_BASE = 'http://127.0.0.1:4010'
const ACCOUNT = 'B12345674'
const makeExampleLink = (path: string) => `${EXAMPLE_BASE}${path}?token=TOKEN`
export const exampleLinks: LinkMaker = { temporary: makeExampleLink, lasting: makeExampleLink }

const makeDocumentRow = (id: string, type: string, isGenerated: 0 | 1): DocumentRow => ({
  id,
  procedure_id: 'PROCEDURE_ID',
  is_generated: isGenerated,
  type,
  name: documentLabel(type),
  mime: 'application/pdf',
  url: null,
  file: null,
  metadata: '{}',
  created_ms: EXAMPLE_AT,
})
const makeIncidentRow = (type: string, level: IncidentRow['level'], isSolved: boolean): IncidentRow => ({
  id: 'INCIDENT_ID',
  procedure_id: 'PROCEDURE_ID',
  document_id: level === 'document' ? 'DOCUMENT_ID' : null,
  level,
  type,
  created_ms: EXAMPLE_AT,
  solved_ms: isSolved ? EXAMPLE_AT : null,
})

const makeExampleRow = (kind: DraftKind, assumptions: ServiceAssumptions): ProcedureRow =>
  makeProcedureRow({
    id: 'PROCEDURE_ID',
    account: ACCOUNT,
    type: typeOfKind(kind, assumptions),
    ...sentColumns(SERVICE_KINDS[kind].example),
    created_ms: EXAMPLE_AT,
  })
export const signatureExample: SignatureRow = {
  id: 'SIGNATURE_ID',
  account: ACCOUNT,
  type: 'mandate-generic',
  signer: JSON.stringify(signatureBody.parse({ signer: SIGNER }).signer),
  status: 'submitted',
  created_ms: EXAMPLE_AT,
  updated_ms: EXAMPLE_AT,
  due_ms: null,
}
const subscription = presentSubscription({
  id: 'SUBSCRIPTION_ID',
  account: ACCOUNT,
  url: 'http://127.0.0.1:9000/events',
  events: ['procedure.status_changed', 'report.completed'],
  headerName: 'X-Office-Secret',
  headerValue: 'never told',
  createdMs: EXAMPLE_AT,
})

function makeCompleteReport(): object {
  const vrm = '8888BBB'
  const { status, transferability, vehicle, issues } = askDevelopmentRegistry('complete', vrm, EXAMPLE_AT)
  return presentReport(
    {
      id: 'REPORT_ID',
      type: 'complete',
      vrm,
      status,
      transferability,
      registry_data: JSON.stringify(vehicle),
      issues: JSON.stringify(issues?.slice(0, 2)),
      failure_reason: null,
      settled_ms: EXAMPLE_AT,
    },
    makeExampleLink,
  )
}

/**
 * Makes an example answer for each call, by the summary of the call. The code of real answers makes the examples
 * too.
 */
export function makeAnswerExamples(assumptions: ServiceAssumptions): Readonly<Record<string, unknown>> {
  const procedure = (row: ProcedureRow, incidents: IncidentRow[] = []) => {
    const given = [makeDocumentRow('DOCUMENT_ID', 'invoice', 0)]
    const made = listGeneratedDocuments(row.status, row).map((type, index) =>
      makeDocumentRow(`PAPER_${index + 1}`, type, 1),
    )
    return presentProcedure(row, { documents: [...given, ...made], incidents }, exampleLinks, assumptions)
  }
  const transfer = makeExampleRow('transfer', assumptions)
  const pending = makeIncidentRow('pending-document', 'blocker', true)
  const created = (type: string) => ({ id: 'REPORT_ID', vrm: '1234BCD', type, status: 'processing' })
  return {
    ...Object.fromEntries(
      DRAFT_KINDS.map((kind) => [creationSummary(kind), procedure(makeExampleRow(kind, assumptions))]),
    ),
    'Update a draft': procedure({ ...makeExampleRow('registration', assumptions), status: 'DRAFT' }),
    'Confirm a draft': procedure(transfer),
    'Read a procedure': procedure({ ...transfer, status: 'DONE' }, [pending]),
    'Add a client document': presentDocument(makeDocumentRow('DOCUMENT_ID', 'national_id', 0), exampleLinks),
    'Mark an incident as solved': procedure(transfer, [pending]),
    'Request a reduced report': created('reduced'),
    'Request a complete report': created('complete'),
    'Read a report': makeCompleteReport(),
    'Request a signature': presentSignature(signatureExample, EXAMPLE_BASE),
    'Read a signature request': presentSignature({ ...signatureExample, status: 'signed' }, EXAMPLE_BASE),
    'Create a subscription': subscription,
    'List the active subscriptions': [subscription],
    'Change the state of a procedure': procedure({ ...transfer, status: 'IN_PROGRESS' }),
    'Add a sample document': presentDocument(makeDocumentRow('PAPER_1', 'es_576_doc', 1), exampleLinks),
    'Register an incident of a procedure': presentIncident(makeIncidentRow('seizure', 'blocker', false)),
    'Register an incident of a document': presentIncident(
      makeIncidentRow('unreadable-document', 'document', false),
    ),
    'Solve any incident': procedure(transfer, [pending]),
  }
}
