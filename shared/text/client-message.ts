import type { CompleteReport, ReportIssueView } from '../bridge/complete-report.ts'
import { clock, fullDate } from './app-dates.ts'
import { listed } from './grammar.ts'
import { issueSteps } from './issue-steps.ts'
import { issueLabels } from './labels-reports.ts'
import { entryOf, labelOf } from './outside.ts'

/** The name of an issue: the service's own words win over ours. */
export const issueTitle = ({ concept, type }: ReportIssueView): string =>
  concept?.trim() || labelOf(issueLabels, type) || 'Sin nombre'

/** Pasted text has no violet strip above it: what is invented says so itself. */
export function answerOf(plate: string, car: string, sentences: readonly string[], demo: boolean): string {
  const text = `${plate}${car ? ` (${car})` : ''}: ${sentences.join(' ')}`
  return demo ? `${text} (Datos inventados de la demostración.)` : text
}

const has = (issue: ReportIssueView) => {
  // A type without a name here is quoted to the client as the service says it.
  const known =
    entryOf(issueSteps, issue.type)?.has ?? `«${issue.concept?.trim() || issue.type || 'sin nombre'}»`
  return issue.authority?.trim() ? `${known} (${issue.authority.trim()})` : known
}
const unique = (parts: readonly string[]) => [...new Set(parts.filter(Boolean))]

/**
 * What to tell the client after a complete report, ready to paste: what stops the transfer, who put it there and what
 * is needed. It carries its date and, from the demonstration, that it is invented.
 * @param more sentences that go after it
 */
export function clientMessage(
  plate: string,
  report: CompleteReport,
  demo: boolean,
  more: readonly string[] = [],
): string {
  const { brand, model } = report.registry
  const car = [brand, model].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const of = (kind: ReportIssueView['kind']) => report.issues.filter((issue) => issue.kind === kind)
  const blocking = of('blocking')
  const unknown = of('unknown')
  const alerts = of('alert')

  const sentences: string[] = []
  if (report.outcome === 'not_transferable') {
    sentences.push('ahora no se puede transferir.')
    if (blocking.length > 0) sentences.push(`Tiene ${listed(unique(blocking.map(has)))}.`)
  } else if (report.outcome === 'transferable') {
    sentences.push(
      report.issues.length === 0 ? 'se puede transferir, sin cargas ni avisos.' : 'se puede transferir.',
    )
    if (blocking.length > 0) sentences.push(`Aun así constan ${listed(unique(blocking.map(has)))}.`)
  } else {
    sentences.push('no hemos podido saberlo todavía.')
  }
  const needs = unique(blocking.map((issue) => entryOf(issueSteps, issue.type)?.needs ?? ''))
  if (needs.length > 0) sentences.push(`Hace falta ${listed(needs)}.`)
  if (unknown.length > 0) sentences.push(`También consta ${listed(unique(unknown.map(has)))}, por confirmar.`)
  if (alerts.length > 0) {
    sentences.push(`Avisos que no lo impiden: ${listed(unique(alerts.map(has)))}.`)
  }
  sentences.push(
    `Informe completo de Tráfico del ${fullDate(report.checkedAt)} a las ${clock(report.checkedAt)}.`,
  )
  return answerOf(plate, car, [...sentences, ...more], demo)
}
