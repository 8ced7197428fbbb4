import { ArrowLeft, Download, SearchX, History as HistoryIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { historyText as text } from '#shared/text/app-history.ts'
import { isFocusNowhere } from '../../design/focus-keeper.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { ListFoot } from '../../design/list-foot.tsx'
import { SearchField } from '../../design/search-field.tsx'
import { useHistory } from '../../replica/use-history.ts'
import { openRoute } from '../../ui-state/route.ts'
import { openSection } from '../../ui-state/route-memory.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { useFootKeys } from '../../shortcuts/key-hints.tsx'
import { useSaveFile } from '../../ui-state/use-save-file.ts'
import { useSettled } from '../../ui-state/use-settled.ts'
import { ListFailed } from '../frame/list-failed.tsx'
import { Page } from '../frame/page.tsx'
import { SavingBar } from '../frame/saving-bar.tsx'
import { HistoryList } from './history-list.tsx'
import './history-page.css'

/** Every verdict this PC had: to answer "what did we tell them in March?". */
export function HistoryPage({ route }: { route: Extract<Route, { view: 'lookup-history' }> }) {
  const [typed, setTyped] = useState(route.query ?? '')
  const query = useSettled(typed.trim())
  const history = useHistory(query)
  const csv = useSaveFile('lookup.history-csv', text.saved, 'goes-on')
  const footKeys = useFootKeys()
  const search = useRef<HTMLInputElement>(null)

  // The search is part of the place: coming back finds it.
  useEffect(() => {
    openRoute(query ? { view: 'lookup-history', query } : { view: 'lookup-history' }, { replace: true })
  }, [query])
  useShortcuts({
    'history.search': () => focusSearch(search.current),
    'history.up': () => (typed ? setTyped('') : openSection('lookup')),
  })
  useEffect(() => {
    if (isFocusNowhere()) search.current?.focus()
  }, [])

  const empty = history.loaded && history.rows.length === 0
  const { error } = history
  return (
    <Page
      title={viewTitles['lookup-history']}
      flush
      actions={
        <Button tone="plain" size="low" icon={ArrowLeft} onClick={() => openSection('lookup')}>
          {text.back}
        </Button>
      }
    >
      <div className="history__tools">
        <SearchField
          ref={search}
          aria-label={text.search}
          placeholder={text.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          into=".history-list"
        />
        <Button
          size="low"
          icon={Download}
          disabled={history.rows.length === 0 || csv.saving !== null}
          onClick={() => csv.save({ query })}
        >
          {text.save}
        </Button>
      </div>
      <SavingBar className="history__transfer" file={csv} label={text.saving} cancel={text.cancel} />
      {error && <ListFailed title={text.failed} error={error} />}
      {empty && !error && <NoRows query={query} onAll={() => setTyped('')} />}
      {history.rows.length > 0 && (
        <>
          <HistoryList rows={history.rows} hasMore={history.next !== null} onEnd={history.more} />
          <ListFoot
            count={text.shown(history.rows.length, history.next !== null)}
            keys={footKeys([
              ['list.move', text.move],
              ['list.open', text.open],
              ['history.search', text.find],
            ])}
          />
        </>
      )}
    </Page>
  )
}

function focusSearch(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}

function NoRows({ query, onAll }: { query: string; onAll: () => void }) {
  return (
    <div className="page__aside">
      {query ? (
        <Calm
          icon={SearchX}
          title={text.noneTitle(query)}
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
