import type { ReportIssueView } from '../bridge/complete-report.ts'
import type { ReportChange } from '../domain/report-changes.ts'
import type { IssueType } from '../domain/vocabulary.ts'
import { humanise } from '../domain/history-rows.ts'
import { completeText, registryFlags } from './verdict.ts'
import { issueTitle } from './client-message.ts'
import { labelOf, entryOf, unknownNames, registryFieldLabels, serviceUseLabels } from './labels-reports.ts'

/** Texts of the comparison of a complete report with the one before. */
export const reportChangesText = {
  title: (when: string) => `Desde el ${when}`,
  aside: 'frente al informe completo anterior',
  none: 'Nada ha cambiado.',
} as const

const NEW: Readonly<Record<IssueType, string>> = {
  'ownership-hold': 'Reserva de dominio nueva',
  seizure: 'Embargo nuevo',
  leasing: 'Leasing nuevo',
  renting: 'Renting nuevo',
  deregistrated: 'Baja definitiva',
  restriction: 'Limitación de disposición nueva',
  'itv-expired': 'ITV caducada',
  'no-insurance': 'Sin seguro en vigor',
  'safety-recall': 'Llamada a revisión nueva',
  'unpaid-tax': 'Impuesto impagado',
  'temp-withdrawal': 'Baja temporal',
}
const GONE: Readonly<Record<IssueType, string>> = {
  'ownership-hold': 'Reserva de dominio cancelada',
  seizure: 'Embargo levantado',
  leasing: 'Leasing cancelado',
  renting: 'Renting cancelado',
  deregistrated: 'Baja definitiva anulada',
  restriction: 'Limitación de disposición cancelada',
  'itv-expired': 'ITV ya no caducada',
  'no-insurance': 'Seguro en vigor',
  'safety-recall': 'Llamada a revisión hecha',
  'unpaid-tax': 'Impuesto pagado',
  'temp-withdrawal': 'Baja temporal anulada',
}

/** One difference, in words. The owner's name is not in them: the screen may face the counter. */
export function reportChangeWords(change: ReportChange<ReportIssueView>): string {
  switch (change.what) {
    case 'issue-new':
      return entryOf(NEW, change.issue.type) ?? `Nuevo: «${issueTitle(change.issue)}»`
    case 'issue-gone':
      return entryOf(GONE, change.issue.type) ?? `Ya no consta: «${issueTitle(change.issue)}»`
    case 'entries':
      return `${labelOf(registryFieldLabels, change.field, unknownNames.field)}: ${completeText.newEntries(change.added)}`
    case 'field':
      return fieldWords(change.field, change.before, change.after)
  }
}

function fieldWords(field: string, before: string, after: string): string {
  if (field === 'owner') return 'Ha cambiado el titular'
  const [label = entryOf(registryFieldLabels, field) ?? humanise(field)] = entryOf(registryFlags, field) ?? []
  return `${label}: ${valueWords(field, before)} → ${valueWords(field, after)}`
}

/** As the registry's table says it. */
function valueWords(field: string, value: string): string {
  const flag = entryOf(registryFlags, field)
  if (flag && (value === 'Sí' || value === 'No')) return flag[value === 'Sí' ? 1 : 2].toLowerCase()
  if (field === 'service') return entryOf(serviceUseLabels, value) ?? value
  return value || completeText.ownerNone.toLowerCase()
}
