import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Autosave } from './autosave.ts'
import { acceptedOnScreen, fieldsOnScreen, type FormSource } from './form-state.ts'

/**
 * A form as it is on screen: saved when the page or the window goes away, updated with other windows' saves.
 * @param known the core's version; same reference while it is the same
 * @param leave called with the form when the page is left; stable
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
    // The window may close or the PC may sleep without a later event.
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
