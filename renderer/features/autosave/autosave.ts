import { createStore } from 'zustand/vanilla'
import type { AppError, Result } from '#shared/bridge/result.ts'
import {
  changesToSave,
  type FormChanges,
  formOf,
  type FormSource,
  type FormState,
  withAccepted,
  withChoice,
  withKnown,
  withSaved,
  withSent,
  withTyped,
} from './form-state.ts'

/** What was typed is at most so long only in the window. */
const SAVE_AFTER_MS = 250
const RETRY_AFTER_MS = 3_000

export interface FormOnScreen<F extends string, A extends string> {
  form: FormState<F, A>
  saving: boolean
  /** Why the last save was not taken. It is tried again where that may help. */
  error: AppError | null
  savedAt: number | null
  /** How often a save was refused because somebody else had changed it: what is on screen was not all there was. */
  overtaken: number
}

export interface AutosaveDeps<F extends string, A extends string> {
  known: FormSource<F, A>
  now: () => number
  /** Refused with `draft-changed` on top of another version. */
  save: (version: number, changes: FormChanges<F, A>) => Promise<Result<FormSource<F, A>>>
  /** What the core has now. */
  read: () => Promise<Result<FormSource<F, A>>>
  /** What was accepted of a field lapses when it is typed again. */
  acceptedOf: (field: F) => readonly A[]
}

/** A form, kept in the core as it is typed. */
export function createAutosave<F extends string, A extends string>(deps: AutosaveDeps<F, A>) {
  const { now } = deps
  const store = createStore<FormOnScreen<F, A>>(() => ({
    form: formOf(deps.known),
    saving: false,
    error: null,
    savedAt: null,
    overtaken: 0,
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let closed = false
  let inFlight: Promise<void> | null = null
  /** Said while a save is on its way: it may be an echo of it. */
  let heard: FormSource<F, A> | null = null

  const update = (next: (form: FormState<F, A>) => FormState<F, A>) =>
    store.setState(({ form }) => ({ form: next(form) }))

  /** Whoever goes on typing does not put off what is due. */
  function later(ms = SAVE_AFTER_MS) {
    const at = now() + ms
    if (at >= dueAt || closed) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function save(): Promise<void> {
    const changes = changesToSave(store.getState().form)
    if (!changes || closed) return store.setState({ error: null })
    const { version } = store.getState().form.base
    update((form) => withSent(form, changes))
    store.setState({ saving: true })
    const answer = await deps.save(version, changes)
    if (answer.ok) {
      update((form) => withSaved(form, answer.value))
      store.setState({ saving: false, error: null, savedAt: now() })
      return hear()
    }
    // Somebody else was first: what they have is looked at, and ours saved on top of it where both agree.
    if (answer.error.code === 'draft-changed') {
      const current = await deps.read()
      store.setState(({ overtaken }) => ({ saving: false, overtaken: overtaken + 1 }))
      if (!current.ok) return failed(current.error)
      update((form) => withKnown(form, current.value))
      return later(0)
    }
    store.setState({ saving: false })
    hear()
    failed(answer.error)
  }

  function failed(error: AppError) {
    store.setState({ error })
    if (error.retryable) later(RETRY_AFTER_MS)
  }

  function hear() {
    const last = heard
    heard = null
    if (last) update((form) => withKnown(form, last))
  }

  /** Saves now. Ends when the core has answered to everything typed until then; `true` when it has it all. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    dueAt = Infinity
    while (inFlight) await inFlight
    inFlight = save().finally(() => (inFlight = null))
    await inFlight
    // What was typed meanwhile, or what somebody else was faster with.
    const { form, error } = store.getState()
    if (!error && !closed && changesToSave(form)) return flush()
    return !error && changesToSave(form) === null && Object.keys(form.theirs).length === 0
  }

  return {
    store,
    flush,
    close() {
      closed = true
      clearTimeout(timer)
    },
    /**
     * Saves now, and says which version the person has seen all of. `changed`: another window has changed it meanwhile,
     * and what is on screen from now on is still to be looked at. `null`: not all of it could be saved.
     */
    async reviewed(): Promise<number | 'changed' | null> {
      const before = store.getState().overtaken
      if (!(await flush())) return null
      const { form, overtaken } = store.getState()
      return overtaken === before ? form.base.version : 'changed'
    },
    /** Nothing is on its way, and nothing waits or has to be chosen: it may be forgotten. */
    isClean() {
      const { typed, accepted } = store.getState().form
      return inFlight === null && Object.keys(typed).length === 0 && accepted === null
    },
    type(field: F, value: string) {
      update((form) => withTyped(form, field, value, deps.acceptedOf(field)))
      later()
    },
    accept(what: A, on: boolean) {
      update((form) => withAccepted(form, what, on))
      later(0)
    },
    choose(field: F, whose: 'mine' | 'theirs') {
      update((form) => withChoice(form, field, whose))
      later(0)
    },
    /** What the core says of it now. */
    known(next: FormSource<F, A>) {
      if (!inFlight) update((form) => withKnown(form, next))
      else if (!heard || next.version >= heard.version) heard = next
    },
  }
}

export type Autosave<F extends string, A extends string> = ReturnType<typeof createAutosave<F, A>>

/** Something was about to be done with what this window shows, and there is something else by now. */
export const changedElsewhere: Extract<Result<never>, { ok: false }> = {
  ok: false,
  error: { code: 'draft-changed', retryable: false },
}
