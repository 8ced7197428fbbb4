import { Download, SearchX, History as HistoryIcon, X } from 'lucide-react'
import { useEffect, useState, useCallback } from 'react'
import type { PlateReport, ReportScope } from '#shared/bridge/lookup.ts'
import type { Route } from '#shared/bridge/route.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { viewTitles } from '#shared/text/app.ts'
import { historyText as text } from '#shared/text/lookup-lists.ts'
import { periodName, fullDate, clock } from '#shared/text/dates.ts'
import { writtenVerdict, reportWords } from '#shared/text/lookup.ts'
import { Actions } from '../../design/actions.tsx'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { Icon } from '../../design/icon.tsx'
import { setHistoryScope, useHistoryScope } from './history-scope.ts'
import { openRoute, openSection } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { useSettled } from '../../design/hooks.ts'
import { ListSearch, ListState, ListTable } from '../../app/lists.tsx'
import { UpCrumb } from '../../app/page-parts.tsx'
import { Page } from '../../app/page.tsx'
import { SavingBar } from '../../app/task-notice.tsx'
import { showPlate } from '../lookup/feature.ts'
import { verdictText } from '#shared/text/verdict.ts'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { Plate } from '../../design/plate.tsx'
import { Sign, reportSign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from '../../replica/paged-query.ts'
import '../plate-lists/plate-lists.css'

/** Reports never change: a change adds a new report. */
const OPTIONS: PagedOptions<PlateReport> = {
  about: ['lookup', 'complete', 'backup'],
  keyOf: ({ reportId }) => reportId,
}

/** Reports that match a search, within a scope if one is set. The previous rows stay until the new rows arrive. */
function useHistory(query: string, scope: ReportScope | null) {
  const { bridge } = useClient()
  const read: ReadPage<PlateReport> = useCallback(
    (before, limit) =>
      bridge.call('lookup.history', {
        query,
        limit,
        ...(before !== null && { before }),
        ...(scope !== null && { scope }),
      }),
    [bridge, query, scope],
  )
  return usePagedQuery(read, OPTIONS)
}

const historyColumns = Object.values(text.columns)

const historyCells = (row: PlateReport) => <Cells row={row} />

function Cells({ row }: { row: PlateReport }) {
  const { vin } = row.vehicle ?? {}
  const car = vehicleName(row.vehicle)
  const words = reportWords(row).title
  return (
    <>
      <span role="gridcell">
        <Plate vrm={row.vrm} size="s" />
      </span>
      <span role="gridcell" className="line">
        <Sign kind={reportSign(row)} />
        <span className="clip" title={words}>
          {words}
        </span>
      </span>
      <span role="gridcell" className="second">
        {text.kinds[row.kind]}
      </span>
      <span role="gridcell" className={car ? 'clip' : 'clip muted'} title={car}>
        {car || verdictText.missing}
      </span>
      <span role="gridcell" className="second figures">
        {vin?.slice(-6)}
      </span>
      <span role="gridcell" className="second figures">
        {fullDate(row.checkedAt)} {clock(row.checkedAt)}
      </span>
    </>
  )
}

const reportOf = ({ reportId }: PlateReport) => reportId

/** Page with every verdict of this PC. It answers "what did we tell them in March?". */
export function HistoryPage({ route }: { route: Extract<Route, { view: 'lookup-history' }> }) {
  const [typed, setTyped] = useState(route.query ?? '')
  const query = useSettled(typed.trim())
  const scope = useHistoryScope()
  const history = useHistory(query, scope)
  const csv = useSaveFile('lookup.history-csv', text.saved, 'goes-on')

  // The search is part of the route, so that going back restores it.
  useEffect(() => {
    openRoute(query ? { view: 'lookup-history', query } : { view: 'lookup-history' }, { replace: true })
  }, [query])
  useShortcuts({
    'history.up': () => (typed ? setTyped('') : openSection('lookup')),
  })

  return (
    <Page
      title={viewTitles['lookup-history']}
      flush
      lead={
        <UpCrumb name={viewTitles.lookup} title={viewTitles.lookup} onOpen={() => openSection('lookup')} />
      }
    >
      <div className="history__tools">
        <ListSearch
          shortcut="history.search"
          words={text}
          value={typed}
          onType={setTyped}
          into=".history-list"
          landing
        />
        <Actions>
          <Button
            size="low"
            icon={Download}
            disabled={history.rows.length === 0 || csv.saving !== null}
            onClick={() => csv.save({ query, ...(scope && { scope }) })}
          >
            {text.save}
          </Button>
        </Actions>
      </div>
      {scope && <ScopeChip scope={scope} />}
      <SavingBar className="history__transfer" file={csv} label={text.saving} cancel={text.cancel} />
      <ListState
        loaded={history.loaded}
        error={history.error}
        count={history.rows.length}
        failed={text.failed}
        empty={
          <NoRows
            query={query}
            scoped={scope !== null}
            onAll={() => {
              setTyped('')
              setHistoryScope(null)
            }}
          />
        }
      >
        <ListTable
          className="history-list"
          label={text.list}
          columns={historyColumns}
          list={history}
          rowKey={reportOf}
          renderCells={historyCells}
          nameOf={({ vrm }) => displayPlate(vrm)}
          onOpen={({ vrm }) => showPlate(vrm)}
          foot={{
            count: text.shown(history.rows.length, history.next !== null),
            keys: [
              ['list.open', text.open],
              ['history.search', text.find],
            ],
          }}
        />
      </ListState>
    </Page>
  )
}

/** Filter that *Cifras* set on the history, with a button that removes it. */
function ScopeChip({ scope: { outcome, paid, ...months } }: { scope: ReportScope }) {
  const words = text.scope(
    periodName(months),
    paid === true ? text.paid : outcome === undefined ? '' : writtenVerdict(String(outcome)),
  )
  return (
    <div className="history__scope">
      <button type="button" className="chip" aria-pressed="true" onClick={() => setHistoryScope(null)}>
        <span className="clip">{words}</span>
        <Icon of={X} className="chip__off" />
      </button>
    </div>
  )
}

function NoRows({ query, scoped, onAll }: { query: string; scoped: boolean; onAll: () => void }) {
  return (
    <div className="page__aside">
      {query || scoped ? (
        <Calm
          icon={SearchX}
          title={query ? text.noneTitle(query) : text.noneInScope}
          actions={<Button onClick={onAll}>{text.noneAction}</Button>}
        >
          <p>{text.noneBody}</p>
        </Calm>
      ) : (
        <Calm
          icon={HistoryIcon}
          title={text.emptyTitle}
          actions={<Button onClick={() => openRoute({ view: 'lookup' })}>{text.emptyAction}</Button>}
        >
          <p>{text.emptyBody}</p>
        </Calm>
      )}
    </div>
  )
}
