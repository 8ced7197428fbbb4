import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon } from './icon.tsx'
import type { ReactNode } from 'react'

/** Column with more than a name. */
export interface TableColumn {
  id: string
  title: string
  /** Replaces the title: a control. */
  head?: ReactNode
  /** Present order of a sortable column. */
  sort?: 'ascending' | 'descending' | 'none'
  onSort?: () => void
}

/** Column headers. Sortable ones are buttons. */
export function TableHead({ columns }: { columns: readonly (string | TableColumn)[] }) {
  return (
    <div role="rowgroup" className="data-table__top">
      <div className="data-table__head" role="row" aria-rowindex={1}>
        {columns.map((column) => {
          const { id, title, head, sort, onSort } =
            typeof column === 'string' ? ({ id: column, title: column } as TableColumn) : column
          const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
          return (
            <span key={id} role="columnheader" className={`data-table__column-${id}`} aria-sort={sort}>
              {head ??
                (onSort ? (
                  <button type="button" className="data-table__sort" onClick={onSort}>
                    {title}
                    {sort !== 'none' && <Icon of={Arrow} />}
                  </button>
                ) : (
                  title
                ))}
            </span>
          )
        })}
      </div>
    </div>
  )
}
