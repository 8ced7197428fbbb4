import {
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useState,
} from 'react'
import { createRoot } from 'react-dom/client'
import { foldField } from '#shared/domain/client-template.ts'
import { caseColumnLabels, casesText as text } from '#shared/text/cases.ts'
import { ListFoot } from '#renderer/design/list.tsx'
import { SearchField } from '#renderer/design/fields.tsx'
import { columnWidths } from '#renderer/features/cases/case-columns.ts'
import { COLUMNS } from './cells.tsx'
import type { PeerRow } from './rows.ts'
import './peers.css'

/** What is to be listed, from the server of the pages. */
export async function loadRows(): Promise<PeerRow[]> {
  return (await (await fetch(`/rows.json${location.search}`)).json()) as PeerRow[]
}

/** Tells the bench that searches may begin. @param ms it took to make them possible */
export function ready(ms: number): void {
  document.body.dataset['ready'] = String(Math.round(ms))
}

/** Shows the list, and again after Ctrl+2; Ctrl+1 leaves it for an empty view. */
export function openPage(List: ComponentType): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Page List={List} />)
}

function Page({ List }: { List: ComponentType }) {
  const [isOpen, setIsOpen] = useState(true)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.ctrlKey || !['1', '2'].includes(event.key)) return
      event.preventDefault()
      setIsOpen(event.key === '2')
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return isOpen ? <List /> : <h1 id="empty">Ventanilla</h1>
}

export interface ListViewProps {
  query: string
  onQuery: (query: string) => void
  /** The query that the rows answer, and how many they are. */
  answered: string
  total: number
  children: ReactNode
}

/** Search, list and foot. */
export function ListView({ query, onQuery, answered, total, children }: ListViewProps) {
  return (
    <main className="peer" data-answered={foldField(answered)}>
      <header className="peer__head">
        <SearchField
          aria-label={text.search}
          placeholder={text.placeholder}
          value={query}
          onChange={({ target }) => onQuery(target.value)}
        />
      </header>
      {children}
      <ListFoot count={text.shown(Math.min(1, total), Math.min(13, total), total)} keys={[]} />
    </main>
  )
}

/** The table around rows, `height` pixels of them. */
export function TableView({
  scroller,
  height,
  onScroll,
  children,
}: {
  scroller?: RefObject<HTMLDivElement | null>
  height: number
  onScroll?: (top: number) => void
  children?: ReactNode
}) {
  const columns = { '--table-columns': columnWidths(COLUMNS) } as CSSProperties
  return (
    <div
      className="data-table case__table"
      ref={scroller}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop)}
    >
      <div className="data-table__table" role="grid" aria-label={text.list} style={columns}>
        <div className="data-table__top data-table__head" role="row" aria-rowindex={1}>
          <span />
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader">
              {caseColumnLabels[column]}
            </span>
          ))}
        </div>
        <div className="data-table__body" role="rowgroup" style={{ height }}>
          {children}
        </div>
      </div>
    </div>
  )
}
