import { useState } from 'react'
import type { CaseRow } from '#shared/bridge/cases.ts'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { count } from '#shared/text/grammar.ts'
import { casesText as text, viewText } from '#shared/text/app-cases.ts'
import { useClient } from '../../replica/client.ts'
import { useCaseList } from '../../replica/use-case-list.ts'
import { useReadAhead } from '../../replica/use-read-ahead.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { startCaseTransfer } from '../../ui-state/case-transfer.ts'
import { selectionOf } from '../../ui-state/picked.ts'
import { openRoute } from '../../ui-state/route.ts'
import { setPlace, setPreview, useProceduresState } from '../../ui-state/procedures-state.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { enterTable } from '../../design/search-field.tsx'
import { useOnlyHit } from '../frame/use-only-hit.ts'
import { ListState } from '../frame/list-state.tsx'
import { Page } from '../frame/page.tsx'
import { useNewMenu } from '../wizard/new-menu.tsx'
import { BatchPanels } from './batch-panels.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { copySummaries, type Target, targetOf } from './case-actions.ts'
import { NoneFound, NothingYet } from './case-empty.tsx'
import { createSight, CaseFoot } from './case-foot.tsx'
import { CaseActions } from './case-head.tsx'
import { CaseList } from './case-list.tsx'
import { CasePreview } from './case-preview.tsx'
import { CasePrint } from './case-print.tsx'
import { CaseTools } from './case-tools.tsx'
import { ProcedurePlaces } from './places.tsx'
import { useCaseView } from './use-case-view.ts'
import { useFittingColumns } from './use-fitting-columns.ts'
import { useRowView } from './use-row-view.ts'
import { useLast } from './use-last.ts'
import { usePicking } from './use-picking.ts'
import { usePrintList } from './use-print-list.ts'
import { TransferNotice } from './transfer-notice.tsx'
import { ViewMenu } from './view-menu.tsx'
import { ALL_VIEW, sameFilter } from './views.ts'
import './cases.css'

/** Expedientes: every procedure that this PC knows, through a view. */
export function CasesPage({ route }: { route: Extract<Route, { view: 'procedures' }> }) {
  const client = useClient()
  const { view, saved, filter, changed, change, typed, type, show } = useCaseView(route.list)
  const left = useProceduresState(({ place }) => place)
  const startAt = left?.view === view.id ? left.index : 0
  const list = useCaseList(filter, view.sort, startAt)
  // Rows first: the counts may come later.
  const facets = useLast(useQuery('cases.facets', { filter: list.foundBy }, list.loaded).data)
  const preview = useProceduresState((state) => state.preview)
  const picking = usePicking(list, filter, view.sort)
  const fitting = useFittingColumns(view.columns, preview)
  const rowView = useRowView(fitting, list.foundBy)
  const printing = usePrintList(view.name, filter, view.sort, view.columns)
  const creating = useNewMenu()
  const [showsColumns, setShowsColumns] = useState(false)
  const [labelling, setLabelling] = useState<Target | null>(null)
  const [at, setAt] = useState(startAt)
  const [sight] = useState(createSight)

  const total = list.rows.length
  const current = total > 0 ? list.rows.at(Math.min(at, total - 1)) : undefined
  useReadAhead('procedure', current?.id)
  const target = targetOf(picking.picked, total, current)
  const some = picking.amount > 0
  const empty = list.loaded && total === 0 && !list.error
  const nothingYet = empty && view.id === ALL_VIEW && !changed

  const search = (words: string) => {
    const next = type(words)
    if (next !== filter) list.ask(next)
  }
  const open = (row: CaseRow, index: number) => {
    setPlace(view.id, index)
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
  useShortcuts({
    'cases.label': () => target && setLabelling(target),
    'cases.copy': () => void (target && copySummaries(client, target)),
    'cases.clear': () => {
      if (typed !== '') type('')
      else if (some) picking.clear()
      else if (preview) setPreview(false)
    },
  })

  return (
    <Page
      title={view.id === ALL_VIEW ? viewTitles.procedures : view.name}
      section={viewTitles.procedures}
      flush
      state={
        !nothingYet && (
          <>
            {list.loaded && <span className="second small figures">{count(total)}</span>}
            {changed && view.id !== ALL_VIEW && (
              <span className="muted small case__changed">{viewText.changed}</span>
            )}
            <ViewMenu view={view} saved={saved} filter={filter} changed={changed} />
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
        onFilter={change}
        onColumns={() => setShowsColumns(true)}
        hidesNames={rowView.hidesNames}
      />
      <TransferNotice />
      {/* Before the list, over which it floats: F6 and Tab come to it first. */}
      <BatchPanels
        target={target}
        picked={picking.picked}
        amount={picking.amount}
        facets={facets}
        sort={view.sort}
        columns={view.columns}
        labelling={labelling}
        onLabelling={setLabelling}
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
            <NoneFound
              view={view}
              filter={filter}
              changed={changed}
              onFilter={change}
              onDropText={() => type('')}
            />
          )
        }
      >
        <div className={some ? 'case case--picked' : 'case'}>
          <CaseList
            list={list}
            view={rowView}
            sort={view.sort}
            picked={picking.picked}
            startAt={startAt}
            onSort={(sort) => void show(view.columns, sort)}
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
