import { useState, type HTMLAttributes } from 'react'
import {
  Bookmark,
  Copy,
  CopyPlus,
  FileDown,
  Files,
  RefreshCw,
  Tag,
  Check,
  Minus,
  Plus,
  UserRound,
} from 'lucide-react'
import { foldText } from '#shared/domain/normalize-text.ts'
import type { CaseColumn, CaseFacets, CaseSort, CaseRow } from '#shared/bridge/cases.ts'
import { selectionText, labelText } from '#shared/text/cases.ts'
import { copyText } from '#shared/text/fields.ts'
import { ConfirmDialog, FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import type { Picked } from './cases-state.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { Field } from '../../design/fields.tsx'
import { useCombobox } from '../../design/combobox.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { createLike } from '../new-draft/feature.ts'
import { SelectionToolbar } from '../../app/lists.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import {
  assignAll,
  copySummaries,
  isUndoable,
  labelAll,
  markAll,
  refreshAll,
  startCaseTransfer,
  type Target,
} from './case-actions.ts'
import './cases.css'

interface BatchPanelsProps {
  /** Picked rows; without any, the row with the keyboard. */
  target: Target | null
  picked: Picked
  amount: number
  facets: CaseFacets | undefined
  sort: CaseSort
  columns: readonly CaseColumn[]
  /** Rows that the label dialog changes: the target when the dialog opened, even if the list has changed since. */
  labelling: Target | null
  onLabelling: (target: Target | null) => void
  /** Rows that the chooser of a person changes, as of its opening. */
  assigning: Target | null
  onAssigning: (target: Target | null) => void
  onClear: () => void
}

/**
 * Panels over the list for the picked rows: the bar, the label dialog, and the confirmation of actions that cannot be
 * undone.
 */
export function BatchPanels(props: BatchPanelsProps) {
  const { target, picked, amount, facets, sort, columns, labelling, onLabelling, assigning, onAssigning } =
    props
  const client = useClient()
  const [asking, setAsking] = useState<{ amount: number; run: () => void } | null>(null)
  /** Runs the action at once if it can be undone. Otherwise asks for confirmation first. */
  const sure = (of: Target, run: () => void) =>
    isUndoable(of) ? run() : setAsking({ amount: of.amount, run })
  const only = target?.rows?.length === 1 ? target.rows[0] : undefined
  return (
    <>
      {target && amount > 0 && (
        <SelectionBar
          amount={amount}
          everything={picked.kind === 'all'}
          onMark={(marked) => sure(target, () => void markAll(client, target, marked))}
          onLabel={() => onLabelling(target)}
          onAssign={() => onAssigning(target)}
          onCopy={() => void copySummaries(client, target)}
          onExport={(what) =>
            void startCaseTransfer(client.bridge, what, {
              selection: target.selection,
              sort,
              columns: [...columns],
            })
          }
          onRefresh={() => void refreshAll(client, target)}
          onServiceDocuments={() =>
            void startCaseTransfer(client.bridge, 'service-documents.zip', {
              selection: target.selection,
              which: 'generated',
            })
          }
          onLike={only ? () => void createLike(client, only.id) : null}
          onClear={props.onClear}
        />
      )}
      {labelling && (
        <LabelDialog
          target={labelling}
          facets={facets}
          onClose={() => onLabelling(null)}
          onApply={(add, remove) => {
            onLabelling(null)
            sure(labelling, () => void labelAll(client, labelling, add, remove))
          }}
        />
      )}
      {assigning && (
        <AssignDialog
          amount={assigning.amount}
          present={personOf(assigning.rows)}
          onClose={() => onAssigning(null)}
          onAssign={(person, note) => {
            onAssigning(null)
            sure(assigning, () => void assignAll(client, assigning, person, note))
          }}
        />
      )}
      {asking && (
        <ConfirmDialog
          title={selectionText.confirmTitle(asking.amount)}
          body={selectionText.confirmBody}
          keep={selectionText.confirmKeep}
          submit={selectionText.confirmDo(asking.amount)}
          onSubmit={() => {
            setAsking(null)
            asking.run()
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Person who has all of the rows; '' for nobody, `null` for several people or rows that were not read. */
function personOf(rows: readonly CaseRow[] | null): string | null {
  const [first, ...rest] = rows ?? []
  return first !== undefined && rest.every(({ assigned }) => assigned === first.assigned)
    ? first.assigned
    : null
}

interface SelectionBarProps {
  amount: number
  everything: boolean
  onMark: (marked: boolean) => void
  onLabel: () => void
  onAssign: () => void
  onCopy: () => void
  onExport: (what: 'cases.csv' | 'cases.xlsx') => void
  onRefresh: () => void
  onServiceDocuments: () => void
  /** Starts another procedure like the picked one; `null` unless exactly one row is picked. */
  onLike: (() => void) | null
  onClear: () => void
}

function SelectionBar(props: SelectionBarProps) {
  const hint = useKeyHint()
  const amount = props.everything
    ? selectionText.everything(props.amount)
    : selectionText.amount(props.amount)
  return (
    <SelectionToolbar
      label={selectionText.label}
      amount={amount}
      clear={selectionText.clear}
      onClear={props.onClear}
    >
      <Button tone="plain" size="low" icon={Copy} {...hint('cases.copy')} onClick={props.onCopy}>
        {selectionText.copy}
      </Button>
      <Button tone="plain" size="low" icon={Files} onClick={props.onServiceDocuments}>
        {selectionText.serviceDocuments}
      </Button>
      <Button tone="plain" size="low" icon={Tag} {...hint('cases.label')} onClick={props.onLabel}>
        {selectionText.labels}
      </Button>
      <Button tone="plain" size="low" icon={UserRound} {...hint('cases.assign')} onClick={props.onAssign}>
        {selectionText.assign}
      </Button>
      <MenuButton
        label={selectionText.more}
        items={[
          ...(props.onLike
            ? [{ id: 'like', label: copyText.action, icon: <Icon of={CopyPlus} />, run: props.onLike }]
            : []),
          {
            id: 'mark',
            divided: props.onLike !== null,
            label: selectionText.mark,
            icon: <Icon of={Bookmark} />,
            run: () => props.onMark(true),
          },
          {
            id: 'unmark',
            label: selectionText.unmark,
            icon: <Icon of={Bookmark} />,
            run: () => props.onMark(false),
          },
          {
            id: 'refresh',
            label: selectionText.refresh,
            icon: <Icon of={RefreshCw} />,
            divided: true,
            run: props.onRefresh,
          },
          {
            id: 'csv',
            label: selectionText.exportCsv,
            icon: <Icon of={FileDown} />,
            divided: true,
            run: () => props.onExport('cases.csv'),
          },
          {
            id: 'xlsx',
            label: selectionText.exportXlsx,
            icon: <Icon of={FileDown} />,
            run: () => props.onExport('cases.xlsx'),
          },
        ]}
      >
        {selectionText.more}
      </MenuButton>
    </SelectionToolbar>
  )
}

interface LabelDialogProps {
  target: Target
  /** Number of rows with each label in the filter. Used when the rows have not been read. */
  facets: CaseFacets | undefined
  onApply: (add: readonly string[], remove: readonly string[]) => void
  onClose: () => void
}

const LONGEST = 40
const NONE: readonly string[] = []

/** Adds labels to the picked rows, or removes labels. One field finds labels and creates new ones (ARIA combobox). */
function LabelDialog({ target, facets, onApply, onClose }: LabelDialogProps) {
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
      title={labelText.title(target.amount)}
      dismissable={choices.size === 0}
      cancel={labelText.cancel}
      submit={labelText.apply}
      disabled={choices.size === 0}
      onSubmit={() => onApply(chosenLabels(choices, 'add'), chosenLabels(choices, 'remove'))}
      onClose={onClose}
    >
      <Field
        label={labelText.field}
        {...combo.field}
        value={typed}
        help={labelText.help}
        error={tooLong ? labelText.tooLong : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          unmark()
        }}
        onKeyDown={combo.keyDown}
      />
      <div className="label-list" {...combo.list} aria-multiselectable="true" aria-label={labelText.list}>
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
      {options.length === 0 && <p className="small muted">{labelText.none}</p>}
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

/** Option for one label: present state and choice. The focus stays in the field. */
function LabelOption({ as, label, fresh, having, choice, active }: LabelOptionProps) {
  const on = choice === 'add' || (choice === undefined && having === 'all')
  const mixed = choice === undefined && having === 'some'
  const Mark = fresh ? Plus : mixed ? Minus : Check
  const state =
    choice === 'add'
      ? labelText.will
      : choice === 'remove'
        ? labelText.wont
        : having === 'none' || fresh
          ? ''
          : labelText[having]
  return (
    <div {...as} className="label-list__option" aria-selected={on} data-active={active || undefined}>
      <span className={on || mixed || fresh ? 'label-list__mark' : 'label-list__mark label-list__mark--off'}>
        <Icon of={Mark} />
      </span>
      <span className="clip">{fresh ? labelText.create(label) : label}</span>
      <span className="label-list__state tiny muted">{state}</span>
    </div>
  )
}

/** Share of the picked rows that have a label. */
type Having = 'all' | 'some' | 'none'

/**
 * @param rows the picked rows; `null` if not read
 * @param counted used without `rows`: number of rows with the label, and number of all rows
 */
export function havingOf(
  label: string,
  rows: readonly Pick<CaseRow, 'labels'>[] | null,
  counted?: { n: number; total: number },
): Having {
  const n = rows === null ? (counted?.n ?? 0) : rows.filter(({ labels }) => labels.includes(label)).length
  const total = rows === null ? (counted?.total ?? 0) : rows.length
  if (n === 0) return 'none'
  return n >= total ? 'all' : 'some'
}

/** Choice for each label: add it to all rows, or remove it from all. A label without a choice stays as it is. */
type LabelChoices = ReadonlyMap<string, 'add' | 'remove'>

/**
 * Choices after a press on a label. An earlier choice is withdrawn. Otherwise a label that all rows have is removed,
 * and any other label is added.
 */
export function pressed(choices: LabelChoices, label: string, having: Having): LabelChoices {
  const next = new Map(choices)
  if (next.delete(label)) return next
  return next.set(label, having === 'all' ? 'remove' : 'add')
}

/** Labels that match the typed text, and the new label that the text could create. */
export function labelsFor(
  typed: string,
  known: readonly string[],
): { found: readonly string[]; fresh: string | null } {
  const name = typed.trim().replace(/\s+/g, ' ')
  const found = known.filter((label) => foldText(label).includes(foldText(name)))
  const exists = known.some((label) => foldText(label) === foldText(name))
  return { found, fresh: name === '' || exists ? null : name }
}

export const chosenLabels = (choices: LabelChoices, what: 'add' | 'remove'): readonly string[] =>
  [...choices].filter(([, choice]) => choice === what).map(([label]) => label)
