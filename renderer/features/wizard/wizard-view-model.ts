import type { Draft } from '#shared/bridge/procedures.ts'
import { checkField, type FieldProblem } from '#shared/domain/procedures/check-field.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import type { Acceptable, FieldName } from '#shared/domain/procedures/fields.ts'
import { type DraftKind, PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { fieldHelp, wizardText, checksText, verdictPeekText } from '#shared/text/wizard.ts'
import { legalDeadlineText } from '#shared/text/notifications.ts'
import { fieldProblems, requirementLabel } from '#shared/text/fields.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import type { CheckLevel, Preflight, PreflightCheck } from '#shared/domain/procedures/preflight.ts'
import { longAge } from '#shared/text/dates.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import type { SignKind } from '../../design/sign.tsx'
import type { FieldViewModel as ViewModelOf } from '../../app/forms/field-line.tsx'

export type FieldViewModel = ViewModelOf<Acceptable>
type FormOfDraft = Pick<Draft, 'kind' | 'fields' | 'accepted'>

/**
 * View model of a field while typing. Errors show once the user has left the field (`strict`): a half-typed address
 * has no ending yet.
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

/**
 * Interpretation of a value. Amounts always have one. Other values have one only if it differs from the typed text.
 */
function echoOf(name: FieldName, typed: string, echo: string | undefined): string {
  if (echo === undefined) return ''
  if (name === 'taxableBase') return wizardText.understood(echo)
  return echo === typed.trim() ? '' : wizardText.read(echo)
}

function withEcho(name: FieldName, problem: string, echo: string | undefined): string {
  return name === 'taxableBase' && echo !== undefined ? `${wizardText.understood(echo)}. ${problem}` : problem
}

/** Fields of a list with errors or warnings. */
export const problemsIn = (draft: FormOfDraft, names: readonly FieldName[], now: number) =>
  names.flatMap((name) => {
    const { level, problem } = checkField(draft.kind, name, draft, now)
    const stops = level === 'error' || level === 'missing'
    return stops && problem !== undefined ? [{ field: name, problem }] : []
  })

export interface CheckViewModel {
  level: CheckLevel
  sign: SignKind
  title: string
  body: string
  /** Fields of the check, shown as links. */
  fields: readonly FieldName[]
}

const SIGNS: Readonly<Record<CheckLevel, SignKind>> = {
  block: 'stop',
  advice: 'warn',
  wait: 'none',
  ok: 'ok',
}
/** Most urgent first. */
const ORDER: readonly CheckLevel[] = ['block', 'advice', 'wait', 'ok']

type CheckOf<I extends PreflightCheck['id']> = Extract<PreflightCheck, { id: I }>

/** Check of a preflight, by id. */
export const checkOf = <I extends PreflightCheck['id']>(
  preflight: Preflight | undefined,
  id: I,
): CheckOf<I> | undefined => preflight?.checks.find((check): check is CheckOf<I> => check.id === id)

/** View models of the checks, blockers first. The availability check appears only if it fails. */
export function checkViewModels(
  { checks }: Preflight,
  kind: DraftKind,
  now: number,
): readonly (CheckViewModel & { check: PreflightCheck })[] {
  return checks
    .filter(
      ({ id, level }) => level !== 'ok' || (id !== 'available' && id !== 'files' && id !== 'connection'),
    )
    .map((check) => ({
      check,
      level: check.level,
      sign: SIGNS[check.level],
      fields: [],
      ...viewModel(check, kind, now),
    }))
    .toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level))
}

type Words = Pick<CheckViewModel, 'title' | 'body'> & Partial<Pick<CheckViewModel, 'fields' | 'sign'>>

function viewModel(check: PreflightCheck, kind: DraftKind, now: number): Words {
  switch (check.id) {
    case 'available':
      return check.why === undefined
        ? { title: checksText.available.ok, body: '' }
        : { title: checksText.available[check.why], body: checksText.availableBody[check.why] }
    case 'fields':
      return fieldsViewModel(check)
    case 'verdict':
      return verdictViewModel(check, now)
    case 'documents':
      return documentsViewModel(check, kind)
    case 'files':
      return check.bad.length === 0
        ? { title: checksText.files.ok, body: '' }
        : { title: checksText.files.block, body: checksText.filesBody }
    case 'duplicates':
      if (check.level === 'wait')
        return {
          title: checksText.duplicates.wait,
          body: checksText.duplicatesWait[PROCEDURE_KINDS[kind].vehicle],
        }
      return check.found.length === 0
        ? { title: checksText.duplicates.ok, body: procedureKindTexts[kind].noDuplicates }
        : { title: checksText.duplicates.advice, body: '' }
    case 'parties':
      return partiesViewModel(check)
    case 'deadline':
      return deadlineViewModel(check)
    case 'connection':
      return check.level === 'ok'
        ? { title: checksText.connection.ok, body: '' }
        : { title: checksText.connection.advice, body: checksText.connectionBody }
  }
}

function fieldsViewModel({ level, problems }: CheckOf<'fields'>): Words {
  if (problems.length === 0) return { title: checksText.fields.ok, body: checksText.fieldsOk }
  const title = level === 'block' ? checksText.fields.block : checksText.fields.advice
  return { title, body: '', fields: problems.map(({ field }) => field) }
}

function verdictViewModel(
  { level, outcome, checkedAt, kind = 'reduced', disagrees }: CheckOf<'verdict'>,
  now: number,
): Words {
  if (outcome === undefined || checkedAt === undefined)
    return { title: checksText.verdict.wait, body: checksText.verdictWait }
  const age = verdictPeekText.age(kind, longAge(checkedAt, now))
  const stops = outcome === 'not_transferable'
  // A favourable verdict without contradiction advises only if it is old.
  const old = level !== 'ok' && outcome === 'transferable' && !disagrees
  const title = old ? checksText.verdict.old : verdictWords(outcome).title
  const body = disagrees ? `${age}. ${verdictPeekText.disagrees}` : age
  return { title, body, ...(stops && { sign: 'stop' as const }) }
}

function documentsViewModel({ missing, of }: CheckOf<'documents'>, kind: DraftKind): Words {
  if (missing.length === 0) return { title: checksText.documents.ok, body: checksText.documentsOk(of) }
  const none = missing.length === of
  return {
    title: none ? checksText.documents.none : checksText.documents.advice,
    body: checksText.documentsMissing(missing.map((id) => requirementLabel(id, kind))),
  }
}

function deadlineViewModel({ deadlines }: CheckOf<'deadline'>): Words {
  if (deadlines.length === 0)
    return { title: checksText.deadline.wait, body: checksText.deadlineWait, fields: ['contractDate'] }
  const late = deadlines.filter(({ left }) => left < 0).map(({ party }) => party)
  return { title: legalDeadlineText.title(late, deadlines.length), body: legalDeadlineText.all(deadlines) }
}

const partiesViewModel = ({ level }: CheckOf<'parties'>): Words =>
  level === 'wait'
    ? { title: checksText.parties.wait, body: checksText.partiesWait, fields: [] }
    : {
        title: checksText.parties[level === 'ok' ? 'ok' : 'advice'],
        body: level === 'ok' ? '' : checksText.partiesBody,
      }
