import { createStore } from 'zustand/vanilla'
import type { Draft } from '#shared/bridge/procedures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { Acceptable, FieldName } from '#shared/domain/procedures/fields.ts'
import type { Bridge } from '../../bridge.ts'
import {
  changesToSave,
  type DraftFormState,
  formOf,
  withAccepted,
  withChoice,
  withKnown,
  withSaved,
  withSent,
  withTyped,
} from './draft-form.ts'

/** What was typed is at most so long only in the window. */
const SAVE_AFTER_MS = 250
const RETRY_AFTER_MS = 3_000

export interface FormOnScreen {
  form: DraftFormState
  saving: boolean
  /** Why the last save was not taken. It is tried again where that may help. */
  error: AppError | null
  savedAt: number | null
}

/** The form of one draft, kept in the core as it is typed. */
export function createDraftForm(bridge: Bridge, draft: Draft, now: () => number) {
  const store = createStore<FormOnScreen>(() => ({
    form: formOf(draft),
    saving: false,
    error: null,
    savedAt: null,
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = Infinity
  let inFlight: Promise<void> | null = null
  /** Said while a save is on its way: it may be an echo of it. */
  let heard: Draft | null = null

  const update = (next: (form: DraftFormState) => DraftFormState) =>
    store.setState(({ form }) => ({ form: next(form) }))

  /** Whoever goes on typing does not put off what is due. */
  function later(ms = SAVE_AFTER_MS) {
    const at = now() + ms
    if (at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function save(): Promise<void> {
    const changes = changesToSave(store.getState().form)
    if (!changes) return store.setState({ error: null })
    const { version } = store.getState().form.base
    update((form) => withSent(form, changes))
    store.setState({ saving: true })
    const answer = await bridge.call('procedures.draft-save', { id: draft.id, version, ...changes })
    if (answer.ok) {
      update((form) => withSaved(form, answer.value))
      store.setState({ saving: false, error: null, savedAt: now() })
      return hear()
    }
    // Somebody else was first: what they have is looked at, and ours saved on top of it where both agree.
    if (answer.error.code === 'draft-changed') {
      const current = await bridge.call('procedures.draft-get', { id: draft.id })
      store.setState({ saving: false })
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
    if (!error && changesToSave(form)) return flush()
    return !error && changesToSave(form) === null && Object.keys(form.theirs).length === 0
  }

  return {
    store,
    flush,
    /** Nothing is on its way, and nothing waits or has to be chosen: it may be forgotten. */
    isClean() {
      const { typed, accepted } = store.getState().form
      return inFlight === null && Object.keys(typed).length === 0 && accepted === null
    },
    type(field: FieldName, value: string) {
      update((form) => withTyped(form, field, value))
      later()
    },
    accept(what: Acceptable, on: boolean) {
      update((form) => withAccepted(form, what, on))
      later(0)
    },
    choose(field: FieldName, whose: 'mine' | 'theirs') {
      update((form) => withChoice(form, field, whose))
      later(0)
    },
    /** What the core says of it now. */
    known(next: Draft) {
      if (!inFlight) update((form) => withKnown(form, next))
      else if (!heard || next.version >= heard.version) heard = next
    },
  }
}

export type DraftForm = ReturnType<typeof createDraftForm>

/** Those being filled in, and those left with something that the core has not taken yet. */
const forms = new Map<string, DraftForm>()

/** The form of a draft: the same one while something of it is not kept. */
export function draftForm(bridge: Bridge, draft: Draft, now: () => number): DraftForm {
  const known = forms.get(draft.id)
  if (known) return known
  const form = createDraftForm(bridge, draft, now)
  forms.set(draft.id, form)
  return form
}

/** Its page is left. */
export async function leaveForm(id: string): Promise<void> {
  const form = forms.get(id)
  if (!form) return
  await form.flush()
  if (form.isClean() && forms.get(id) === form) forms.delete(id)
}
