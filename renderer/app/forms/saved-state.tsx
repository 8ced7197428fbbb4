import { Check, CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { savedText, conflictText } from '#shared/text/wizard.ts'
import { clock } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import type { Autosave } from './autosave.ts'
import { entriesOf } from './form-state.ts'
import './autosave.css'

interface SavedStateProps<F extends string, A extends string> {
  form: Autosave<F, A>
  /** Time of the save that this window read, in ms. */
  updatedAt: number
}

/** Save indicator. After a failure it shows the remedy. */
export function SavedState<F extends string, A extends string>({ form, updatedAt }: SavedStateProps<F, A>) {
  const saving = useStore(form.store, (on) => on.saving)
  const error = useStore(form.store, (on) => on.error)
  const savedAt = useStore(form.store, (on) => on.savedAt)
  if (error) {
    return (
      <span className="saved-state saved-state--failed" role="alert">
        <Icon of={CircleAlert} />
        <span>
          <b>{savedText.failed}.</b> {errorTexts[error.code].title} {savedText.failedHelp}
        </span>
        <Button size="low" onClick={() => void form.flush()}>
          {savedText.retry}
        </Button>
      </span>
    )
  }
  return (
    <span className="saved-state">
      <Icon of={Check} />
      {saving ? savedText.saving : savedText.saved(clock(savedAt ?? updatedAt))}
    </span>
  )
}

interface ConflictNoticeProps<F extends string, A extends string> {
  form: Autosave<F, A>
  /** Values on screen. */
  values: Readonly<Record<F, string>>
  labels: Readonly<Record<F, string>>
  /** Formats values that are not readable as stored, such as codes. */
  wordsOf?: (field: F, value: string) => string
}

/** Fields changed in two windows. Shows both values and lets the user choose. Both values are kept until then. */
export function ConflictNotice<F extends string, A extends string>(props: ConflictNoticeProps<F, A>) {
  const { form, values, labels, wordsOf = (_, value) => value } = props
  const theirs = useStore(form.store, (on) => on.form.theirs)
  const fields = entriesOf<F>(theirs)
  if (fields.length === 0) return null
  return (
    <Notice role="alert" tone="warn" icon={<Sign kind="warn" />}>
      <p>
        <b>{conflictText.title}.</b> {conflictText.body}
      </p>
      <ul className="conflicts">
        {fields.map(([field, value]) => (
          <li key={field} className="conflict">
            <b>{labels[field]}</b>
            <Side
              label={labels[field]}
              what={conflictText.mine}
              value={wordsOf(field, values[field])}
              choose={() => form.choose(field, 'mine')}
            />
            <Side
              label={labels[field]}
              what={conflictText.theirs}
              value={wordsOf(field, value)}
              choose={() => form.choose(field, 'theirs')}
            />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface SideProps {
  label: string
  what: string
  value: string
  choose: () => void
}

function Side({ label, what, value, choose }: SideProps) {
  return (
    <span className="conflict__side">
      <span className="conflict__value">{value === '' ? conflictText.empty : value}</span>
      <Button size="low" aria-label={conflictText.keep(what, label)} onClick={choose}>
        {what}
      </Button>
    </span>
  )
}
