import { useRef, useState } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { newsText as text } from '#shared/text/app-news.ts'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { ListState } from '../frame/list-state.tsx'
import { Page } from '../frame/page.tsx'
import { NewsDetail } from './news-detail.tsx'
import { NewsEmpty } from './news-empty.tsx'
import { NewsFoot } from './news-foot.tsx'
import { NewsActions, NewsFilters } from './news-head.tsx'
import { NewsList, type NewsListHandle } from './news-list.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'
import type { NewsItem } from './news-items.ts'
import { useNews } from './use-news.ts'
import './news-page.css'

/** What is being put off: the list may change while one chooses until when. */
type Snoozing = { by: 'menu' | 'dialog'; item: NewsItem } | null

/** The lasting inbox: everything that changed, until the person is done with it. */
export function NewsPage({ route }: { route: Extract<Route, { view: 'news' }> }) {
  const news = useNews(route)
  const settings = useSlice('settings')
  const now = useNow(15_000)
  const letters = useLetters()
  const list = useRef<NewsListHandle>(null)
  const snoozeButton = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [snoozing, setSnoozing] = useState<Snoozing>(null)
  /** It hangs from where the hand is, and gives the focus back there. */
  const openSnooze = (from: HTMLElement | null | undefined) => {
    if (!news.item) return
    anchor.current = from ?? snoozeButton.current
    setSnoozing({ by: 'menu', item: news.item })
  }
  useShortcuts({
    'news.move': ({ key }) => news.step(key.toLowerCase() === 'j' ? 1 : -1),
    'news.done': news.done,
    'news.snooze': () => openSnooze(list.current?.row()),
    'news.mute': news.mute,
    'news.undo': () => void news.undo(),
  })
  const { item, error, loaded } = news
  return (
    <Page
      title={viewTitles.news}
      flush
      state={<NewsFilters filter={news.wanted} onChange={news.show} />}
      actions={
        <NewsActions
          now={now}
          canFinish={news.loaded && news.filter === news.wanted}
          onFinish={news.finish}
        />
      }
    >
      {news.missing && (
        <div className="news__aside">
          <Notice role="note" icon={<Sign kind="unknown" />}>
            <NoticeWords title={text.missing} body={text.missingHelp} />
          </Notice>
        </div>
      )}
      <ListState
        loaded={loaded}
        error={error}
        count={item ? news.entries.length : 0}
        loading={text.loading}
        outlines={12}
        failed={text.failed}
        aside="news__aside"
        empty={<NewsEmpty filter={news.filter} now={now} onAll={() => news.show('all')} />}
      >
        {item && (
          <div className="news">
            <NewsList
              key={news.filter}
              ref={list}
              entries={news.entries}
              active={news.active}
              density={settings?.density ?? 'comfortable'}
              letters={letters}
              hasMore={news.next !== null}
              now={now}
              onEnd={news.more}
              onSelect={news.select}
              onOpen={news.open}
              onPeek={news.peek}
            />
            <NewsDetail
              item={item}
              now={now}
              steady={news.steady}
              muted={news.muted}
              snoozeButton={snoozeButton}
              onOpen={() => news.open(item)}
              onDone={news.done}
              onSnooze={() => openSnooze(snoozeButton.current)}
              onMute={news.mute}
            />
          </div>
        )}
      </ListState>
      {loaded && <NewsFoot now={now} />}
      {snoozing?.by === 'menu' && (
        <SnoozeMenu
          anchor={anchor}
          now={now}
          onChoose={(until) => news.snooze(snoozing.item, until)}
          onAsk={() => setSnoozing({ ...snoozing, by: 'dialog' })}
          onClose={() => setSnoozing(null)}
        />
      )}
      {snoozing?.by === 'dialog' && (
        <SnoozeDialog
          now={now}
          onChoose={(until) => news.snooze(snoozing.item, until)}
          onClose={() => setSnoozing(null)}
        />
      )}
    </Page>
  )
}
