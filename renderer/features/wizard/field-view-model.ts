import type { Draft } from '#shared/bridge/procedures.ts'
import { checkField, type FieldProblem } from '#shared/domain/procedures/check-field.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import type { Acceptable, FieldName } from '#shared/domain/procedures/fields.ts'
import { fieldHelp, wizardText as text } from '#shared/text/wizard.ts'
import { legalDeadlineText } from '#shared/text/notifications.ts'
import { fieldProblems } from '#shared/text/fields.ts'
import type { FieldViewModel as ViewModelOf } from '../autosave/field-line.tsx'

export type FieldViewModel = ViewModelOf<Acceptable>
export type FormOfDraft = Pick<Draft, 'kind' | 'fields' | 'accepted'>

/**
 * View model of a field while typing. Errors show once it has been left (`strict`): an address being typed has no
 * ending yet.
 */
export function fieldViewModel(
  draft: FormOfDraft,
  name: FieldName,
  strict: boolean,
  now: number,
): FieldViewModel {
  const check = checkField(draft.kind, name, draft, now)
  const help: FieldViewModel = { tone: 'help', words: fieldHelp[name] ?? '', suggestions: [], accept: null }
  const { level, problem, suggestions = [] } = check
  const accept =
    check.accept === undefined ? null : { what: check.accept, on: draft.accepted.includes(check.accept) }
  if (level === 'error' || level === 'missing')
    return strict ? { tone: 'stop', words: words(problem), suggestions, accept } : help
  if (level === 'warning') {
    if (!strict) return help
    return { tone: 'warn', words: withEcho(name, words(problem), check.echo), suggestions, accept }
  }
  if (level === 'empty') return help
  const echo = echoOf(name, draft.fields[name], check.echo)
  const deadlines = name === 'contractDate' ? deadlinesOf(draft.kind, draft.fields[name], now) : []
  if (deadlines.length > 0) {
    const tone = deadlines.some(({ left }) => left < 0) ? 'warn' : 'time'
    return { ...help, tone, words: [echo, legalDeadlineText.all(deadlines)].filter(Boolean).join('. ') }
  }
  return echo === '' ? help : { ...help, tone: 'ok', words: echo }
}

const words = (problem: FieldProblem | undefined) => (problem === undefined ? '' : fieldProblems[problem])

/** Interpretation of a value: always for amounts; otherwise only if it differs from the typed text. */
function echoOf(name: FieldName, typed: string, echo: string | undefined): string {
  if (echo === undefined) return ''
  if (name === 'taxableBase') return text.understood(echo)
  return echo === typed.trim() ? '' : text.read(echo)
}

function withEcho(name: FieldName, problem: string, echo: string | undefined): string {
  return name === 'taxableBase' && echo !== undefined ? `${text.understood(echo)}. ${problem}` : problem
}

/** Fields of a list with errors or warnings. */
export const problemsIn = (draft: FormOfDraft, names: readonly FieldName[], now: number) =>
  names.flatMap((name) => {
    const { level, problem } = checkField(draft.kind, name, draft, now)
    const stops = level === 'error' || level === 'missing'
    return stops && problem !== undefined ? [{ field: name, problem }] : []
  })
