import { useStore } from 'zustand'
import { conflictText as text } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import type { Autosave } from './autosave.ts'
import { entriesOf } from './form-state.ts'
import './autosave.css'

export interface ConflictNoticeProps<F extends string, A extends string> {
  form: Autosave<F, A>
  /** Values on screen. */
  values: Readonly<Record<F, string>>
  labels: Readonly<Record<F, string>>
  /** Formats the values of a field that are not readable as they are. */
  wordsOf?: (field: F, value: string) => string
}

/** Fields changed in two windows: shows both values and lets the user choose. Neither is lost meanwhile. */
export function ConflictNotice<F extends string, A extends string>(props: ConflictNoticeProps<F, A>) {
  const { form, values, labels, wordsOf = (_, value) => value } = props
  const theirs = useStore(form.store, (on) => on.form.theirs)
  const fields = entriesOf<F>(theirs)
  if (fields.length === 0) return null
  return (
    <Notice role="alert" tone="warn" icon={<Sign kind="warn" />}>
      <p>
        <b>{text.title}.</b> {text.body}
      </p>
      <ul className="conflicts">
        {fields.map(([field, value]) => (
          <li key={field} className="conflict">
            <b>{labels[field]}</b>
            <Side
              label={labels[field]}
              what={text.mine}
              value={wordsOf(field, values[field])}
              choose={() => form.choose(field, 'mine')}
            />
            <Side
              label={labels[field]}
              what={text.theirs}
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
      <span className="conflict__value">{value === '' ? text.empty : value}</span>
      <Button size="low" aria-label={text.keep(what, label)} onClick={choose}>
        {what}
      </Button>
    </span>
  )
}
