import { useCallback, useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { useClient } from '../../replica/client.ts'
import { useAutosave } from '../autosave/use-autosave.ts'
import { draftForm, type DraftForm, leaveDraftForm } from './draft-forms.ts'

/** A draft with what is typed in this window, and its form. */
export interface DraftOnScreen {
  /** As it is on screen: what is typed is in it before it is kept. */
  draft: Draft
  form: DraftForm
}

/** The form of a draft that was read, kept as it is typed and brought up to date with what others save. */
export function useDraftForm(known: Draft): DraftOnScreen {
  const client = useClient()
  const [form] = useState(() => draftForm(client, known))
  const { id } = known
  const leave = useCallback(() => void leaveDraftForm(client, id, form), [client, id, form])
  const { version, fields, accepted } = useAutosave(form, known, leave)
  return { draft: { ...known, version, fields, accepted: [...accepted] }, form }
}
