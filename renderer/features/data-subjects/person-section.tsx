import { type FormEvent, useRef, useState, useEffect } from 'react'
import type { Held } from '#shared/bridge/audit.ts'
import { checkTaxId } from '#shared/domain/tax-id.ts'
import { personText as text } from '#shared/text/audit.ts'
import { taxIdKindLabels, wrongControlText } from '#shared/text/labels.ts'
import { count } from '#shared/text/grammar.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { BusyLine, FailedNotice, SavingBar } from '../../app/task-notice.tsx'
import { SettingsSection } from '../../app/setting-rows.tsx'
import { ErasureLines } from './erasure-lines.tsx'
import { EraseDialog } from './erase-dialog.tsx'

const WORDS = [[text.taxId, text.search, text.export, text.erase, text.words]]

/** Data held about a data subject: for access and erasure requests. */
export function PersonSection() {
  const { bridge, queries } = useClient()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ taxId: string; held: Held } | null>(null)
  const { task, run, forget } = useOnce<'search'>()
  const busy = task.state === 'busy'
  const check = checkTaxId(typed)

  const search = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '' || busy) return field.current?.focus()
    setFound(null)
    const taxId = check.id
    const done = await run('search', async () => {
      // Both are shown at once.
      const [held] = await Promise.all([
        bridge.call('data-subjects.held', { taxId }),
        queries.prefetch('data-subjects.erasures', { taxId }),
      ])
      return held
    })
    if (done) setFound({ taxId, held: done.value })
  }
  return (
    <SettingsSection id="person" rows={WORDS} intro={text.intro}>
      <form className="person-form" noValidate onSubmit={(event) => void search(event)}>
        <Field
          ref={field}
          label={text.taxId}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          value={typed}
          help={<span role="status">{helpFor(typed, check)}</span>}
          onChange={(event) => {
            setTyped(event.target.value)
            // The result belongs to the previous number.
            setFound(null)
            forget()
          }}
        />
        <Button type="submit" disabled={busy || typed.trim() === ''}>
          {text.search}
        </Button>
      </form>
      {busy && <BusyLine words={text.searching} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      {found && (
        <PersonFound
          key={found.taxId}
          taxId={found.taxId}
          held={found.held}
          onHeld={(held) => setFound({ ...found, held })}
        />
      )}
    </SettingsSection>
  )
}

/** Reading of the typed number. An invalid number can be searched for too: the office may have stored it that way. */
function helpFor(typed: string, check: ReturnType<typeof checkTaxId>): string {
  if (typed.trim() === '') return text.taxIdHelp
  if (check.status === 'valid') return `${taxIdKindLabels[check.kind]} ${check.id}`
  const what = check.status === 'wrong-control' ? `${wrongControlText(check.expected)}.` : text.unrecognised
  return `${what} ${text.anyway}`
}

const LABELS = Object.entries(text.labels) as [keyof Held, string][]

interface PersonFoundProps {
  taxId: string
  held: Held
  /** Called with the data that are left after erasing. */
  onHeld: (held: Held) => void
}

/** Counts of the data about a data subject, and actions on them. */
function PersonFound({ taxId, held, onHeld }: PersonFoundProps) {
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
      <ErasureLines taxId={taxId} />
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
