import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import MiniSearch from 'minisearch'
import { Fragment, useMemo, useRef, useState } from 'react'
import { foldField } from '#shared/domain/client-template.ts'
import { Cell, COLUMNS, ROW_HEIGHT, RowFrame } from './cells.tsx'
import { searchedFields } from './found-by.ts'
import { ListView, loadRows, openPage, ready, TableView } from './page.tsx'
import type { PeerRow } from './rows.ts'

/** What its examples take. */
const OVERSCAN = 5
const CHUNK = 1_000

const features = tableFeatures({ rowSelectionFeature })
const column = createColumnHelper<typeof features, PeerRow>()
const columns = column.columns(
  COLUMNS.map((id) => column.display({ id, cell: ({ row }) => <Cell column={id} row={row.original} /> })),
)

const rows = await loadRows()
const bySeq = new Map(rows.map((row) => [row.seq, row]))
const index = new MiniSearch<PeerRow>({
  idField: 'seq',
  fields: rows.slice(0, 1).flatMap(searchedFields),
  processTerm: foldField,
  searchOptions: { prefix: true, combineWith: 'AND' },
})

function found(query: string): PeerRow[] {
  if (query.trim() === '') return rows
  return index.search(query).flatMap(({ id }) => bySeq.get(Number(id)) ?? [])
}

function List() {
  const [query, setQuery] = useState('')
  const data = useMemo(() => found(query), [query])
  const table = useTable({ features, columns, data, getRowId: ({ seq }) => String(seq) })
  const scroller = useRef<HTMLDivElement>(null)
  const model = table.getRowModel().rows
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  return (
    <ListView query={query} onQuery={setQuery} answered={query} total={data.length}>
      <TableView scroller={scroller} height={virtual.getTotalSize()}>
        {virtual.getVirtualItems().map((item) => {
          const row = model[item.index]
          return (
            row && (
              <RowFrame
                key={row.id}
                row={row.original}
                index={item.index}
                picked={row.getIsSelected()}
                onPick={() => row.toggleSelected()}
              >
                {row.getAllCells().map((cell) => (
                  <Fragment key={cell.id}>
                    <table.FlexRender cell={cell} />
                  </Fragment>
                ))}
              </RowFrame>
            )
          )
        })}
      </TableView>
    </ListView>
  )
}

openPage(List)
// The rows are shown before they can be searched.
const started = performance.now()
await index.addAllAsync(rows, { chunkSize: CHUNK })
ready(performance.now() - started)
