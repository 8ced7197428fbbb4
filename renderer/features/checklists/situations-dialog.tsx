import { useId, useState } from 'react'
import type { Result } from '#shared/bridge/result.ts'
import { type Checklists, readChoice, situationChoices } from '#shared/domain/procedures/checklists.ts'
import { type DraftKind, hasOwner } from '#shared/domain/procedures/kinds.ts'
import {
  caseSituationsText as text,
  choiceLabel,
  partyLabel,
  situationLabels,
} from '#shared/text/checklists.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice } from '../../app/task-notice.tsx'

interface SituationsDialogProps {
  kind: DraftKind
  /** Choices that the data tell. They cannot be unticked. */
  told: readonly string[]
  chosen: readonly string[]
  lists: Checklists
  onSave: (situations: string[]) => Promise<Result<unknown>>
  onClose: () => void
}

/** Chooses the situations of a case: those of each party, and those of the operation. */
export function SituationsDialog({ kind, told, chosen, lists, onSave, onClose }: SituationsDialogProps) {
  const [ticked, setTicked] = useState<readonly string[]>(chosen)
  const { task, run } = useOnce<'save'>()
  const id = useId()
  const offered = situationChoices(kind, lists)
  // Choices of a later version, or whose list the office emptied, stay.
  const others = chosen.filter((choice) => !offered.includes(choice))
  const choices = [...offered, ...others.filter((choice) => readChoice(choice) !== null)]
  const groups = Map.groupBy(choices, (choice) => readChoice(choice)?.party ?? null)
  const save = async () => {
    const situations = [...others, ...offered.filter((choice) => ticked.includes(choice))]
    if (!(await run('save', () => onSave(situations)))) return
    showToast(text.saved)
    onClose()
  }
  return (
    <FormDialog
      title={text.title}
      cancel={text.cancel}
      submit={text.save}
      disabled={task.state === 'busy'}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="second">{text.help}</p>
      <div className="situations">
        {[...groups].map(([party, ofParty]) => (
          <fieldset key={party ?? ''} className="situations__group">
            <legend>{party === null ? text.operation : partyLabel(party, kind)}</legend>
            {ofParty.map((choice) => {
              const isTold = told.includes(choice)
              const isOther = others.includes(choice)
              const situation = readChoice(choice)?.situation
              return (
                <div key={choice} className="situations__choice">
                  <input
                    type="checkbox"
                    id={`${id}-${choice}`}
                    className="pick__box"
                    checked={isTold || ticked.includes(choice)}
                    disabled={isTold || isOther}
                    onChange={({ target }) =>
                      setTicked(
                        target.checked ? [...ticked, choice] : ticked.filter((other) => other !== choice),
                      )
                    }
                  />
                  <label htmlFor={`${id}-${choice}`}>
                    {situation === undefined || hasOwner(kind)
                      ? choiceLabel(choice, kind)
                      : situationLabels[situation]}
                    {isTold && <span className="muted small"> · {text.told}</span>}
                  </label>
                </div>
              )
            })}
          </fieldset>
        ))}
      </div>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}
