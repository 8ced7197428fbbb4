import { Check, CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { savedText as text } from '#shared/text/wizard.ts'
import { clock } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import type { Autosave } from './autosave.ts'
import './autosave.css'

export interface SavedStateProps<F extends string, A extends string> {
  form: Autosave<F, A>
  /** Time of the save that was read. */
  updatedAt: number
}

/** Save indicator; on failure, with the remedy. */
export function SavedState<F extends string, A extends string>({ form, updatedAt }: SavedStateProps<F, A>) {
  const saving = useStore(form.store, (on) => on.saving)
  const error = useStore(form.store, (on) => on.error)
  const savedAt = useStore(form.store, (on) => on.savedAt)
  if (error) {
    return (
      <span className="saved-state saved-state--failed" role="alert">
        <Icon of={CircleAlert} />
        <span>
          <b>{text.failed}.</b> {errorTexts[error.code].title} {text.failedHelp}
        </span>
        <Button size="low" onClick={() => void form.flush()}>
          {text.retry}
        </Button>
      </span>
    )
  }
  return (
    <span className="saved-state">
      <Icon of={Check} />
      {saving ? text.saving : text.saved(clock(savedAt ?? updatedAt))}
    </span>
  )
}
