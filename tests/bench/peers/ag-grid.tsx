import {
  type ColDef,
  type GetRowIdParams,
  type ModelUpdatedEvent,
  type RowSelectionOptions,
  ClientSideRowModelModule,
  ModuleRegistry,
  QuickFilterModule,
  RowApiModule,
  RowSelectionModule,
  themeQuartz,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useCallback, useState } from 'react'
import { foldField } from '#shared/domain/client-template.ts'
import { caseColumnLabels } from '#shared/text/cases.ts'
import { COLUMNS, contentOf, type PeerColumn, ROW_HEIGHT, wordsOf } from './cells.tsx'
import { foundBy } from './found-by.ts'
import { ListView, loadRows, openPage, ready } from './page.tsx'
import type { PeerRow } from './rows.ts'

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  QuickFilterModule,
  RowApiModule,
  RowSelectionModule,
])

/** Columns with more than words in them. */
const DRAWN: readonly PeerColumn[] = ['plate', 'status']

const columns: ColDef<PeerRow>[] = [
  ...COLUMNS.map((column): ColDef<PeerRow> => ({
    colId: column,
    headerName: caseColumnLabels[column],
    flex: column === 'incident' ? 2 : 1,
    valueGetter: ({ data }) => data && wordsOf(column, data),
    getQuickFilterText: () => '',
    ...(DRAWN.includes(column) && {
      cellRenderer: ({ data }: { data?: PeerRow }) => data && contentOf(column, data),
    }),
  })),
  {
    colId: 'found by',
    hide: true,
    valueGetter: ({ data }) => data && foundBy(data),
  },
]

// The same objects at each render: new ones would be new options to the grid.
const rowSelection: RowSelectionOptions<PeerRow> = { mode: 'multiRow' }
const rowId = ({ data }: GetRowIdParams<PeerRow>) => String(data.seq)

const rows = await loadRows()

function List() {
  const [query, setQuery] = useState('')
  const [answer, setAnswer] = useState({ answered: '', total: rows.length })
  const onModelUpdated = useCallback(
    ({ api }: ModelUpdatedEvent<PeerRow>) =>
      setAnswer({
        answered: api.getGridOption('quickFilterText') ?? '',
        total: api.getDisplayedRowCount(),
      }),
    [],
  )
  return (
    <ListView query={query} onQuery={setQuery} {...answer}>
      <div className="peer__grid">
        <AgGridReact<PeerRow>
          theme={themeQuartz}
          rowData={rows}
          columnDefs={columns}
          getRowId={rowId}
          rowHeight={ROW_HEIGHT}
          rowSelection={rowSelection}
          quickFilterText={foldField(query)}
          cacheQuickFilter
          includeHiddenColumnsInQuickFilter
          onModelUpdated={onModelUpdated}
        />
      </div>
    </ListView>
  )
}

openPage(List)
ready(0)
