import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Draft } from '#shared/bridge/procedures.ts'
import { useClient } from '../../replica/client.ts'
import { acceptedOnScreen, fieldsOnScreen } from './draft-form.ts'
import { draftForm, type DraftForm, leaveForm } from './draft-forms.ts'

/** A draft with what is typed in this window, and its form. */
export interface DraftOnScreen {
  /** As it is on screen: what is typed is in it before it is kept. */
  draft: Draft
  form: DraftForm
}

/** The form of a draft that was read, kept as it is typed and brought up to date with what others save. */
export function useDraftForm(known: Draft): DraftOnScreen {
  const { bridge, now } = useClient()
  const [form] = useState(() => draftForm(bridge, known, now))
  const state = useStore(form.store, (on) => on.form)
  useEffect(() => form.known(known), [form, known])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const flush = () => void form.flush()
    // The window may be closed or the PC may sleep: nobody says so later.
    document.addEventListener('visibilitychange', flush, { signal })
    addEventListener('pagehide', flush, { signal })
    return () => {
      leaving.abort()
      void leaveForm(known.id)
    }
  }, [form, known.id])
  const { version } = state.base
  const draft = { ...known, version, fields: fieldsOnScreen(state), accepted: [...acceptedOnScreen(state)] }
  return { draft, form }
}
