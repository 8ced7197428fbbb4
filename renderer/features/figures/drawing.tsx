import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Drawing as Name, FigureGroup, FigureScope } from '#shared/bridge/figures.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { figuresText as text, drawingNames, type FigureTable as Table } from '#shared/text/figures.ts'
import { Button } from '../../design/button.tsx'
import { figuresState } from '../../ui-state/figures-state.ts'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { ListState } from '../frame/lists.tsx'
import { Section } from '../frame/page.tsx'
import { SavingBar } from '../frame/task-notice.tsx'
import { FigureTable, isOfTable } from './figure-table.tsx'

export interface DrawingProps {
  name: Name
  scope: FigureScope
  by?: FigureGroup
  /** `undefined` until it is read. */
  table: Table | undefined
  error: AppError | undefined
  isEmpty: boolean
  /** What else is to be known of these numbers. */
  notes?: readonly string[]
  tools?: ReactNode
  children: ReactNode
}

/** A drawing with what it counts, its table and its files. */
export function Drawing(props: DrawingProps) {
  const { name, scope, by = 'none', table, error, isEmpty, notes = [], tools, children } = props
  const csv = useSaveFile('figures.csv', text.saved)
  const xlsx = useSaveFile('figures.xlsx', text.saved)
  // A cell was opened: it is there on return.
  const [isOpen, setOpen] = useState(() => isOfTable(figuresState().last, name))
  const title = drawingNames[name]
  const file = { drawing: name, scope, by }
  const saves = [
    { format: text.csv, one: csv },
    { format: text.xlsx, one: xlsx },
  ]
  return (
    <Section
      title={title}
      actions={
        table &&
        !isEmpty &&
        saves.map(({ format, one }) => (
          <Button
            key={format}
            size="low"
            tone="plain"
            icon={Download}
            aria-label={text.saveAs(title, format)}
            disabled={one.saving !== null}
            onClick={() => one.save(file)}
          >
            {format}
          </Button>
        ))
      }
    >
      <div className="drawing">
        <p className="small second drawing__about">{text.about[name]}</p>
        {tools}
        {saves.map(({ format, one }) => (
          <SavingBar key={format} file={one} label={text.saving} cancel={text.cancel} />
        ))}
        <ListState
          loaded={table !== undefined || error !== undefined}
          error={table === undefined ? error : null}
          count={isEmpty ? 0 : 1}
          loading={text.reading}
          outlines={4}
          failed={text.failed}
          aside={null}
          empty={table && <p className="muted drawing__empty">{text.empty[name]}</p>}
        >
          {null}
        </ListState>
        {table && !isEmpty && (
          <>
            {children}
            <details
              className="drawing__table"
              open={isOpen}
              onToggle={(event) => setOpen(event.currentTarget.open)}
            >
              <summary>{text.table}</summary>
              {isOpen && <FigureTable name={name} table={table} />}
            </details>
          </>
        )}
        {table && notes.length > 0 && (
          <ul className="drawing__notes small muted">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  )
}
