import type { CompleteReport, ReportIssueView } from '../bridge/complete-report.ts'
import { clock, fullDate } from './dates.ts'
import { listed } from './grammar.ts'
import { issueSteps } from './incidents.ts'
import { issueLabels, entryOf, labelOf, unknownNames } from './labels-reports.ts'

/** Name of an issue: the service's own text wins over ours. */
export const issueTitle = ({ concept, type }: ReportIssueView): string =>
  concept?.trim() || labelOf(issueLabels, type, '') || unknownNames.issue

/** Parts of an answer about a plate. */
export interface AnswerParts {
  /** «BMW 320d»; '' if unknown. */
  car: string
  sentences: string[]
}

const UNNAMED = 'una anotación sin nombre'
const has = (issue: ReportIssueView) => {
  // An unknown type is quoted to the client in the service's words.
  const words = issue.concept?.trim() ?? ''
  const known = entryOf(issueSteps, issue.type)?.has ?? (words === '' ? UNNAMED : `«${words}»`)
  return issue.authority?.trim() ? `${known} (${issue.authority.trim()})` : known
}
const unique = (parts: readonly string[]) => [...new Set(parts.filter(Boolean))]

/**
 * Answer to a client after a complete report: what stops the transfer, the authority and the next step, with
 * its date.
 * @param more sentences to be appended
 */
export function completeAnswer(report: CompleteReport, more: readonly string[] = []): AnswerParts {
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
  return { car, sentences: [...sentences, ...more] }
}
