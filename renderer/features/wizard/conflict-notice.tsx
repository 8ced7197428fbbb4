import { useStore } from 'zustand'
import type { FieldName } from '#shared/domain/procedures/fields.ts'
import { conflictText as text } from '#shared/text/app-wizard.ts'
import { fieldLabels } from '#shared/text/procedure-fields.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import type { Wizard } from './use-wizard.ts'

/** Two windows have changed the same fields: both values, and one is chosen for each. Nothing is lost meanwhile. */
export function ConflictNotice({ wizard: { draft, form } }: { wizard: Wizard }) {
  const theirs = useStore(form.store, (on) => on.form.theirs)
  const fields = Object.entries(theirs) as [FieldName, string][]
  if (fields.length === 0) return null
  return (
    <Notice role="alert" tone="warn" icon={<Sign kind="warn" />}>
      <p>
        <b>{text.title}.</b> {text.body}
      </p>
      <ul className="conflicts">
        {fields.map(([field, value]) => (
          <li key={field} className="conflict">
            <b>{fieldLabels[field]}</b>
            <Side
              field={field}
              what={text.mine}
              value={draft.fields[field]}
              choose={() => form.choose(field, 'mine')}
            />
            <Side
              field={field}
              what={text.theirs}
              value={value}
              choose={() => form.choose(field, 'theirs')}
            />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

interface SideProps {
  field: FieldName
  what: string
  value: string
  choose: () => void
}

function Side({ field, what, value, choose }: SideProps) {
  return (
    <span className="conflict__side">
      <span className="conflict__value">{value === '' ? text.empty : value}</span>
      <Button size="low" aria-label={text.keep(what, fieldLabels[field])} onClick={choose}>
        {what}
      </Button>
    </span>
  )
}
