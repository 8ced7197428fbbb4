import { useCallback, useMemo, useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { useClient } from '../../replica/client.ts'
import { useAutosave } from '../autosave/use-autosave.ts'
import { draftForm, type DraftForm, expectedIn, leaveDraftForm, sourceOf } from './draft-forms.ts'

/** Draft with this window's unsaved typing, and its form. */
export interface DraftOnScreen {
  /** As on screen: includes typing not saved yet. */
  draft: Draft
  form: DraftForm
}

/** Form of a loaded draft, saved as it is typed and updated with other windows' saves. */
export function useDraftForm(known: Draft): DraftOnScreen {
  const client = useClient()
  const [form] = useState(() => draftForm(client, known))
  const { id } = known
  const leave = useCallback(() => void leaveDraftForm(client, id, form), [client, id, form])
  const source = useMemo(() => sourceOf(known), [known])
  const { version, fields: onScreen, accepted } = useAutosave(form, source, leave)
  const { expected: documents, ...fields } = onScreen
  const expected = expectedIn(documents)
  const { expected: _, ...rest } = known
  const draft = {
    ...rest,
    version,
    fields,
    accepted: [...accepted],
    ...(expected.length > 0 && { expected }),
  }
  return { draft, form }
}
