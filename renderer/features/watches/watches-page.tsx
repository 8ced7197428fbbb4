import { Download, Eye, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { WatchFilter, WatchRow, WatchView } from '#shared/bridge/watches.ts'
import { WATCH_FILTERS, FAILED_DAYS } from '#shared/domain/watch-days.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { viewTitles } from '#shared/text/app.ts'
import { watchesText as text, dayWords, watchChangeWords, watchDaysWords } from '#shared/text/lookup-lists.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import type { RowKey } from '../../design/data-table.tsx'
import { Segments } from '../../design/choices.tsx'
import { useClient, type Client } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import type { ElementHandlers } from '../../app/shortcuts.ts'
import { openRoute } from '../../app/route.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { useSettled } from '../../design/hooks.ts'
import { useLast } from '../../app/account-change.ts'
import { UpCrumb } from '../../app/page-parts.tsx'
import { ListPage } from '../../app/list-page.tsx'
import { SavingBar } from '../../app/task-notice.tsx'
import { showPlate, copyAnswer, useWatchDialog } from '../lookup/feature.ts'
import {
  createRangeQuery,
  type RangeQuery,
  type RangeStart,
  type RangeList,
  useRangeList,
} from '../../replica/range-query.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { EndWatchDialog } from './watch-dialog.tsx'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { fullDate } from '#shared/text/dates.ts'
import { Plate } from '../../design/plate.tsx'
import { Sign, rowSign } from '../../design/sign.tsx'
import '../plate-lists/plate-lists.css'

const toLookup = () => openRoute({ view: 'lookup' })

/** Watched plates. The latest change comes first. */
export function WatchesPage() {
  const client = useClient()
  const [filter, setFilter] = useState<WatchFilter>('active')
  const [typed, setTyped] = useState('')
  const view: WatchView = { filter, query: useSettled(typed.trim()) }
  const rows = useWatches(view)
  const counts = useLast(useQuery('watches.counts', {}).data)
  const watching = useWatchDialog()
  const [ending, setEnding] = useState<string | null>(null)
  const csv = useSaveFile('watches.csv', text.saved, 'goes-on')
  const amount = rows.rows.length
  const isNone = counts !== undefined && counts.active + counts.ended === 0
  const all = () => {
    setFilter('active')
    setTyped('')
  }

  const rowShortcuts = ({ row }: RowKey<WatchRow>): ElementHandlers => ({
    'watches.copy': row && (() => void copyWatched(client, row.vrm)),
    'watches.change': row && (() => watching.open([row.vrm])),
    'watches.end': row && row.state === 'active' ? () => setEnding(row.vrm) : undefined,
  })
  return (
    <ListPage
      title={viewTitles.watches}
      section={viewTitles.lookup}
      lead={<UpCrumb name={viewTitles.lookup} title={viewTitles.lookup} onOpen={toLookup} />}
      actions={
        <Button
          size="low"
          tone="plain"
          icon={Download}
          disabled={amount === 0 || csv.saving !== null}
          onClick={() => csv.save(view)}
        >
          {text.export}
        </Button>
      }
      search={{
        className: 'watches__tools',
        shortcut: 'watches.search',
        clear: { shortcut: 'watches.up', up: 'lookup' },
        words: { search: text.search, placeholder: text.hint },
        value: typed,
        onType: setTyped,
        beside: counts && (
          <Segments
            label={text.filter}
            options={WATCH_FILTERS.map((one) => ({
              value: one,
              label: text.filterCount(one, counts[one]),
            }))}
            value={filter}
            onChange={setFilter}
          />
        ),
      }}
      hasNothing={isNone}
      progress={<SavingBar file={csv} label={text.saving} cancel={text.cancelSaving} />}
      text={text}
      empty={
        isNone ? (
          <Calm
            icon={Eye}
            title={text.emptyTitle}
            actions={<Button onClick={toLookup}>{text.toLookup}</Button>}
          >
            <p>{text.emptyBody}</p>
          </Calm>
        ) : (
          <Calm icon={SearchX} title={text.noneTitle} actions={<Button onClick={all}>{text.all}</Button>}>
            <p>{text.noneBody}</p>
          </Calm>
        )
      }
      list={{ ...rows, loaded: rows.loaded && (counts !== undefined || rows.error !== null) }}
      table={{
        className: 'watches',
        resizes: 'watches',
        columns: watchColumns,
        rowKey: ({ vrm }) => vrm,
        renderCells: watchCells,
        blank: text.blank,
        nameOf: ({ vrm }) => displayPlate(vrm),
        rowShortcuts,
        onOpen: ({ vrm }) => showPlate(vrm),
        foot: {
          count: text.shown(amount),
          keys: [
            ['list.open', text.open],
            ['watches.change', text.change],
            ['watches.copy', text.copy],
            ['watches.end', text.end],
          ],
        },
      }}
    >
      {watching.dialog}
      {ending !== null && <EndWatchDialog vrms={[ending]} onClose={() => setEnding(null)} />}
    </ListPage>
  )
}

/** Copies the answer about a plate, with the same text as its verdict. */
async function copyWatched({ bridge }: Client, vrm: string): Promise<void> {
  const view = await bridge.call('lookup.get', { vrm })
  if (!view.ok) return sayFailed(view.error)
  const { answer } = view.value
  if (answer === undefined) return showToast(text.nothingToCopy)
  await copyAnswer(bridge, vrm, answer)
}

/** Watched plates of a view. */
const useWatches = (view: WatchView): RangeList<WatchRow> =>
  useRangeList('watches', JSON.stringify(view), queryOf, 0)

const queryOf = ({ bridge }: Client, key: string, start: RangeStart<WatchRow>): RangeQuery<WatchRow> => {
  const view = JSON.parse(key) as WatchView
  return createRangeQuery(
    (offset, limit) => bridge.call('watches.rows', { ...view, offset, limit }),
    ['watch', 'lookup'],
    start,
  )
}

const watchColumns = Object.values(text.columns)

/** Cells of a watched plate. */
const watchCells = (row: WatchRow) => <Cells row={row} />

function Cells({ row }: { row: WatchRow }) {
  const { vrm, outcome, since, note, until, nextDay, state } = row
  const { kind, words, more } =
    outcome === null
      ? { kind: 'none' as const, words: text.none, more: undefined }
      : rowSign({ ...row, pending: null })
  const vehicle = vehicleName(row)
  const last = changeOf(row)
  return (
    <>
      <span role="gridcell" className="line">
        <Sign kind={kind} />
        <span className="clip" title={more ?? words}>
          {words}
        </span>
      </span>
      <span role="gridcell">
        <Plate vrm={vrm} size="s" />
      </span>
      <span role="gridcell" className={last.isNew ? 'clip' : 'clip second'} title={last.title}>
        {last.words}
      </span>
      <span role="gridcell" className="clip second" title={vehicle}>
        {vehicle}
      </span>
      <span role="gridcell" className="second figures">
        {since !== null && fullDate(since)}
      </span>
      <span role="gridcell" className="second figures clip" title={watchDaysWords(row.days)}>
        {state === 'ended' ? text.ended : nextDay !== null && dayWords(nextDay)}
      </span>
      <span role="gridcell" className="second figures">
        {dayWords(until)}
      </span>
      <span role="gridcell" className="clip" title={note}>
        {note}
      </span>
    </>
  )
}

/** Last change, or the number of days without an answer of the service. */
function changeOf({ change, failures }: WatchRow): { words: string; title: string; isNew: boolean } {
  if (failures >= FAILED_DAYS) {
    const words = text.unanswered(failures)
    return { words, title: words, isNew: true }
  }
  if (!change) return { words: text.noChange, title: text.noChange, isNew: false }
  const { fact, next } = watchChangeWords(change.detail)
  return { words: `${fact} · ${fullDate(change.at)}`, title: `${fact}. ${next}`, isNew: true }
}
