import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CaseColumn, CaseSort } from '#shared/bridge/cases.ts'
import { columnsText as text, caseSortNames } from '#shared/text/cases.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { ALL_COLUMNS, columnTitle, type ShownColumns } from './case-columns.ts'
import '../../design/field.css'
import './cases.css'

export interface ColumnsDialogProps {
  columns: readonly CaseColumn[]
  /** Columns that fit in the list, and those that do not. */
  fitting: ShownColumns
  sort: CaseSort
  /** @returns true if saved */
  onChange: (columns: readonly CaseColumn[], sort: CaseSort) => Promise<boolean>
  onClose: () => void
}

const DIRECTIONS = [
  { value: 'ascending', label: text.ascending },
  { value: 'descending', label: text.descending },
] as const

interface Chosen {
  /** Every column, also the hidden ones. A hidden column that is shown again returns to its place. */
  order: readonly CaseColumn[]
  shown: ReadonlySet<CaseColumn>
  sort: CaseSort
}

const columnsOf = ({ order, shown }: Chosen) => order.filter((column) => shown.has(column))

/** Columns, their order, and the sort order. The list behind shows each change at once. */
export function ColumnsDialog({ columns, fitting, sort, onChange, onClose }: ColumnsDialogProps) {
  // Choice in this dialog. A change builds on it without waiting for the core's answer to the previous change.
  const [chosen, setChosen] = useState<Chosen>(() => ({
    order: [...columns, ...ALL_COLUMNS.filter((column) => !columns.includes(column))],
    shown: new Set(columns),
    sort,
  }))
  const kept = useRef(chosen)
  const changes = useRef(0)
  const { order, shown } = chosen
  const change = async (part: Partial<Chosen>) => {
    const next = { ...chosen, ...part }
    const mine = ++changes.current
    setChosen(next)
    if (await onChange(columnsOf(next), next.sort)) kept.current = next
    // A failure restores the last saved choice. If a later change is pending, that change decides.
    else if (mine === changes.current) setChosen(kept.current)
  }
  const whereOf = (column: CaseColumn) =>
    fitting.below.includes(column) ? text.below : fitting.hidden.includes(column) ? text.hidden : ''
  const press = (column: CaseColumn) => {
    const next = new Set(shown)
    if (!next.delete(column)) next.add(column)
    if (next.size > 0) void change({ shown: next })
  }
  const move = (index: number, step: 1 | -1) => {
    const here = order[index]
    const there = order[index + step]
    if (here === undefined || there === undefined) return
    void change({ order: order.with(index, there).with(index + step, here) })
  }
  return (
    <TitledDialog
      title={text.title}
      actions={
        <Button tone="primary" onClick={onClose}>
          {text.close}
        </Button>
      }
      onClose={onClose}
    >
      <p className="second small">{text.intro}</p>
      <ul className="columns-dialog__list" aria-label={text.columns}>
        {order.map((column, index) => {
          const title = columnTitle(column)
          return (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  className="pick__box"
                  checked={shown.has(column)}
                  disabled={shown.has(column) && shown.size === 1}
                  title={shown.has(column) && shown.size === 1 ? text.atLeastOne : undefined}
                  onChange={() => press(column)}
                />
                {title}
                {whereOf(column) && <span className="small muted">{whereOf(column)}</span>}
              </label>
              <IconButton
                icon={ArrowUp}
                label={text.up(title)}
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={text.down(title)}
                disabled={index === order.length - 1}
                onClick={() => move(index, 1)}
              />
            </li>
          )
        })}
      </ul>
      <div className="columns-dialog__sort">
        <label>
          {text.sort}
          <select
            value={chosen.sort.by}
            onChange={(event) =>
              void change({ sort: { ...chosen.sort, by: event.target.value as CaseSort['by'] } })
            }
          >
            {Object.entries(caseSortNames).map(([by, name]) => (
              <option key={by} value={by}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Segments
          label={text.direction}
          options={DIRECTIONS}
          value={chosen.sort.descending ? 'descending' : 'ascending'}
          onChange={(value) => void change({ sort: { ...chosen.sort, descending: value === 'descending' } })}
        />
      </div>
    </TitledDialog>
  )
}
