import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { DeskColumn, DeskSort } from '#shared/bridge/desk.ts'
import { columnsText as text, deskSortNames } from '#shared/text/app-desk.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Segments } from '../../design/segments.tsx'
import { ALL_COLUMNS, columnTitle } from './desk-columns.ts'
import './columns-dialog.css'

export interface ColumnsDialogProps {
  columns: readonly DeskColumn[]
  sort: DeskSort
  /** @returns whether it was kept */
  onChange: (columns: readonly DeskColumn[], sort: DeskSort) => Promise<boolean>
  onClose: () => void
}

const DIRECTIONS = [
  { value: 'ascending', label: text.ascending },
  { value: 'descending', label: text.descending },
] as const

/** Which columns, in which order, and what the rows are ordered by. It is seen behind as it changes. */
export function ColumnsDialog({ columns, sort, onChange, onClose }: ColumnsDialogProps) {
  // Their places while it is open: one that is taken away can be put back where it was.
  const [order, setOrder] = useState<readonly DeskColumn[]>(() => [
    ...columns,
    ...ALL_COLUMNS.filter((column) => !columns.includes(column)),
  ])
  // Each change is made to what was pressed here: an answer to the one before does not take it back.
  const [shown, setShown] = useState<ReadonlySet<DeskColumn>>(() => new Set(columns))
  const show = async (next: readonly DeskColumn[], nextShown: ReadonlySet<DeskColumn>) => {
    setOrder(next)
    setShown(nextShown)
    const isKept = await onChange(
      next.filter((column) => nextShown.has(column)),
      sort,
    )
    if (isKept) return
    setOrder(order)
    setShown(shown)
  }
  const chosen = order.filter((column) => shown.has(column))
  const press = (column: DeskColumn) => {
    const next = new Set(shown)
    if (!next.delete(column)) next.add(column)
    if (next.size > 0) void show(order, next)
  }
  const move = (index: number, step: 1 | -1) => {
    const here = order[index]
    const there = order[index + step]
    if (here === undefined || there === undefined) return
    void show(order.with(index, there).with(index + step, here), shown)
  }
  return (
    <Dialog label={text.title} onClose={onClose}>
      <div className="dialog__form">
        <div className="dialog__body columns-dialog">
          <h2>{text.title}</h2>
          <p className="second small">{text.intro}</p>
          <ul className="columns-dialog__list" aria-label={text.columns}>
            {order.map((column, index) => {
              const title = columnTitle(column)
              return (
                <li key={column}>
                  <label>
                    <input
                      type="checkbox"
                      className="desk__box"
                      checked={shown.has(column)}
                      disabled={shown.has(column) && shown.size === 1}
                      title={shown.has(column) && shown.size === 1 ? text.atLeastOne : undefined}
                      onChange={() => press(column)}
                    />
                    {title}
                  </label>
                  <Button
                    tone="plain"
                    size="low"
                    icon={<ArrowUp className="icon" aria-hidden="true" />}
                    aria-label={text.up(title)}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <Button
                    tone="plain"
                    size="low"
                    icon={<ArrowDown className="icon" aria-hidden="true" />}
                    aria-label={text.down(title)}
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
                value={sort.by}
                onChange={(event) =>
                  void onChange(chosen, { ...sort, by: event.target.value as DeskSort['by'] })
                }
              >
                {Object.entries(deskSortNames).map(([by, name]) => (
                  <option key={by} value={by}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <Segments
              label={text.direction}
              options={DIRECTIONS}
              value={sort.descending ? 'descending' : 'ascending'}
              onChange={(value) => void onChange(chosen, { ...sort, descending: value === 'descending' })}
            />
          </div>
        </div>
        <div className="dialog__actions">
          <Button tone="primary" onClick={onClose}>
            {text.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
