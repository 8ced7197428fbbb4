import { useEffect, useRef, useState } from 'react'
import type { Held } from '#shared/bridge/data-subjects.ts'
import { count } from '#shared/text/grammar.ts'
import { personText as text } from '#shared/text/audit.ts'
import { Button } from '../../design/button.tsx'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { SavingBar } from '../frame/task-notice.tsx'
import { EraseDialog } from './erase-dialog.tsx'

const LABELS = Object.entries(text.labels) as [keyof Held, string][]

export interface PersonFoundProps {
  taxId: string
  held: Held
  /** Data left after erasing. */
  onHeld: (held: Held) => void
}

/** Amount of data about a data subject, and actions on it. */
export function PersonFound({ taxId, held, onHeld }: PersonFoundProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const [erasing, setErasing] = useState(false)
  const [erased, setErased] = useState(false)
  const file = useSaveFile('data-subjects.export', text.exported)
  const total = Object.values(held).reduce((sum, some) => sum + some, 0)
  useEffect(() => title.current?.focus(), [])

  return (
    <section className="person-found">
      <h3 ref={title} tabIndex={-1}>
        {text.found(taxId)}
      </h3>
      {erased && (
        <p role="status">
          {text.erased} {total > 0 && text.left}
        </p>
      )}
      {total === 0 ? (
        !erased && <p className="second">{text.nothing}</p>
      ) : (
        <>
          <dl className="held">
            {LABELS.map(([name, label]) => (
              <Row key={name} label={label} value={held[name]} />
            ))}
          </dl>
          <div className="office-actions">
            <Button size="low" disabled={file.saving !== null} onClick={() => file.save({ taxId })}>
              {text.export}
            </Button>
            <Button size="low" onClick={() => setErasing(true)}>
              {text.erase}
            </Button>
          </div>
          <SavingBar file={file} label={text.exporting} cancel={text.cancel} />
        </>
      )}
      {erasing && (
        <EraseDialog
          taxId={taxId}
          onErased={(left) => {
            setErasing(false)
            setErased(true)
            onHeld(left)
            title.current?.focus()
          }}
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  )
}

function Row({ label, value }: { label: string; value: number }) {
  return (
    <>
      <dt className={value === 0 ? 'muted' : undefined}>{label}</dt>
      <dd className={value === 0 ? 'figures muted' : 'figures'}>{count(value)}</dd>
    </>
  )
}
