import { Check, Minus, Plus } from 'lucide-react'
import { type HTMLAttributes, useState } from 'react'
import type { CaseFacets } from '#shared/bridge/cases.ts'
import { labelText as text } from '#shared/text/cases.ts'
import { Field } from '../../design/fields.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { Icon } from '../../design/icon.tsx'
import { useCombobox } from '../../design/combobox.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import type { Target } from './case-actions.ts'
import { chosenLabels, havingOf, type LabelChoices, labelsFor, pressed } from './label-choices.ts'
import './cases.css'

export interface LabelDialogProps {
  target: Target
  /** Rows of the filter with each label: used when the rows have not been read. */
  facets: CaseFacets | undefined
  onApply: (add: readonly string[], remove: readonly string[]) => void
  onClose: () => void
}

const LONGEST = 40
const NONE: readonly string[] = []

/** Labels of the picked rows: add, remove or leave alone, from a field that finds and creates (ARIA combobox). */
export function LabelDialog({ target, facets, onApply, onClose }: LabelDialogProps) {
  const [typed, setTyped] = useState('')
  const [choices, setChoices] = useState<LabelChoices>(new Map())
  const known = useQuery('cases.labels', {}).data?.labels ?? NONE
  const invented = [...choices.keys()].filter((label) => !known.includes(label))
  const { found, fresh } = labelsFor(typed, [...invented, ...known])
  const options = fresh === null ? found : [...found, fresh]
  const tooLong = fresh !== null && fresh.length > LONGEST
  const having = (label: string) =>
    havingOf(label, target.rows, {
      n: facets?.labels.find(({ value }) => value === label)?.n ?? 0,
      total: target.amount,
    })

  const { active, unmark, ...combo } = useCombobox({
    options,
    idOf: (label) => label,
    first: 'seen',
    onPick: (label) => {
      if (label.length > LONGEST) return
      setChoices(pressed(choices, label, having(label)))
      if (label !== fresh) return
      setTyped('')
      unmark()
    },
  })

  return (
    <FormDialog
      title={text.title(target.amount)}
      dismissable={choices.size === 0}
      cancel={text.cancel}
      submit={text.apply}
      disabled={choices.size === 0}
      onSubmit={() => onApply(chosenLabels(choices, 'add'), chosenLabels(choices, 'remove'))}
      onClose={onClose}
    >
      <Field
        label={text.field}
        {...combo.field}
        value={typed}
        help={text.help}
        error={tooLong ? text.tooLong : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          unmark()
        }}
        onKeyDown={combo.keyDown}
      />
      <div className="label-list" {...combo.list} aria-multiselectable="true" aria-label={text.list}>
        {options.map((label) => (
          <LabelOption
            key={label}
            as={combo.option(label)}
            label={label}
            fresh={label === fresh}
            having={having(label)}
            choice={choices.get(label)}
            active={label === active}
          />
        ))}
      </div>
      {options.length === 0 && <p className="small muted">{text.none}</p>}
    </FormDialog>
  )
}

interface LabelOptionProps {
  as: HTMLAttributes<HTMLElement>
  label: string
  fresh: boolean
  having: ReturnType<typeof havingOf>
  choice: 'add' | 'remove' | undefined
  active: boolean
}

/** Label option: present state and choice. The keyboard stays in the field. */
function LabelOption({ as, label, fresh, having, choice, active }: LabelOptionProps) {
  const on = choice === 'add' || (choice === undefined && having === 'all')
  const mixed = choice === undefined && having === 'some'
  const Mark = fresh ? Plus : mixed ? Minus : Check
  const state =
    choice === 'add'
      ? text.will
      : choice === 'remove'
        ? text.wont
        : having === 'none' || fresh
          ? ''
          : text[having]
  return (
    <div {...as} className="label-list__option" aria-selected={on} data-active={active || undefined}>
      <span className={on || mixed || fresh ? 'label-list__mark' : 'label-list__mark label-list__mark--off'}>
        <Icon of={Mark} />
      </span>
      <span className="clip">{fresh ? text.create(label) : label}</span>
      <span className="label-list__state tiny muted">{state}</span>
    </div>
  )
}
