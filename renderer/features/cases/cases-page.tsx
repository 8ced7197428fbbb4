import { useState, useMemo, useCallback, useSyncExternalStore } from 'react'
import type { CaseRow, CaseColumn, CaseFilter, CaseSort } from '#shared/bridge/cases.ts'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { count } from '#shared/text/grammar.ts'
import {
  casesText as text,
  caseTransferText,
  viewText,
  selectionText,
  printText,
} from '#shared/text/cases.ts'
import { useClient } from '../../replica/client.ts'
import { useCaseList } from '../../replica/use-case-list.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useReadAhead } from '../../replica/use-resource-page.ts'
import { selectionOf, type Picked, setPlace, setPreview, useProceduresState } from './cases-state.ts'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { enterTable } from '../../design/fields.tsx'
import { useOnlyHit, ListState, useHidesNames } from '../../app/lists.tsx'
import { Page } from '../../app/page.tsx'
import { useNewMenu } from '../new-draft/feature.ts'
import { BatchPanels } from './batch-panels.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import {
  cancelCaseTransfer,
  copySummaries,
  readRows,
  startCaseTransfer,
  type Target,
  targetOf,
  useCaseTransfer,
  usePicking,
} from './case-actions.ts'
import { NoneFound, NothingYet } from './case-empty.tsx'
import { createSight, CaseFoot, CaseList } from './case-list.tsx'
import { CaseActions, CaseTools } from './case-tools.tsx'
import { CasePreview } from './case-preview.tsx'
import { PrintSheet } from '../../app/page-parts.tsx'
import { columnWords, rowName } from './row-words.ts'
import { ProcedurePlaces } from './places.tsx'
import { useCaseView, ViewMenu } from './saved-views.tsx'
import { isDefaultColumns } from '#shared/domain/procedures/views.ts'
import { BREAKPOINTS, useMedia } from '../../design/breakpoints.ts'
import { shownColumns, type ShownColumns, smallColumns, columnTitle, type RowView } from './case-columns.ts'
import { searchMarks } from '#shared/domain/search-marks.ts'
import { useLast } from '../../app/account-change.ts'
import { announce } from '../../app/announcer.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { droppable } from './filter-chips.ts'
import { TransferBar } from '../../design/layout.tsx'
import { ALL_VIEW, OPEN_VIEW, sameFilter, type ShownView } from './views.ts'
import './cases.css'

/** Page *Expedientes*: the procedures that this PC has stored, filtered by a view. */
export function CasesPage({ route }: { route: Extract<Route, { view: 'procedures' }> }) {
  const client = useClient()
  const { view, saved, filter, changed, change, typed, type, show, resize } = useCaseView(route.list)
  const left = useProceduresState(({ place }) => place)
  const startAt = left?.view === view.id ? left.index : 0
  const list = useCaseList(filter, view.sort, startAt)
  // The rows come first; the counts may come later.
  const counting = useQuery('cases.facets', { filter: list.foundBy }, list.loaded)
  const facets = useLast(counting.data)
  const preview = useProceduresState((state) => state.preview)
  const picking = usePicking(list, filter, view.sort)
  const fitting = useFittingColumns(view.columns, preview)
  const rowView = useRowView(fitting, list.foundBy)
  const printing = usePrintList(view.name, filter, view.sort, view.columns)
  const creating = useNewMenu()
  const [showsColumns, setShowsColumns] = useState(false)
  const [labelling, setLabelling] = useState<Target | null>(null)
  const [assigning, setAssigning] = useState<Target | null>(null)
  const [at, setAt] = useState(startAt)
  const [sight] = useState(createSight)

  const total = list.rows.length
  const current = total > 0 ? list.rows.at(Math.min(at, total - 1)) : undefined
  useReadAhead('procedure', current?.id, current?.subject.vrm)
  const target = targetOf(picking.picked, total, current)
  const some = picking.amount > 0
  const empty = list.loaded && total === 0 && !list.error
  // Without an open case there may still be ended ones.
  const isPlain = empty && !changed && (view.id === OPEN_VIEW || view.id === ALL_VIEW)
  const known = useQuery('cases.counts', isPlain ? { filters: [{}] } : null).data?.counts[0]
  const nothingYet = isPlain && known === 0

  const search = (words: string) => {
    const next = type(words)
    if (next !== filter) list.ask(next)
  }
  const open = (row: CaseRow, index: number) => {
    setPlace(view.id, index, row.id)
    openRoute({ view: 'procedure', id: row.id })
  }
  const onlyHit = useOnlyHit({
    typed,
    isAnswered: list.loaded && sameFilter(list.foundBy, filter),
    only: total === 1 ? list.rows.at(0) : undefined,
    open: (row) => open(row, 0),
    onSeveral: () => enterTable('.case__table'),
    count: total,
  })
  useShortcuts(
    {
      'cases.label': target !== null && (() => setLabelling(target)),
      'cases.assign': target !== null && (() => setAssigning(target)),
      'cases.copy': target !== null && (() => void copySummaries(client, target)),
      'cases.clear': () => {
        if (typed !== '') type('')
        else if (some) picking.clear()
        else if (preview) setPreview(false)
      },
    },
    current && rowName(current),
  )

  return (
    <Page
      title={view.id === OPEN_VIEW ? viewTitles.procedures : view.name}
      section={viewTitles.procedures}
      flush
      state={
        !nothingYet && (
          <>
            <ViewMenu view={view} saved={saved} filter={filter} changed={changed} />
            {list.loaded && <span className="second small figures">{countWords(view, filter, total)}</span>}
            {changed && view.id !== OPEN_VIEW && view.id !== ALL_VIEW && (
              <span className="muted small case__changed">{viewText.changed}</span>
            )}
          </>
        )
      }
      actions={
        !nothingYet && (
          <CaseActions
            some={total > 0}
            picked={picking.amount}
            onExport={(what) =>
              void startCaseTransfer(client.bridge, what, {
                selection: selectionOf(picking.picked) ?? { filter },
                sort: view.sort,
                columns: [...view.columns],
              })
            }
            onPrint={() => printing.print(picking.picked)}
            begin={creating.button}
          />
        )
      }
    >
      <ProcedurePlaces where="page" />
      <CaseTools
        isShown={!nothingYet}
        typed={typed}
        onType={search}
        onEnter={onlyHit.enter}
        filter={filter}
        facets={facets}
        isCounted={(facets ?? counting.error) !== undefined}
        onFilter={change}
        onColumns={() => setShowsColumns(true)}
        hidesNames={rowView.hidesNames}
        view={view}
      />
      <TransferNotice />
      {/* The panels float over the list. They come before it in the document, for F6 and Tab. */}
      <BatchPanels
        target={target}
        picked={picking.picked}
        amount={picking.amount}
        facets={facets}
        sort={view.sort}
        columns={view.columns}
        labelling={labelling}
        onLabelling={setLabelling}
        assigning={assigning}
        onAssigning={setAssigning}
        onClear={picking.clear}
      />
      <ListState
        loaded={list.loaded}
        error={total === 0 ? list.error : null}
        count={total}
        loading={text.loading}
        outlines={12}
        failed={text.failed}
        empty={
          nothingYet ? (
            <NothingYet begin={creating.button} />
          ) : (
            !(isPlain && known === undefined) && (
              <NoneFound
                view={view}
                filter={filter}
                changed={changed}
                onFilter={change}
                onDropText={() => type('')}
              />
            )
          )
        }
      >
        <div className={some ? 'case case--picked' : 'case'}>
          <CaseList
            list={list}
            view={rowView}
            sort={view.sort}
            widths={view.widths}
            picked={picking.picked}
            startAt={startAt}
            onSort={(sort) => void show(view.columns, sort)}
            onResize={resize}
            onPick={picking.pick}
            onPickAll={picking.pickAll}
            onOpen={open}
            onPreview={() => setPreview(!preview)}
            onPlace={setAt}
            sight={sight}
          />
          {preview && (
            <CasePreview
              row={current}
              onOpen={() => current && open(current, at)}
              onClose={() => setPreview(false)}
            />
          )}
        </div>
        <CaseFoot sight={sight} total={total} />
      </ListState>
      {creating.menu}
      {showsColumns && (
        <ColumnsDialog
          columns={view.columns}
          fitting={fitting}
          sort={view.sort}
          onChange={show}
          onClose={() => setShowsColumns(false)}
        />
      )}
      {printing.list && <CasePrint list={printing.list} onDone={printing.done} />}
    </Page>
  )
}

/** Number of rows. In the view of the open cases it says whether the ended ones are among them. */
function countWords({ id }: ShownView, { ended, text: words }: CaseFilter, total: number): string {
  if (ended === false) return text.openCount(total)
  return id === OPEN_VIEW && words ? text.foundCount(total) : count(total)
}

/** Progress of a file exported from the list, with a button to stop it. */
function TransferNotice() {
  const saving = useCaseTransfer()
  if (saving === null) return null
  return (
    <div className="case__transfer">
      <TransferBar
        label={caseTransferText.saving[saving.what]}
        progress={saving.progress}
        cancelLabel={selectionText.cancel}
        onCancel={cancelCaseTransfer}
      />
    </div>
  )
}

/** Window widths at which the parts beside the list change, and the widths of these parts in rem (`tokens.css`). */
const SMALL = `(max-width: ${BREAKPOINTS.small})`
const NARROW = `(max-width: ${BREAKPOINTS.narrow})`
const WIDE = `(min-width: ${BREAKPOINTS.wide})`
const SIDE_REM = { narrow: 3.5, base: 13.5, wide: 15 } as const
const RAIL_REM = { base: 18.5, wide: 24 } as const
const ROOT_PX = 16
const readWindowRem = () => Math.floor(innerWidth / ROOT_PX)
const watchWindow = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** Columns of a view that fit in the window. */
function useFittingColumns(columns: readonly CaseColumn[], railOpen: boolean): ShownColumns {
  const small = useMedia(SMALL)
  const narrow = useMedia(NARROW)
  const wide = useMedia(WIDE)
  const windowRem = useSyncExternalStore(watchWindow, readWindowRem)
  const size = wide ? 'wide' : 'base'
  // In a narrow window the rail lies over the list.
  const room = narrow
    ? windowRem - SIDE_REM.narrow
    : windowRem - SIDE_REM[size] - (railOpen ? RAIL_REM[size] : 0)
  // A stable reference: a new one would re-render every row.
  return useMemo(() => {
    const isBuiltIn = isDefaultColumns(columns)
    return small ? smallColumns(columns, isBuiltIn) : shownColumns(columns, isBuiltIn, room)
  }, [columns, small, room])
}

/** Maximum rows of a printed list. */
const MAX_PRINTED = 2_000

/** Prints the picked rows or, without any, all rows of the filter. Reads them first: most are not on screen. */
function usePrintList(view: string, filter: CaseFilter, sort: CaseSort, columns: readonly CaseColumn[]) {
  const { bridge, now } = useClient()
  const [list, setList] = useState<PrintedList | null>(null)
  const [reading, setReading] = useState(false)
  const done = useCallback(() => setList(null), [])
  const run = async (picked: Picked) => {
    setReading(true)
    announce(printText.preparing)
    const chosen = picked.kind === 'some' ? [...picked.rows.values()] : []
    const wanted = picked.kind === 'all' ? picked.filter : filter
    const answer =
      chosen.length > 0
        ? { ok: true as const, value: { rows: chosen.slice(0, MAX_PRINTED), total: chosen.length } }
        : await readRows(bridge, wanted, sort, MAX_PRINTED)
    setReading(false)
    if (!answer.ok) return sayFailed(answer.error)
    const words =
      chosen.length > 0
        ? [printText.chosen]
        : [wanted.text && `«${wanted.text}»`, ...droppable(wanted, false).map(({ name }) => name)]
    setList({ view, filter: words.filter(Boolean).join(', '), columns, ...answer.value, at: now() })
  }
  return {
    list,
    done,
    print: (picked: Picked) => {
      if (!reading && list === null) void run(picked)
    },
  }
}

interface PrintedList {
  view: string
  /** Conditions of the filter, in words; '' without any. */
  filter: string
  columns: readonly CaseColumn[]
  rows: readonly CaseRow[]
  total: number
  at: number
}

/** Printed list: its header is on every sheet. */
function CasePrint({ list, onDone }: { list: PrintedList; onDone: () => void }) {
  const { view, filter, columns, rows, total, at } = list
  const made = `${printText.made(at)} · ${printText.amount(total)}${filter && ` · ${printText.filter} ${filter}`}`
  const cut = rows.length < total ? [printText.cut(rows.length, total)] : []
  return (
    <PrintSheet title={printText.title(view)} lines={[made, ...cut]} onDone={onDone}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {columnTitle(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column} className={`print-sheet__${column}`}>
                  {columnWords(column, row, at)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  )
}

/**
 * Presentation of the rows. The reference is stable while nothing changes, because every row renders with it.
 * @param foundBy filter of the rows on screen, not of a pending query
 */
function useRowView({ columns, below }: ShownColumns, { text: words = '', person }: CaseFilter): RowView {
  const hidesNames = useHidesNames()
  const isOfOne = person !== undefined
  return useMemo(() => {
    const marks = words.trim() === '' ? null : searchMarks(words)
    return { columns, below, marks, hidesNames, withTails: marks !== null || isOfOne }
  }, [columns, below, words, hidesNames, isOfOne])
}
