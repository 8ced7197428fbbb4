import './field.css'

export interface FieldLinksProps<F extends string> {
  fields: readonly F[]
  labels: Readonly<Record<F, string>>
  onField: (field: F) => void
}

/** Links to the fields of a form that are to be corrected. */
export function FieldLinks<F extends string>({ fields, labels, onField }: FieldLinksProps<F>) {
  if (fields.length === 0) return null
  return (
    <ul className="field-links">
      {fields.map((field) => (
        <li key={field}>
          <button type="button" className="text-link" onClick={() => onField(field)}>
            {labels[field]}
          </button>
        </li>
      ))}
    </ul>
  )
}
