import { createStore } from 'zustand/vanilla'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { AppError, Result } from '#shared/bridge/result.ts'
import {
  changesToSave,
  type FormChanges,
  formOf,
  type FormSource,
  type FormState,
  withAccepted,
  withAllTyped,
  withChoice,
  withKnown,
  withSaved,
  withSent,
  acceptedOnScreen,
  fieldsOnScreen,
} from './form-state.ts'

/** Autosave delay. */
const SAVE_AFTER_MS = 250
const RETRY_AFTER_MS = 3_000

interface FormOnScreen<F extends string, A extends string> {
  form: FormState<F, A>
  saving: boolean
  /** Error of the last save. A retryable error is retried after `RETRY_AFTER_MS`. */
  error: AppError | null
  savedAt: number | null
  /**
   * Number of saves refused because another window had changed the form, so that this screen did not show all of it.
   */
  overtaken: number
  /**
   * `asked`: the user has asked to send or finish the form. `taken`: the core has accepted it for sending. In both
   * states no fill is applied or undone.
   */
  submission: 'asked' | 'taken' | null
}

interface AutosaveDeps<F extends string, A extends string> {
  known: FormSource<F, A>
  now: () => number
  /** Fails with `draft-changed` if the core has another version. */
  save: (version: number, changes: FormChanges<F, A>) => Promise<Result<FormSource<F, A>>>
  /** Reads the current version from the core. */
  read: () => Promise<Result<FormSource<F, A>>>
  /** Acceptances that lapse when the user changes a field. */
  acceptedOf: (field: F) => readonly A[]
}

/** Saves a form in the core while the user types. */
export function createAutosave<F extends string, A extends string>(deps: AutosaveDeps<F, A>) {
  const { now } = deps
  const store = createStore<FormOnScreen<F, A>>(() => ({
    form: formOf(deps.known),
    saving: false,
    error: null,
    savedAt: null,
    overtaken: 0,
    submission: null,
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let closed = false
  let inFlight: Promise<void> | null = null
  /** Version pushed by the core during a save. It may be an echo of that save. */
  let pushed: FormSource<F, A> | null = null

  const update = (next: (form: FormState<F, A>) => FormState<F, A>) =>
    store.setState(({ form }) => ({ form: next(form) }))

  /** Schedules a save. Further typing does not postpone a save that is due. */
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
      return takePushed()
    }
    // Another window saved first. Read its version, and save ours on top where there is no conflict.
    if (answer.error.code === 'draft-changed') {
      const current = await deps.read()
      store.setState(({ overtaken }) => ({ saving: false, overtaken: overtaken + 1 }))
      if (!current.ok) return failed(current.error)
      update((form) => withKnown(form, current.value))
      return later(0)
    }
    store.setState({ saving: false })
    takePushed()
    failed(answer.error)
  }

  /** Changes several fields at once. */
  function typeAll(values: readonly (readonly [F, string])[]) {
    const lapsed = values.flatMap(([field]) => deps.acceptedOf(field))
    update((form) => withAllTyped(form, values, lapsed))
    later()
  }

  function failed(error: AppError) {
    store.setState({ error })
    if (error.retryable) later(RETRY_AFTER_MS)
  }

  function takePushed() {
    const last = pushed
    pushed = null
    if (last) update((form) => withKnown(form, last))
  }

  /**
   * Saves now. Resolves once the core has answered everything typed before. Returns `true` if the core has all of it.
   */
  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    dueAt = Infinity
    while (inFlight) await inFlight
    inFlight = save().finally(() => (inFlight = null))
    await inFlight
    // Some changes may remain: typed during the save, or refused because of another window's version.
    const { form, error } = store.getState()
    if (!error && !closed && changesToSave(form)) return flush()
    return !error && changesToSave(form) === null && Object.keys(form.theirs).length === 0
  }

  return {
    store,
    flush,
    acceptedOf: deps.acceptedOf,
    close() {
      closed = true
      clearTimeout(timer)
    },
    /**
     * Saves now and returns the version that the user has seen in full.
     * @returns `changed` if another window changed the form, so that the user must review it again; `null` if the
     * save failed
     */
    async reviewed(): Promise<number | 'changed' | null> {
      const before = store.getState().overtaken
      if (!(await flush())) return null
      const { form, overtaken } = store.getState()
      return overtaken === before ? form.base.version : 'changed'
    },
    /** True if no save is running or due: the form may be discarded. */
    isClean() {
      const { typed, accepted } = store.getState().form
      return inFlight === null && Object.keys(typed).length === 0 && accepted === null
    },
    type: (field: F, value: string) => typeAll([[field, value]]),
    typeAll,
    accept(what: A, on: boolean) {
      update((form) => withAccepted(form, what, on))
      later(0)
    },
    submits(submission: FormOnScreen<F, A>['submission']) {
      store.setState({ submission })
    },
    choose(field: F, whose: 'mine' | 'theirs') {
      update((form) => withChoice(form, field, whose))
      later(0)
    },
    /** Applies a version of the core. During a save the version waits until the save ends. */
    known(next: FormSource<F, A>) {
      // The form is being edited, still or again: its submission is over.
      if (store.getState().submission === 'taken') store.setState({ submission: null })
      if (!inFlight) update((form) => withKnown(form, next))
      else if (!pushed || next.version >= pushed.version) pushed = next
    },
  }
}

export type Autosave<F extends string, A extends string> = ReturnType<typeof createAutosave<F, A>>

/** Error of an action on a form that another window has changed. */
export const changedElsewhere: Extract<Result<never>, { ok: false }> = {
  ok: false,
  error: { code: 'draft-changed', retryable: false },
}

/**
 * Returns the form as it is on screen. Saves it when the page or the window goes away. Applies the saves of other
 * windows.
 * @param known the core's version; the same object while the version is the same
 * @param leave called when the page is left; stable
 */
export function useAutosave<F extends string, A extends string>(
  form: Autosave<F, A>,
  known: FormSource<F, A>,
  leave: () => void,
): FormSource<F, A> {
  const state = useStore(form.store, (on) => on.form)
  useEffect(() => form.known(known), [form, known])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const flush = () => void form.flush()
    // No later event is guaranteed: the window may close or the PC may sleep.
    document.addEventListener('visibilitychange', flush, { signal })
    addEventListener('pagehide', flush, { signal })
    return () => {
      leaving.abort()
      leave()
    }
  }, [form, leave])
  const { version } = state.base
  return { version, fields: fieldsOnScreen(state), accepted: acceptedOnScreen(state) }
}
