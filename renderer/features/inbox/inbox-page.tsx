import { useRef, useState } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { inboxText as text } from '#shared/text/app-inbox.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { askToFinish, useInboxState } from '../../ui-state/inbox-state.ts'
import { ListState } from '../frame/list-state.tsx'
import { Page } from '../frame/page.tsx'
import { InboxDetail } from './inbox-detail.tsx'
import { InboxEmpty } from './inbox-empty.tsx'
import { InboxFoot } from './inbox-foot.tsx'
import { InboxActions, InboxFilters } from './inbox-head.tsx'
import { InboxList, type InboxListHandle } from './inbox-list.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { SnoozeMenu } from './snooze-menu.tsx'
import { UnshownNotice } from './unshown-notice.tsx'
import type { InboxItem } from './inbox-items.ts'
import { finishNow } from './inbox-actions.ts'
import { useInbox } from './use-inbox.ts'
import './inbox-page.css'

/** Item being snoozed: the list may change while the user chooses a time. */
type Snoozing = { by: 'menu' | 'dialog'; item: InboxItem } | null

/** The number of lines that are not done with. */
const ALL = { filter: 'all', order: 'time', limit: 1 } as const

/** Inbox: every change, until the user is done with it. */
export function InboxPage({ route }: { route: Extract<Route, { view: 'inbox' }> }) {
  const inbox = useInbox(route)
  const settings = useSlice('settings')
  const counts = useSlice('inboxCounts')
  // Counted while it is shown only: the counts of every window leave out what is read.
  const { data: all } = useQuery('inbox.groups', ALL, inbox.wanted === 'all')
  const client = useClient()
  const asked = useInboxState(({ finishAsked }) => finishAsked)
  const now = useNow(15_000)
  const letters = useLetters()
  const list = useRef<InboxListHandle>(null)
  const snoozeButton = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [snoozing, setSnoozing] = useState<Snoozing>(null)
  /** Opens at the element used, which gets the focus back. */
  const openSnooze = (from: HTMLElement | null | undefined) => {
    if (!inbox.item) return
    anchor.current = from ?? snoozeButton.current
    setSnoozing({ by: 'menu', item: inbox.item })
  }
  useShortcuts({
    'inbox.move'({ key }) {
      list.current?.enter()
      inbox.step(key.toLowerCase() === 'j' ? 1 : -1)
    },
    'inbox.done': inbox.done,
    'inbox.snooze': () => openSnooze(list.current?.row()),
    'inbox.mute': inbox.mute,
    'inbox.undo': () => void inbox.undo(),
  })
  const { item, error, loaded } = inbox
  return (
    <Page
      title={viewTitles.inbox}
      flush
      state={<InboxFilters filter={inbox.wanted} onChange={inbox.show} />}
      actions={
        <InboxActions
          now={now}
          order={inbox.order}
          onSort={(order) => void inbox.reorder(order)}
          canFinish={inbox.canFinish}
          finishes={inbox.wanted === 'all' ? (all?.open ?? null) : (counts?.[inbox.wanted] ?? null)}
          onFinish={inbox.finish}
        />
      }
    >
      <UnshownNotice />
      {inbox.missing && (
        <div className="inbox__aside">
          <Notice role="note" icon={<Sign kind="unknown" />}>
            <NoticeWords title={text.missing} body={text.missingHelp} />
          </Notice>
        </div>
      )}
      <ListState
        loaded={loaded}
        error={error}
        count={item ? inbox.entries.length : 0}
        loading={text.loading}
        outlines={12}
        failed={text.failed}
        aside="inbox__aside"
        empty={<InboxEmpty filter={inbox.filter} now={now} onAll={() => inbox.show('all')} />}
      >
        {item && (
          <div className="inbox">
            <InboxList
              key={inbox.filter}
              ref={list}
              entries={inbox.entries}
              active={inbox.active}
              density={settings?.density ?? 'comfortable'}
              letters={letters}
              hasMore={inbox.next !== null}
              now={now}
              onEnd={inbox.more}
              onSelect={inbox.select}
              onOpen={inbox.open}
              onPeek={inbox.peek}
              onUnfold={inbox.unfold}
              onTurn={inbox.turn}
            />
            <InboxDetail
              item={item}
              now={now}
              steady={inbox.steady}
              muted={inbox.muted}
              snoozeButton={snoozeButton}
              onOpen={() => inbox.open(item)}
              onDone={inbox.done}
              onSnooze={() => openSnooze(snoozeButton.current)}
              onMute={inbox.mute}
            />
          </div>
        )}
      </ListState>
      {loaded && <InboxFoot now={now} />}
      {snoozing?.by === 'menu' && (
        <SnoozeMenu
          anchor={anchor}
          now={now}
          onChoose={(until) => inbox.snooze(snoozing.item, until)}
          onAsk={() => setSnoozing({ ...snoozing, by: 'dialog' })}
          onClose={() => setSnoozing(null)}
        />
      )}
      {snoozing?.by === 'dialog' && (
        <SnoozeDialog
          now={now}
          onChoose={(until) => inbox.snooze(snoozing.item, until)}
          onClose={() => setSnoozing(null)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={text.finishTitle(asked.lines)}
          body={text.finishBody(asked.lines, asked.asking)}
          keep={text.finishKeep}
          submit={text.finishSubmit(asked.lines)}
          onSubmit={() => {
            askToFinish(null)
            return finishNow(client, asked)
          }}
          onClose={() => askToFinish(null)}
        />
      )}
    </Page>
  )
}
