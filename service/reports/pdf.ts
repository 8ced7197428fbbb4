import { displayPlate } from '#shared/domain/plates/classify.ts'
import { ISSUE_KINDS } from '#shared/domain/vocabulary.ts'
import {
  issueKindLabels,
  registryFieldLabels,
  serviceUseLabels,
  transferabilityLabels,
} from '#shared/text/labels-reports.ts'
import type { RegistryIssue } from '../registry/charges.ts'
import type { RegistryRecord } from '../registry/record.ts'
import { renderPdf, type SheetPart } from '../sample-pdf.ts'
import type { ReportRow } from './store.ts'

/** Renders the PDF of the official report, with every field of the answer. */
export function renderReportPdf(row: ReportRow): Promise<Buffer> {
  const record: RegistryRecord = JSON.parse(row.registry_data ?? '{}')
  const issues: RegistryIssue[] = JSON.parse(row.issues ?? '[]')
  return renderPdf({
    title: 'Informe completo del vehículo',
    subtitle: `Matrícula ${displayPlate(row.vrm)} · ${record.brand} ${record.model}`,
    madeMs: row.settled_ms ?? 0,
    parts: [makeVerdictPart(row), makeIssuesPart(issues), makeDataPart(record), ...makeHistoryParts(record)],
  })
}

function makeVerdictPart({ id, vrm, transferability }: ReportRow): SheetPart {
  const labels: Readonly<Record<string, string>> = transferabilityLabels
  const verdict = labels[transferability ?? ''] ?? transferability ?? ''
  return {
    heading: 'Resultado',
    fields: [
      ['Resultado', verdict.toUpperCase()],
      ['Matrícula', vrm],
      ['Informe', id],
    ],
  }
}

function makeIssuesPart(issues: readonly RegistryIssue[]): SheetPart {
  const heading = 'Cargas y avisos'
  if (issues.length === 0) return { heading, text: 'No constan cargas ni avisos.' }
  return {
    heading,
    columns: ['Concepto', 'Efecto', 'Descripción', 'Fecha', 'Autoridad'],
    rows: issues.map(({ conceptType, concept, description, date, authority }) => [
      concept,
      issueKindLabels[ISSUE_KINDS[conceptType]],
      description,
      date === undefined ? '' : date.slice(0, 10).split('-').toReversed().join('/'),
      authority ?? '',
    ]),
  }
}

const FIELDS = [
  'vin',
  'brand',
  'model',
  'firstRegistrationDate',
  'registrationDate',
  'vehicleType',
  'service',
  'autonomousCommunity',
  'owner',
  'hasInvalidItv',
  'hasInvalidInsurance',
  'hasCharges',
  'hasDenial',
  'hasPendingSafetyCampaign',
] as const

function makeDataPart(record: RegistryRecord): SheetPart {
  return {
    heading: 'Datos del registro',
    fields: FIELDS.map((field) => [registryFieldLabels[field], formatField(field, record)]),
  }
}

function formatField(field: (typeof FIELDS)[number], record: RegistryRecord): string {
  const value = record[field]
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return field === 'service' ? serviceUseLabels[record.service] : value
}

const NOTHING = 'Sin anotaciones.'

function makeHistoryParts({ itvHistory, ownerHistory, lesseeHistory }: RegistryRecord): SheetPart[] {
  return [
    makeHistoryPart(
      registryFieldLabels.itvHistory,
      ['Fecha', 'Resultado', 'Caduca', 'Kilómetros'],
      itvHistory.map(({ date, result, expirationDate, kilometers }) => [
        date,
        result,
        expirationDate,
        String(kilometers),
      ]),
    ),
    makeHistoryPart(
      registryFieldLabels.ownerHistory,
      ['Titular', 'Desde', 'Hasta'],
      ownerHistory.map(({ owner, from, to }) => [owner, from, to ?? 'hoy']),
    ),
    makeHistoryPart(
      registryFieldLabels.lesseeHistory,
      ['Arrendatario', 'Arrendador', 'Desde', 'Hasta'],
      lesseeHistory.map(({ lessee, lessor, from, to }) => [lessee, lessor, from, to ?? 'hoy']),
    ),
  ]
}

function makeHistoryPart(heading: string, columns: readonly string[], rows: readonly string[][]): SheetPart {
  return rows.length === 0 ? { heading, text: NOTHING } : { heading, columns, rows }
}
