import type { BatchRowView } from '#shared/bridge/transfer-batches.ts'
import type { Duplicate, Preflight, PreflightCheck } from '#shared/domain/procedures/preflight.ts'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import {
  plateDuplicates,
  batchSides,
  type BatchCheck,
  type BatchColumn,
  type BatchCommon,
  type BatchValues,
} from '#shared/domain/transfer-batch.ts'
import { batchFieldNames, batchRowText as text } from '#shared/text/transfer-batches.ts'
import { fieldProblems } from '#shared/text/fields.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import type { Outcome } from '#shared/domain/plate-verdict.ts'
import type { SignKind } from '../../design/sign.tsx'

/** State of a row as the grid shows it. */
export interface RowState {
  sign: SignKind
  words: string
  /** Whole sentences, for the detail of the row. */
  more: readonly string[]
  /** True if the row's draft can be created. */
  isReady: boolean
  /** True if the row's draft can be sent. */
  canGo: boolean
  /** Columns with a problem. */
  bad: ReadonlySet<BatchColumn>
  /** Other procedures or drafts of the plate that the user has not confirmed yet. */
  duplicates: readonly Duplicate[]
}

type CheckOf<I extends PreflightCheck['id']> = Extract<PreflightCheck, { id: I }>
const checkOf = <I extends PreflightCheck['id']>({ checks }: Preflight, id: I): CheckOf<I> | undefined =>
  checks.find((check): check is CheckOf<I> => check.id === id)

const NOTHING: Pick<RowState, 'more' | 'isReady' | 'canGo' | 'bad' | 'duplicates'> = {
  more: [],
  isReady: false,
  canGo: false,
  bad: new Set(),
  duplicates: [],
}

/** Name of a draft's field in the batch; `null` if the batch has no such field. */
function batchNameOf(field: FieldName, values: BatchValues): BatchColumn | BatchCommon | null {
  const { dealer, other } = batchSides(values)
  switch (field) {
    case `${dealer}TaxId`:
      return 'dealerTaxId'
    case `${dealer}Name`:
      return 'dealerName'
    case `${other}TaxId`:
      return 'otherTaxId'
    case `${other}Name`:
      return 'otherName'
    case 'taxableBase':
    case 'invoiceNumber':
    case 'contractDate':
    case 'notes':
    case 'userEmail':
    case 'client':
      return field
    default:
      return null
  }
}

/** State of a row without a draft. */
export function openRowState({ state, preflight }: BatchCheck, values: BatchValues): RowState {
  if (state === 'out') return { ...NOTHING, sign: 'none', words: text.out }
  const problems = (checkOf(preflight, 'fields')?.problems ?? []).flatMap(({ field, problem }) => {
    const name = batchNameOf(field, values)
    return name === null ? [] : [{ name, problem }]
  })
  const found = checkOf(preflight, 'duplicates')?.found ?? []
  // Missing values get no mark, only words: otherwise a new batch would be full of marks.
  const wrongOnes = problems.filter(({ problem }) => problem !== 'missing')
  const bad = new Set(wrongOnes.map(({ name }) => name as BatchColumn))
  const more = problems.map(({ name, problem }) =>
    text.problem(upperFirst(batchFieldNames[name]), fieldProblems[problem]),
  )
  if (state === 'blocked') {
    const missing = problems.filter(({ problem }) => problem === 'missing')
    const [wrong] = wrongOnes
    // Wrong values come first: the user typed them and may believe that they are right.
    return wrong
      ? {
          ...NOTHING,
          sign: 'stop',
          words: text.toCorrect(upperFirst(batchFieldNames[wrong.name])),
          more,
          bad,
        }
      : {
          ...NOTHING,
          sign: 'none',
          words: text.missing(missing.map(({ name }) => batchFieldNames[name])),
          more: [],
          bad,
        }
  }
  if (state === 'duplicate') {
    const duplicates = plateDuplicates(found)
    const where = duplicates.some((one) => one.where === 'procedure') ? 'procedure' : 'draft'
    return {
      ...NOTHING,
      sign: 'warn',
      words: text.duplicate[where],
      more: [text.duplicateMore[where], ...more],
      bad,
      duplicates,
    }
  }
  const advice = adviceOf(preflight, found, problems.length > 0)
  const [first] = advice
  return {
    ...NOTHING,
    sign: first === undefined ? 'ok' : 'warn',
    words: first === undefined ? text.ready : text.readyAdvice(first),
    more: [...more, ...advice.slice(1).map(upperFirst)],
    isReady: true,
    bad,
  }
}

function adviceOf(preflight: Preflight, found: readonly Duplicate[], hasProblems: boolean): string[] {
  const verdict = checkOf(preflight, 'verdict')
  return [
    hasProblems && text.taxIdAdvice,
    checkOf(preflight, 'parties')?.level === 'advice' && text.sameParties,
    verdict?.level === 'advice' &&
      (verdict.disagrees === true ? text.disagrees : verdictAdvice(verdict.outcome)),
    found.some(({ by }) => by === 'invoiceNumber') && text.sameInvoice,
  ].filter((one) => one !== false)
}

function verdictAdvice(outcome: Outcome | undefined): string {
  const { verdict } = text
  return outcome !== undefined && outcome in verdict
    ? verdict[outcome as keyof typeof verdict]
    : verdict.unknown
}

/** State of a row with a draft. */
export function madeRowState({ state, draft }: BatchRowView, now: number): RowState {
  if (!draft || state === 'gone') return { ...NOTHING, sign: 'none', words: text.gone }
  const { sendAt, step, doubt, missing, error } = draft
  switch (state) {
    case 'sent':
      return { ...NOTHING, sign: 'ok', words: text.sent }
    case 'leaving':
      return {
        ...NOTHING,
        sign: 'none',
        words: text.leaving(Math.max(0, Math.ceil(((sendAt ?? now) - now) / 1_000))),
      }
    case 'sending':
      return {
        ...NOTHING,
        sign: doubt ? 'unknown' : 'none',
        words: doubt ? text.doubt : text.steps[step ?? 'create'],
      }
    case 'stopped':
      return { ...NOTHING, sign: 'stop', words: text.stopped }
    default: {
      const isWhole = missing.length === 0
      return {
        ...NOTHING,
        sign: error ? 'warn' : isWhole ? 'ok' : 'none',
        words: error && isWhole ? text.interrupted : isWhole ? text.canGo : text.documents(missing.length),
        more: isWhole ? [] : [text.lacks(missing)],
        canGo: isWhole,
      }
    }
  }
}
