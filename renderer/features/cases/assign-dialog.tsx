import { Check, UserRound, UserRoundPlus, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { FIELD_LENGTHS, HANDOVER_LENGTHS } from '#shared/domain/procedures/fields.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { isSamePerson } from '#shared/domain/mentions.ts'
import { assignText } from '#shared/text/cases.ts'
import { giveText } from '#shared/text/outbox.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { useCombobox } from '../../design/combobox.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { Icon } from '../../design/icon.tsx'
import { FailedNotice } from '../../app/task-notice.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import './cases.css'

interface Choice {
  /** '' for nobody. */
  person: string
  kind: 'me' | 'known' | 'new' | 'nobody'
}

export interface AssignDialogProps {
  amount: number
  /** Person who has them now; '' for nobody, `null` for several people. */
  present: string | null
  /** Set to hand a draft over: a known colleague is chosen, and nobody is chosen by default. */
  giving?: { busy: boolean; error: AppError | null }
  onAssign: (person: string, note: string) => void
  onClose: () => void
}

const LONGEST = 100
const NO_PEOPLE = { me: '', others: [] as readonly string[] }

/** Chooser of the person who has some cases: the user, known people, a typed name, or nobody (ARIA combobox). */
export function AssignDialog({ amount, present, giving, onAssign, onClose }: AssignDialogProps) {
  const text = giving ? giveText : assignText
  const { data } = useQuery('cases.colleagues', {})
  const { me, others } = data ?? NO_PEOPLE
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [isMarkedByKeys, setMarkedByKeys] = useState(false)
  // Enter before the names have arrived would pick another option than the user sees a moment later.
  const all = data === undefined ? [] : choicesFor(typed, me, others)
  const options = giving
    ? all.filter(({ kind, person: who }) => kind === 'known' && !isSamePerson(who, me))
    : all
  const { active, unmark, ...combo } = useCombobox({
    options,
    idOf: ({ kind, person }: Choice) => `${kind} ${person}`,
    first: giving ? 'none' : 'meant',
    onPick: ({ person }) => setChosen(person),
  })
  // A pointer on its way to the button marks options too. Handing over takes a choice.
  const person = chosen ?? (giving && !isMarkedByKeys ? undefined : active?.person)
  const assign = (to: string | undefined) => to !== undefined && onAssign(to, note.trim())
  return (
    <FormDialog
      title={text.title(amount)}
      dismissable={note.trim() === ''}
      cancel={text.cancel}
      submit={text.apply}
      disabled={person === undefined || giving?.busy === true}
      onSubmit={() => assign(person)}
      onClose={onClose}
    >
      {giving?.error && <FailedNotice error={giving.error} />}
      <Field
        label={text.field}
        {...combo.field}
        value={typed}
        maxLength={LONGEST}
        help={
          data?.me === '' ? text.unnamed : giving && others.length === 0 && data ? giveText.alone : text.help
        }
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(null)
          unmark()
        }}
        onKeyDown={(event) => {
          // Enter submits the form with the active option.
          if (event.key === 'Enter') return
          if (!combo.keyDown(event)) return
          setChosen(null)
          setMarkedByKeys(true)
        }}
      />
      <div
        className="label-list label-list--steady"
        {...combo.list}
        aria-label={text.list}
        onPointerMove={() => setMarkedByKeys(false)}
      >
        {options.map((choice) => {
          const isChosen = choice.person === person && (chosen !== null || choice === active)
          return (
            <div
              key={`${choice.kind} ${choice.person}`}
              {...combo.option(choice)}
              className="label-list__option"
              aria-selected={isChosen}
              data-active={choice === active || undefined}
            >
              <Icon of={isChosen ? Check : ICONS[choice.kind]} />
              <span className="clip">{nameOf(choice)}</span>
              <span className="label-list__state tiny muted">{stateOf(choice, present)}</span>
            </div>
          )
        })}
      </div>
      <Field
        label={text.note}
        value={note}
        maxLength={giving ? HANDOVER_LENGTHS.note : FIELD_LENGTHS.notes}
        help={text.noteHelp}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

const ICONS = { me: UserRound, known: UserRound, new: UserRoundPlus, nobody: UserRoundX } as const

const nameOf = ({ kind, person }: Choice): string =>
  kind === 'nobody' ? assignText.nobody : kind === 'new' ? assignText.create(person) : person

const stateOf = ({ kind, person }: Choice, present: string | null): string =>
  [
    kind === 'me' && assignText.me,
    present !== null && kind !== 'new' && isHolder(person, present) && assignText.now,
  ]
    .filter(Boolean)
    .join(' · ')

const isHolder = (person: string, present: string) =>
  person === '' ? present === '' : isSamePerson(person, present)

/** People whose name has the typed text, then nobody, then the typed name itself. */
export function choicesFor(typed: string, me: string, others: readonly string[]): readonly Choice[] {
  const name = typed.trim().replace(/\s+/g, ' ')
  const known: readonly Choice[] = [
    ...(me === '' ? [] : [{ person: me, kind: 'me' as const }]),
    ...others.map((person) => ({ person, kind: 'known' as const })),
  ]
  const found = known.filter(({ person }) => foldText(person).includes(foldText(name)))
  const isKnown = known.some(({ person }) => isSamePerson(person, name))
  return [
    ...found,
    ...(foldText(assignText.nobody).includes(foldText(name))
      ? [{ person: '', kind: 'nobody' as const }]
      : []),
    ...(name === '' || isKnown ? [] : [{ person: name, kind: 'new' as const }]),
  ]
}
