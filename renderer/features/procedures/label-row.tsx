import { Plus, X } from 'lucide-react'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { casesText as text, notesText, procedureText } from '#shared/text/procedure.ts'
import type { Result } from '#shared/bridge/result.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { fieldKeys } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { Section } from '../../app/page.tsx'
import './procedures.css'

const LONGEST = 40
const MOST = 20

/** The office's labels, each with a remove button, and a field to type or choose another label. */
export function LabelRow({
  labels,
  annotations,
}: {
  labels: readonly string[]
  annotations: CaseAnnotations
}) {
  const [adding, setAdding] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const finish = () => {
    const { activeElement } = document
    const wasHere = form.current?.contains(activeElement) === true
    flushSync(() => setAdding(false))
    // The focus does not leave the place where the user has gone while the label was saved.
    if (wasHere) button.current?.focus()
  }
  return (
    <Section title={text.labels}>
      <ul className="labels">
        {labels.map((label) => (
          <li key={label} className="label-chip">
            <span className="clip" title={label}>
              {label}
            </span>
            <button
              type="button"
              className="label-chip__remove"
              aria-label={text.removeLabel(label)}
              title={text.removeLabel(label)}
              onClick={() => void annotations.removeLabel(label)}
            >
              <Icon of={X} />
            </button>
          </li>
        ))}
        {!adding && labels.length < MOST && (
          <li>
            <Actions>
              <Button
                ref={button}
                size="low"
                icon={Plus}
                aria-label={text.addLabel}
                title={text.addLabel}
                onClick={() => setAdding(true)}
              />
            </Actions>
          </li>
        )}
      </ul>
      {adding && (
        <NewLabel
          ref={form}
          known={labels}
          onDone={finish}
          onAdd={async (label) => {
            if (await annotations.addLabel(label)) finish()
          }}
        />
      )}
    </Section>
  )
}

function NewLabel({
  ref,
  known,
  onAdd,
  onDone,
}: {
  ref: RefObject<HTMLFormElement | null>
  known: readonly string[]
  onAdd: (label: string) => Promise<void>
  onDone: () => void
}) {
  const { data } = useQuery('cases.labels', {})
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const label = typed.trim()
    if (label === '' || known.includes(label)) onDone()
    else void onAdd(label)
  }
  return (
    <form ref={ref} className="labels__new" onSubmit={submit}>
      <div className="field__box">
        <input
          ref={input}
          className="field__input"
          aria-label={text.newLabel}
          placeholder={text.newLabel}
          list={list}
          maxLength={LONGEST}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={fieldKeys({ onEscape: onDone })}
        />
        <datalist id={list}>
          {(data?.labels ?? [])
            .filter((label) => !known.includes(label))
            .map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
        </datalist>
      </div>
      <Button size="low" type="submit">
        {text.save}
      </Button>
    </form>
  )
}

/** Annotations of the office on a procedure, and actions on them. */
export function useAnnotations(id: string) {
  const { bridge, queries } = useClient()
  const { data: annotations, error } = useQuery('annotations.get', { id })

  /** Makes a change, refetches the annotations and announces the change. */
  async function change(ask: Promise<Result<unknown>>, said: string): Promise<boolean> {
    const answer = await ask
    if (!answer.ok) {
      sayFailed(answer.error)
      return false
    }
    const now = await bridge.call('annotations.get', { id })
    if (now.ok) queries.put('annotations.get', { id }, now.value)
    announce(said)
    return true
  }
  const selection = { ids: [id] }
  return {
    annotations,
    error,
    pin: (pinned: boolean, why = '') =>
      change(
        bridge.call('cases.pin', { id, pinned, why }),
        pinned ? procedureText.pinDone : procedureText.unpinDone,
      ),
    mark: (marked: boolean) =>
      change(
        bridge.call('cases.mark', { selection, marked }),
        marked ? procedureText.marked : procedureText.unmark,
      ),
    /** Can be undone for a while, with the note of the assignment. */
    async assign(person: string, note: string) {
      const answer = await bridge.call('cases.assign', { selection, person, ...(note !== '' && { note }) })
      if (!answer.ok) return sayFailed(answer.error)
      const before = annotations?.assigned ?? ''
      const { noteIds } = answer.value
      const undo = async () => {
        const back = await bridge.call('cases.assign', { selection, person: before })
        if (!back.ok) return sayFailed(back.error)
        if (noteIds.length > 0) await bridge.call('case-notes.remove', { noteIds })
      }
      showToast(procedureText.assigned(person), 'done', { label: notesText.undo, run: () => void undo() })
    },
    async setSituations(situations: string[]) {
      const answer = await bridge.call('cases.situations', { id, situations })
      if (answer.ok) queries.put('annotations.get', { id }, answer.value)
      return answer
    },
    addLabel: (label: string) =>
      change(bridge.call('cases.label', { selection, add: [label], remove: [] }), text.labelAdded(label)),
    removeLabel: (label: string) =>
      change(bridge.call('cases.label', { selection, add: [], remove: [label] }), text.labelRemoved(label)),
  }
}

export type CaseAnnotations = ReturnType<typeof useAnnotations>
