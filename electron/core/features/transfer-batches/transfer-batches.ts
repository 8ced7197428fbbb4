import { randomUUID } from 'node:crypto'
import type { PlateListRow, PlateListView } from '#shared/bridge/plate-lists.ts'
import type { Remembered } from '#shared/bridge/remembered.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type {
  BatchCandidates,
  BatchRowCheck,
  TransferBatch,
  TransferBatchView,
} from '#shared/bridge/transfer-batches.ts'
import { MAX_BATCH_ROWS, plateDuplicates, rowDuplicates } from '#shared/domain/transfer-batch.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions } from '../../workspace-types.ts'
import type { PlateLists } from '../plate-lists/plate-lists.ts'
import type { Procedures } from '../procedures/procedures.ts'
import { listMissingDocuments } from './batch-rows.rules.ts'

type Nothing = Result<Record<string, never>>
/** Draft as the user saw it, with its version. */
interface SeenDraft {
  draftId: string
  version: number
}

/**
 * Transfers that start together from a plate list. They become ordinary drafts, which the outbox of procedures sends.
 */
export interface TransferBatches {
  list(): Promise<Result<{ rows: TransferBatch[] }>>
  /** Preview of a batch: `shown` has the shown rows of a list, `marked` has the marked rows. */
  candidates(view: PlateListView): Promise<Result<{ shown: BatchCandidates; marked: BatchCandidates }>>
  create(
    id: string,
    view: PlateListView,
    of: 'shown' | 'marked',
    alerts: boolean,
  ): Promise<Result<TransferBatch>>
  get(id: string): Promise<Result<TransferBatchView>>
  checks(id: string): Promise<Result<{ rows: BatchRowCheck[] }>>
  save(
    id: string,
    version: number,
    fields: Readonly<Record<string, string>>,
    accepted: readonly string[] | null,
  ): Promise<Result<{ version: number; updatedAt: number }>>
  names(taxIds: readonly string[]): Promise<Result<{ names: { taxId: string; name: string }[] }>>
  /** Makes the drafts of all ready rows together. */
  make(id: string, version: number): Promise<Result<{ made: number }>>
  send(
    id: string,
    drafts: readonly SeenDraft[],
  ): Promise<Result<{ leaving: number; refused: { draftId: string; error: AppError }[] }>>
  /** Stops the drafts that are not confirmed yet. */
  stop(id: string): Promise<Result<{ stopped: number }>>
  remove(id: string): Promise<Nothing>
}

export interface TransferBatchesDeps {
  call: StoreCall
  clock: Pick<Clock, 'now'>
  plateLists: Pick<PlateLists, 'get'>
  procedures: Pick<Procedures, 'get' | 'preflight' | 'send' | 'undo' | 'stopSending' | 'noteCreated'>
  /** True if this session stores anything. */
  persists: () => boolean
  remembered: () => Promise<Pick<Remembered, 'userEmail'>>
  onChanged: (id: string) => void
}

export function createTransferBatches(deps: TransferBatchesDeps): TransferBatches {
  const { call, clock, plateLists, procedures, persists, remembered, onChanged } = deps

  /** Number of stops of each batch in this run. A stop also ends the hand-over to the outbox. */
  const stops = new Map<string, number>()
  const countStops = (id: string): number => stops.get(id) ?? 0

  /**
   * Cancels the submission of a draft that is not confirmed yet.
   * @returns true if it was in time
   */
  async function cancelSubmission(draftId: string): Promise<boolean> {
    const draft = await procedures.get(draftId)
    if (!draft.ok || (draft.value.state !== 'leaving' && draft.value.state !== 'sending')) return false
    if (draft.value.state === 'leaving' && (await procedures.undo(draftId)).ok) return true
    return (await procedures.stopSending(draftId)).ok
  }

  /** Reason why the batch does not send a draft, or `null`. */
  async function findRefusal(
    draftId: string,
    ord: number,
    accepted: readonly string[],
  ): Promise<{ error: AppError } | { duplicates: boolean }> {
    const [draft, checked, lists] = await Promise.all([
      procedures.get(draftId),
      procedures.preflight(draftId),
      call('checklists'),
    ])
    if (!draft.ok) return { error: draft.error }
    if (!checked.ok) return { error: checked.error }
    if (listMissingDocuments(draft.value, lists).length > 0)
      return { error: appError('procedure-incomplete', { detail: 'documents' }) }
    const found = checked.value.checks.flatMap((check) => (check.id === 'duplicates' ? check.found : []))
    const isSeen = plateDuplicates(found).length === 0 || accepted.includes(rowDuplicates(ord, found))
    return isSeen ? { duplicates: found.length > 0 } : { error: appError('procedure-duplicate') }
  }

  return {
    list: async () => ok({ rows: await call('transferBatches') }),

    async candidates(view) {
      const list = await plateLists.get(view.id)
      if (!list.ok) return list
      const [shown, marked] = await Promise.all([
        call('plateListOutcomes', view),
        call('plateListOutcomes', buildMarkedView(view)),
      ])
      return ok({ shown: countCandidates(shown), marked: countCandidates(marked) })
    },

    async create(id, view, of, alerts) {
      const known = await call('transferBatchSummary', id)
      if (known) return ok(known)
      if (!persists()) return fail(appError('nothing-persists'))
      const list = await plateLists.get(view.id)
      if (!list.ok) return list
      const rows = await call('plateListOutcomes', of === 'marked' ? buildMarkedView(view) : view)
      const counts = countCandidates(rows)
      const taken = rows.filter(
        ({ outcome }) => outcome === 'transferable' || (alerts && outcome === 'with_alerts'),
      )
      if (taken.length === 0)
        return fail(appError('invalid-request', { detail: 'no plate can be transferred' }))
      const batch = {
        id,
        name: list.value.name,
        listId: list.value.id,
        fields: { dealer: 'seller', userEmail: (await remembered()).userEmail },
        leftOut: {
          with_alerts: alerts ? 0 : counts.with_alerts,
          not_transferable: counts.not_transferable,
          unanswered: counts.unanswered,
          beyond: Math.max(0, taken.length - MAX_BATCH_ROWS),
        },
        rows: taken.slice(0, MAX_BATCH_ROWS).map(({ vrm }) => ({ vrm, draftId: randomUUID() })),
      }
      await call('createTransferBatch', batch, clock.now())
      onChanged(id)
      const made = await call('transferBatchSummary', id)
      return made ? ok(made) : fail(appError('not-found'))
    },

    async get(id) {
      const batch = await call('transferBatch', id)
      return batch ? ok(batch) : fail(appError('not-found'))
    },

    async checks(id) {
      const rows = await call('transferBatchChecks', id)
      return rows ? ok({ rows }) : fail(appError('not-found'))
    },

    async save(id, version, fields, accepted) {
      const saved = await call('saveTransferBatch', id, version, fields, accepted, clock.now())
      if (saved === 'unknown') return fail(appError('not-found'))
      if (saved === 'changed') return fail(appError('draft-changed'))
      onChanged(id)
      return ok(saved)
    },

    names: async (taxIds) => ok({ names: await call('knownNames', taxIds) }),

    async make(id, version) {
      if (!persists()) return fail(appError('nothing-persists'))
      const made = await call('makeTransferDrafts', id, version, clock.now())
      if (made === 'unknown') return fail(appError('not-found'))
      if (made === 'changed') return fail(appError('draft-changed'))
      procedures.noteCreated(made)
      onChanged(id)
      return ok({ made: made.length })
    },

    async send(id, drafts) {
      const batch = await call('transferBatchDrafts', id)
      if (!batch) return fail(appError('not-found'))
      const places = new Map(batch.drafts.map(({ ord, draftId }) => [draftId, ord]))
      const begun = countStops(id)
      let leaving = 0
      const refused: { draftId: string; error: AppError }[] = []
      for (const { draftId, version } of drafts) {
        const ord = places.get(draftId)
        const checked =
          ord === undefined
            ? { error: appError('not-found') }
            : await findRefusal(draftId, ord, batch.accepted)
        const refusing = countStops(id) === begun ? checked : { error: appError('cancelled') }
        const sent =
          'error' in refusing
            ? fail(refusing.error)
            : await procedures.send(draftId, version, refusing.duplicates)
        // The batch was stopped while this draft was being handed over.
        const isLate = sent.ok && countStops(id) !== begun && (await cancelSubmission(draftId))
        if (sent.ok && !isLate) leaving++
        else refused.push({ draftId, error: sent.ok ? appError('cancelled') : sent.error })
      }
      return ok({ leaving, refused })
    },

    async stop(id) {
      const batch = await call('transferBatchDrafts', id)
      if (!batch) return fail(appError('not-found'))
      stops.set(id, countStops(id) + 1)
      let stopped = 0
      for (const { draftId } of batch.drafts) if (await cancelSubmission(draftId)) stopped++
      return ok({ stopped })
    },

    async remove(id) {
      if (!(await call('removeTransferBatch', id))) return fail(appError('not-found'))
      onChanged(id)
      return ok({})
    },
  }
}

function countCandidates(rows: readonly Pick<PlateListRow, 'outcome'>[]): BatchCandidates {
  const counts: BatchCandidates = { transferable: 0, with_alerts: 0, not_transferable: 0, unanswered: 0 }
  for (const row of rows) counts[classifyRow(row)]++
  return counts
}

const buildMarkedView = (view: PlateListView): PlateListView => ({
  id: view.id,
  query: '',
  order: 'line',
  filter: 'marked',
})

function classifyRow({ outcome }: Pick<PlateListRow, 'outcome'>): keyof BatchCandidates {
  if (outcome === 'transferable' || outcome === 'with_alerts' || outcome === 'not_transferable')
    return outcome
  return 'unanswered'
}

export const createTransferBatchCommands = ({ ask }: AccountQuestions): CommandsOf<'transfer-batches'> => ({
  'transfer-batches.list': () => ask(({ transferBatches }) => transferBatches.list()),
  'transfer-batches.candidates': (view) => ask(({ transferBatches }) => transferBatches.candidates(view)),
  'transfer-batches.create': ({ id, view, of, alerts }) =>
    ask(({ transferBatches }) => transferBatches.create(id, view, of, alerts)),
  'transfer-batches.get': ({ id }) => ask(({ transferBatches }) => transferBatches.get(id)),
  'transfer-batches.checks': ({ id }) => ask(({ transferBatches }) => transferBatches.checks(id)),
  'transfer-batches.save': ({ id, version, fields, accepted }) =>
    ask(({ transferBatches }) => transferBatches.save(id, version, fields, accepted ?? null)),
  'transfer-batches.names': ({ taxIds }) => ask(({ transferBatches }) => transferBatches.names(taxIds)),
  'transfer-batches.make': ({ id, version }) =>
    ask(({ transferBatches }) => transferBatches.make(id, version)),
  'transfer-batches.send': ({ id, drafts }) => ask(({ transferBatches }) => transferBatches.send(id, drafts)),
  'transfer-batches.stop': ({ id }) => ask(({ transferBatches }) => transferBatches.stop(id)),
  'transfer-batches.remove': ({ id }) => ask(({ transferBatches }) => transferBatches.remove(id)),
})
