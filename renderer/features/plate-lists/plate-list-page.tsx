import { ListX, SearchX, ArrowUpToLine, FileText, Star } from 'lucide-react'
import { useCallback, useState } from 'react'
import type {
  LeftOut,
  PlateList,
  PlateListFilter,
  PlateListRow,
  PlateListView,
} from '#shared/bridge/plate-lists.ts'
import type { Route } from '#shared/bridge/route.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { PLATE_LIST_FILTERS } from '#shared/domain/plate-list.ts'
import { viewTitles } from '#shared/text/app.ts'
import { plateListsText, plateListText as text } from '#shared/text/plate-lists.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import type { RowKey } from '../../design/data-table.tsx'
import { PickAllBox, Segments } from '../../design/choices.tsx'
import { useEventCallback, useSettled } from '../../design/hooks.ts'
import { useClient, type Client } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { type ElementHandlers, useShortcuts } from '../../app/shortcuts.ts'
import { registerReset, useLast } from '../../app/account-change.ts'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { UpCrumb } from '../../app/page-parts.tsx'
import { ListSearch, ListState, ListTable, SelectionToolbar } from '../../app/lists.tsx'
import { Page } from '../../app/page.tsx'
import { SavingBar } from '../../app/task-notice.tsx'
import { showPlate } from '../lookup/feature.ts'
import { copyListAnswer, PlateListActions, type PlateListDialog } from './plate-list-actions.tsx'
import {
  CompleteRowsDialog,
  NoteDialog,
  RemoveListDialog,
  RenameDialog,
  StopDialog,
} from './plate-list-dialogs.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { PlateListCells, plateListColumns, PlateListProgress } from './plate-list-cells.tsx'
import { StartBatchDialog } from '../transfer-batches/feature.ts'
import { PlateListPrint, usePrintPlates } from './plate-list-print.tsx'
import { pickedView, usePickedRows, useRowActions } from './use-picked-rows.ts'
import {
  createRangeQuery,
  type RangeQuery,
  type RangeStart,
  type RangeList,
  useRangeList,
} from '../../replica/range-query.ts'
import './plate-lists.css'

/** Last row that had the keyboard focus, by id of the list. */
const lastRows = new Map<string, number>()
registerReset(() => lastRows.clear())

/** Rows of a list of plates in the given view. */
const usePlateList = (view: PlateListView, startAt: number): RangeList<PlateListRow> =>
  useRangeList('plate-list', JSON.stringify(view), queryOf, startAt)

const queryOf = (
  { bridge }: Client,
  key: string,
  start: RangeStart<PlateListRow>,
): RangeQuery<PlateListRow> => {
  const view = JSON.parse(key) as PlateListView
  return createRangeQuery(
    (offset, limit) => bridge.call('plate-lists.rows', { ...view, offset, limit }),
    ['plate-list', 'lookup', 'complete'],
    start,
  )
}

const toLists = () => openRoute({ view: 'plate-lists' })
const crumb = <UpCrumb name={plateListsText.back} title={viewTitles['plate-lists']} onOpen={toLists} />

export function PlateListPage({ route: { id } }: { route: Extract<Route, { view: 'plate-list' }> }) {
  const { data, error } = useQuery('plate-lists.get', { id })
  if (error?.code === 'not-found') return <Gone />
  return <ShownList key={id} id={id} list={data} />
}

function Gone() {
  useShortcuts({ 'plate-list.up': toLists })
  return (
    <Page title={viewTitles['plate-list']} section={viewTitles.lookup} lead={crumb} landing>
      <Calm icon={ListX} title={text.gone} actions={<Button onClick={toLists}>{plateListsText.back}</Button>}>
        <p>{text.goneBody}</p>
      </Calm>
    </Page>
  )
}

type Shown = PlateListFilter | 'all'

function ShownList({ id, list }: { id: string; list: (PlateList & { leftOut: LeftOut }) | undefined }) {
  const client = useClient()
  const { bridge } = client
  const [shown, setShown] = useState<Shown>('all')
  const [order, setOrder] = useState<PlateListView['order']>('answer')
  const [typed, setTyped] = useState('')
  const query = useSettled(typed.trim())
  const view: PlateListView = { id, query, order, ...(shown !== 'all' && { filter: shown }) }
  const [startAt] = useState(() => lastRows.get(id) ?? 0)
  const rows = usePlateList(view, startAt)
  const [dialog, setDialog] = useState<PlateListDialog | null>(null)
  /** Rows whose note the user is writing. */
  const [noting, setNoting] = useState<readonly number[] | null>(null)
  const csv = useSaveFile('plate-lists.csv', text.saved, 'goes-on')
  const xlsx = useSaveFile('plate-lists.xlsx', text.saved, 'goes-on')
  const known = useLast(list)
  const amount = rows.rows.length
  const isWhole = shown === 'all' && query === ''
  const picking = usePickedRows(view)
  const { picked } = picking
  const printing = usePrintPlates()
  const target = pickedView(view, picked)
  const withTarget = async (act: (target: PlateListView, count: number) => void) => {
    const settled = await picking.settledView()
    if (settled) act(settled, settled.ords?.length ?? amount)
  }
  /** Rows whose complete reports the user is about to request. */
  const [asking, setAsking] = useState<readonly number[] | null>(null)

  useShortcuts({
    'plate-list.copy': () => void withTarget((of, count) => void copyListAnswer(client, of, count)),
    'plate-list.print': () => void withTarget((of, count) => count > 0 && printing.print(of)),
    'plate-list.up'() {
      if (typed !== '') setTyped('')
      else if (picked.size > 0) picking.clear()
      else toLists()
    },
  })
  const actions = useRowActions(id, picking)
  const askShown = async () => {
    if (picked.size > 0) return setAsking([...picked])
    const answer = await bridge.call('plate-lists.ords', view)
    if (!answer.ok) sayFailed(answer.error)
    else if (answer.value.ords.length > 0) setAsking(answer.value.ords)
  }
  const rowShortcuts = ({ index, row, move }: RowKey<PlateListRow>): ElementHandlers => {
    const canAct = picked.size > 0 || row !== undefined
    const extend = (event: { key: string }) => {
      const to = index + (event.key === 'ArrowDown' ? 1 : -1)
      const next = to < 0 || to >= amount ? undefined : rows.rows.at(to)
      picking.add([row, next].filter((one) => one !== undefined))
      if (next) move(to)
    }
    return {
      'plate-list.all': picking.pickAll,
      'plate-list.pick': row && (({ shiftKey }) => picking.pick(row, shiftKey)),
      'plate-list.extend': extend,
      'plate-list.mark': row && (() => void actions.markChosen(row)),
      'plate-list.note': canAct && (() => void actions.withChosen(row, setNoting)),
      'plate-list.first':
        canAct && (() => void actions.withChosen(row, (ords) => void actions.putFirst(ords))),
      'plate-list.complete': canAct && (() => void actions.withChosen(row, setAsking)),
    }
  }
  const pick = useEventCallback(picking.pick)
  const renderCells = useCallback(
    (row: PlateListRow, _index: number, isPicked: boolean) => (
      <PlateListCells row={row} picked={isPicked} onPick={(extend) => pick(row, extend)} />
    ),
    [pick],
  )
  const isAllPicked = picked.size > 0 && picked.size === amount && isWhole
  return (
    <Page
      title={known ? plateListsText.nameOf(known) : viewTitles['plate-list']}
      section={viewTitles.lookup}
      lead={crumb}
      flush
      actions={
        known && (
          <PlateListActions
            list={known}
            target={target}
            amount={amount}
            saving={csv.saving !== null || xlsx.saving !== null}
            onSave={(format) => (format === 'csv' ? csv : xlsx).save(target)}
            onDialog={setDialog}
            onPrint={() => printing.print(target)}
            onComplete={() => void askShown()}
          />
        )
      }
    >
      {known && (
        <>
          <div className="plate-list__above">
            <PlateListProgress list={known} />
            <Segments
              label={text.order}
              options={[
                { value: 'answer', label: text.orders.answer },
                { value: 'line', label: text.orders.line },
              ]}
              value={order}
              onChange={setOrder}
            />
          </div>
          <div className="plate-list__tools">
            <ListSearch
              shortcut="plate-list.search"
              words={{ search: text.search, placeholder: text.hint }}
              value={typed}
              onType={setTyped}
              into=".plate-list"
            />
            <Segments
              label={text.filter}
              options={filtersOf(known, shown)}
              value={shown}
              onChange={setShown}
            />
          </div>
        </>
      )}
      <SavingBar file={csv.saving ? csv : xlsx} label={text.saving} cancel={text.cancelSaving} />
      {/* Placed before the list, over which this bar floats: F6 and Tab reach the bar first. */}
      {picked.size > 0 && (
        <PickedRowsBar
          amount={picked.size}
          waits={(known?.counts.waiting ?? 0) > 0}
          onComplete={() => setAsking([...picked])}
          onFirst={() => void actions.putFirst([...picked])}
          onMark={(marked) => void actions.markAll([...picked], marked)}
          onClear={picking.clear}
        />
      )}
      <ListState
        loaded={rows.loaded && known !== undefined}
        error={amount === 0 ? rows.error : null}
        count={amount}
        // Outlines before the tools above them would be moved by these.
        {...(known && { loading: text.loading })}
        outlines={12}
        failed={text.failed}
        empty={
          !isWhole && (
            <div className="page__aside">
              <Calm
                icon={SearchX}
                title={text.emptyTitle}
                actions={
                  <Button
                    onClick={() => {
                      setShown('all')
                      setTyped('')
                    }}
                  >
                    {text.all}
                  </Button>
                }
              >
                <p>{text.emptyBody}</p>
              </Calm>
            </div>
          )
        }
      >
        <ListTable
          className={picked.size > 0 ? 'plate-list plate-list--picked' : 'plate-list'}
          resizes="plate-list"
          label={text.list}
          columns={[
            {
              id: 'pick',
              title: '',
              head: (
                <PickAllBox
                  label={text.pickAll}
                  picked={isAllPicked ? 'all' : picked.size > 0 ? 'some' : 'none'}
                  onPickAll={picking.pickAll}
                />
              ),
            },
            ...plateListColumns,
          ]}
          list={rows}
          rowKey={({ ord }) => String(ord)}
          renderCells={renderCells}
          isPicked={({ ord }) => picked.has(ord)}
          blank={text.blank}
          startAt={startAt}
          nameOf={({ vrm }) => (picked.size > 0 ? text.picked(picked.size) : displayPlate(vrm))}
          rowShortcuts={rowShortcuts}
          onPlace={(index) => void lastRows.set(id, index)}
          onOpen={({ vrm }) => showPlate(vrm)}
          foot={{
            count: text.shown(amount),
            keys: [
              ['list.open', text.open],
              ['plate-list.pick', text.choose],
              ['plate-list.mark', text.mark],
              ['plate-list.note', text.note],
            ],
          }}
        />
      </ListState>
      {known && dialog === 'rename' && <RenameDialog list={known} onClose={() => setDialog(null)} />}
      {known && dialog === 'stop' && <StopDialog list={known} onClose={() => setDialog(null)} />}
      {dialog === 'transfers' && <StartBatchDialog view={target} onClose={() => setDialog(null)} />}
      {known && dialog === 'remove' && <RemoveListDialog list={known} onClose={() => setDialog(null)} />}
      {asking && (
        <CompleteRowsDialog
          id={id}
          ords={asking}
          onDone={() => {
            setAsking(null)
            picking.clear()
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {known && printing.rows && (
        <PlateListPrint
          list={known}
          filter={printing.isOfChosen ? 'chosen' : shown}
          rows={printing.rows}
          at={printing.at}
          onDone={printing.done}
        />
      )}
      {noting && <NoteDialog id={id} ords={noting} onClose={() => setNoting(null)} />}
    </Page>
  )
}

/** Filters that match some row, and the active filter. */
function filtersOf({ total, counts }: PlateList, shown: Shown) {
  const some = PLATE_LIST_FILTERS.filter((filter) => counts[filter] > 0 || filter === shown)
  return [
    { value: 'all' as Shown, label: text.filterCount('all', total) },
    ...some.map((filter) => ({ value: filter as Shown, label: text.filterCount(filter, counts[filter]) })),
  ]
}

interface PickedRowsBarProps {
  amount: number
  /** True if some rows of the list wait to be looked up. */
  waits: boolean
  onComplete: () => void
  onFirst: () => void
  onMark: (marked: boolean) => void
  onClear: () => void
}

/** Actions on the picked plates of a list. */
function PickedRowsBar({ amount, waits, onComplete, onFirst, onMark, onClear }: PickedRowsBarProps) {
  const hint = useKeyHint()
  return (
    <SelectionToolbar
      label={text.selection}
      amount={text.picked(amount)}
      clear={text.clearPicked}
      onClear={onClear}
    >
      <Button tone="plain" size="low" icon={FileText} {...hint('plate-list.complete')} onClick={onComplete}>
        {text.askThem}
      </Button>
      {waits && (
        <Button tone="plain" size="low" icon={ArrowUpToLine} {...hint('plate-list.first')} onClick={onFirst}>
          {text.rowsFirst}
        </Button>
      )}
      <Button tone="plain" size="low" icon={Star} {...hint('plate-list.mark')} onClick={() => onMark(true)}>
        {text.markThem}
      </Button>
      <Button tone="plain" size="low" onClick={() => onMark(false)}>
        {text.unmarkThem}
      </Button>
    </SelectionToolbar>
  )
}
