import type { CheckLevel, Preflight, PreflightCheck } from '#shared/domain/procedures/preflight.ts'
import type { DraftKind, FieldName } from '#shared/domain/procedures/fields.ts'
import { longAge } from '#shared/text/dates.ts'
import { legalDeadlineText } from '#shared/text/notifications.ts'
import { checksText as text, verdictPeekText } from '#shared/text/wizard.ts'
import { requirementLabel } from '#shared/text/fields.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import type { SignKind } from '../../design/sign.tsx'

export interface CheckViewModel {
  level: CheckLevel
  sign: SignKind
  title: string
  body: string
  /** Fields that it is about, as links. */
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

/** View models of the checks, blockers first. The availability check only shows when it fails. */
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
        ? { title: text.available.ok, body: '' }
        : { title: text.available[check.why], body: text.availableBody[check.why] }
    case 'fields':
      return fieldsViewModel(check)
    case 'verdict':
      return verdictViewModel(check, now)
    case 'documents':
      return documentsViewModel(check, kind)
    case 'files':
      return check.bad.length === 0
        ? { title: text.files.ok, body: '' }
        : { title: text.files.block, body: text.filesBody }
    case 'duplicates':
      if (check.level === 'wait') return { title: text.duplicates.wait, body: text.duplicatesWait[kind] }
      return check.found.length === 0
        ? { title: text.duplicates.ok, body: text.duplicatesOk[kind] }
        : { title: text.duplicates.advice, body: '' }
    case 'parties':
      return partiesViewModel(check)
    case 'deadline':
      return deadlineViewModel(check)
    case 'connection':
      return check.level === 'ok'
        ? { title: text.connection.ok, body: '' }
        : { title: text.connection.advice, body: text.connectionBody }
  }
}

function fieldsViewModel({ level, problems }: CheckOf<'fields'>): Words {
  if (problems.length === 0) return { title: text.fields.ok, body: text.fieldsOk }
  const title = level === 'block' ? text.fields.block : text.fields.advice
  return { title, body: '', fields: problems.map(({ field }) => field) }
}

function verdictViewModel(
  { level, outcome, checkedAt, kind = 'reduced', disagrees }: CheckOf<'verdict'>,
  now: number,
): Words {
  if (outcome === undefined || checkedAt === undefined)
    return { title: text.verdict.wait, body: text.verdictWait }
  const age = verdictPeekText.age(kind, longAge(checkedAt, now))
  const stops = outcome === 'not_transferable'
  // A favourable verdict without contradiction that still advises is only old.
  const old = level !== 'ok' && outcome === 'transferable' && !disagrees
  const title = old ? text.verdict.old : verdictWords(outcome).title
  const body = disagrees ? `${age}. ${verdictPeekText.disagrees}` : age
  return { title, body, ...(stops && { sign: 'stop' as const }) }
}

function documentsViewModel({ missing, of }: CheckOf<'documents'>, kind: DraftKind): Words {
  if (missing.length === 0) return { title: text.documents.ok, body: text.documentsOk(of) }
  const none = missing.length === of
  return {
    title: none ? text.documents.none : text.documents.advice,
    body: text.documentsMissing(missing.map((id) => requirementLabel(id, kind))),
  }
}

function deadlineViewModel({ deadlines }: CheckOf<'deadline'>): Words {
  if (deadlines.length === 0)
    return { title: text.deadline.wait, body: text.deadlineWait, fields: ['contractDate'] }
  const late = deadlines.filter(({ left }) => left < 0).map(({ party }) => party)
  return { title: legalDeadlineText.title(late, deadlines.length), body: legalDeadlineText.all(deadlines) }
}

const partiesViewModel = ({ level }: CheckOf<'parties'>): Words =>
  level === 'wait'
    ? { title: text.parties.wait, body: text.partiesWait, fields: [] }
    : { title: text.parties[level === 'ok' ? 'ok' : 'advice'], body: level === 'ok' ? '' : text.partiesBody }
