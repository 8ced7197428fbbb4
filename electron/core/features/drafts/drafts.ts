import { appError, fail, type AppError, type Result } from '#shared/bridge/result.ts'
import { findDraftRefusal, type DraftStanding, type SaveOutcome } from './drafts.rules.ts'

/**
 * Operations common to drafts of procedures and of signature requests: versions, changes of state, and undoing a
 * submission.
 */
export interface Drafts<S extends string, To extends string, V> {
  /** Publishes the change, and answers with the present draft. */
  publishChange(id: string): Promise<Result<V>>
  save(id: string, save: () => Promise<SaveOutcome>): Promise<Result<V>>
  /** @param version the version that the user saw; `null` if the content does not matter */
  move(id: string, version: number | null, from: readonly S[], to: To): Promise<Result<V>>
  /** Undoes a submission that has not begun. */
  undo(id: string, to: To): Promise<Result<V>>
  /** Reason that an action on a draft is refused, or `null`. */
  findRefusal(draft: DraftStanding<S>, version: number, from: readonly S[]): AppError | null
}

export interface DraftsDeps<S extends string, To extends string, V> {
  /** Reads the stored draft. */
  find: (id: string) => Promise<DraftStanding<S> | null>
  /** Reads the draft as the windows show it. */
  get: (id: string) => Promise<Result<V>>
  move: (id: string, version: number | null, from: readonly S[], to: To) => Promise<boolean>
  onChanged: (id: string) => void
  /** Called when a submission has been undone. */
  onUndone: (id: string) => void
}

export function createDrafts<S extends string, To extends string, V>({
  find,
  get,
  move,
  onChanged,
  onUndone,
}: DraftsDeps<S | 'leaving', To, V>): Drafts<S | 'leaving', To, V> {
  const failBusy = () => fail(appError('draft-busy'))
  /** Error of an outdated version. Its detail is the latest version. */
  const createStaleError = ({ version }: { version: number }) =>
    appError('draft-changed', { detail: String(version) })

  function publishChange(id: string): Promise<Result<V>> {
    onChanged(id)
    return get(id)
  }

  const findRefusal: Drafts<S | 'leaving', To, V>['findRefusal'] = (draft, version, from) => {
    const refused = findDraftRefusal(draft, version, from)
    return refused && (refused === 'busy' ? appError('draft-busy') : createStaleError(draft))
  }

  return {
    publishChange,
    findRefusal,

    async save(id, save) {
      const outcome = await save()
      if (outcome === 'saved') return publishChange(id)
      if (outcome === 'busy') return failBusy()
      const current = outcome === 'unknown' ? null : await find(id)
      return fail(current ? createStaleError(current) : appError('not-found'))
    },

    async move(id, version, from, to) {
      const found = await find(id)
      if (!found) return fail(appError('not-found'))
      const refused = findRefusal(found, version ?? found.version, from)
      if (refused) return fail(refused)
      return (await move(id, version, from, to)) ? publishChange(id) : failBusy()
    },

    async undo(id, to) {
      if (!(await find(id))) return fail(appError('not-found'))
      const isUndone = await move(id, null, ['leaving'], to)
      if (isUndone) onUndone(id)
      return isUndone ? publishChange(id) : fail(appError('too-late'))
    },
  }
}
