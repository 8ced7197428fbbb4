import { useRef, useState, useEffect, type RefObject } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import { viewTitles } from '#shared/text/app.ts'
import { inboxText as text, snoozeText, unshownText } from '#shared/text/inbox.ts'
import { ConfirmDialog, FormDialog } from '../../design/dialogs.tsx'
import { Notice, NoticeWords, Calm } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery, useSlice } from '../../replica/use-replica.ts'
import { useLetters, useFootKeys } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { askToFinish, useInboxState } from './inbox-state.ts'
import { ListState, useHidesNames } from '../../app/lists.tsx'
import { Page } from '../../app/page.tsx'
import { InboxDetail } from './inbox-detail.tsx'
import { Inbox, BellOff } from 'lucide-react'
import type { InboxFilter } from '#shared/bridge/inbox.ts'
import { useScreenActions } from '../../design/actions.tsx'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { Button } from '../../design/button.tsx'
import { ListFoot } from '../../design/list.tsx'
import { InboxActions, InboxFilters } from './inbox-head.tsx'
import { InboxList, type InboxListHandle } from './inbox-list.tsx'
import { flushSync } from 'react-dom'
import { isoDay } from '#shared/domain/calendar.ts'
import { clock } from '#shared/text/dates.ts'
import { Field } from '../../design/fields.tsx'
import { snoozeTimes, snoozeMoment } from '#shared/domain/inbox.ts'
import { Menu } from '../../design/menu.tsx'
import { Icon } from '../../design/icon.tsx'
import { openSettings } from '../../app/settings-state.ts'
import { type InboxItem, itemName } from './inbox-items.ts'
import { finishNow } from './inbox-actions.ts'
import { useInbox } from './use-inbox.ts'
import './inbox.css'

/** Item being snoozed. It is fixed here, because the list may change while the user chooses a time. */
type Snoozing = { by: 'menu' | 'dialog'; item: InboxItem } | null

/** Query for the number of lines that are not done. */
const ALL = { filter: 'all', order: 'time', limit: 1 } as const

/** Page *Novedades*: every change, until the user marks it as done. */
export function InboxPage({ route }: { route: Extract<Route, { view: 'inbox' }> }) {
  const inbox = useInbox(route)
  const settings = useSlice('settings')
  const counts = useSlice('inboxCounts')
  // Counted only while this number is shown: the counts in every window leave out read changes.
  const { data: all } = useQuery('inbox.groups', ALL, inbox.wanted === 'all')
  const client = useClient()
  const asked = useInboxState(({ finishAsked }) => finishAsked)
  const now = useNow(15_000)
  const letters = useLetters()
  const list = useRef<InboxListHandle>(null)
  const snoozeButton = useRef<HTMLButtonElement>(null)
  const anchor = useRef<HTMLElement>(null)
  const [snoozing, setSnoozing] = useState<Snoozing>(null)
  /** Opens the menu at the element that the user pressed, which gets the focus back. */
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
    'inbox.undo': () => void inbox.undo(),
  })
  const { item, error, loaded } = inbox
  const hidesNames = useHidesNames()
  const name = item === null ? '' : itemName(item, hidesNames)
  useShortcuts(
    item !== null
      ? {
          'inbox.done': inbox.done,
          'inbox.snooze': () => openSnooze(list.current?.row()),
          'inbox.mute': inbox.mute,
        }
      : {},
    name,
  )
  useScreenActions(() =>
    item ? [{ of: name, about: '', handlers: { 'inbox.read': () => inbox.peek(item) } }] : [],
  )
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
        isTable
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

interface InboxEmptyProps {
  filter: InboxFilter
  now: number
  onAll: () => void
}

/**
 * Shown for a filter without rows, with the time of the last change. Takes the focus when the keyboard has finished
 * the last row.
 */
function InboxEmpty({ filter, now, onAll }: InboxEmptyProps) {
  const { data } = useQuery('inbox.groups', { filter: 'all', order: 'time', limit: 1 })
  const last = data?.groups[0]?.rows[0]
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocusNowhere()) place.current?.focus()
  }, [filter])
  const shown = last ? filter : 'all'
  return (
    <div className="inbox__empty" ref={place} tabIndex={-1}>
      {data && (
        <Calm
          icon={Inbox}
          title={text.emptyTitle[shown]}
          actions={last && filter !== 'all' && <Button onClick={onAll}>{text.seeAll}</Button>}
        >
          <p>
            {text.emptyBody[shown]} {last && text.lastCame(last.seenAt, now)}
          </p>
        </Calm>
      )}
    </div>
  )
}

const { keys } = text

/**
 * Unread count, keys, and a connection problem that keeps changes away. Without a problem, a note about snoozed rows.
 */
function InboxFoot({ now }: { now: number }) {
  const footKeys = useFootKeys()
  const unread = useSlice('inboxCounts')?.unread ?? 0
  const connection = useSlice('connection')
  const apart =
    connection?.state === 'down'
      ? text.offline(connection.since, now)
      : connection?.state === 'unauthorized'
        ? text.refused
        : text.snoozedReturn
  return (
    <ListFoot
      count={text.unreadFoot(unread)}
      keys={footKeys([
        ['list.open', keys.open],
        ['inbox.unfold', keys.unfold],
        ['inbox.done', keys.done],
        ['inbox.snooze', keys.snooze],
        ['inbox.undo', keys.undo],
      ])}
      apart={apart}
    />
  )
}

interface SnoozeMenuProps {
  anchor: RefObject<HTMLElement | null>
  now: number
  onChoose: (until: number) => void
  /** Called when the user wants another time. */
  onAsk: () => void
  onClose: () => void
}

/** Menu of times to snooze until: usual ones, or any other. */
function SnoozeMenu({ anchor, now, onChoose, onAsk, onClose }: SnoozeMenuProps) {
  return (
    <Menu
      label={snoozeText.menu}
      anchor={anchor}
      onClose={onClose}
      items={[
        ...snoozeTimes(now).map(({ id, at }) => ({
          id,
          label: snoozeText.times[id],
          detail: snoozeText.when(at, now),
          run: () => onChoose(at),
        })),
        { id: 'choose', label: snoozeText.choose, divided: true, run: onAsk },
      ]}
    />
  )
}

const EVERY = {}

/** Reports that the system did not show the notifications of rows that are still unread. */
function UnshownNotice() {
  const { data } = useQuery('notifications.unshown', EVERY)
  if (!data || data.count === 0) return null
  return (
    <div className="inbox__aside">
      <Notice
        tone="warn"
        role="note"
        icon={<Icon of={BellOff} />}
        actions={
          <Button size="low" onClick={() => openSettings('notifications')}>
            {unshownText.look}
          </Button>
        }
      >
        <NoticeWords
          title={unshownText.title(data.count)}
          body={data.denied ? unshownText.denied : unshownText.failed}
        />
      </Notice>
    </div>
  )
}

interface SnoozeDialogProps {
  now: number
  onChoose: (until: number) => void
  onClose: () => void
}

/** Dialog for any day and hour to snooze until. Starts from the last time that the menu offers. */
function SnoozeDialog({ now, onChoose, onClose }: SnoozeDialogProps) {
  const offered = snoozeTimes(now).at(-1)?.at ?? now
  const [date, setDate] = useState(() => isoDay(offered))
  const [time, setTime] = useState(() => clock(offered))
  const [tried, setTried] = useState(false)
  const day = useRef<HTMLInputElement>(null)
  const until = snoozeMoment(date, time, now)
  const submit = () => {
    setTried(true)
    if (until === null) return day.current?.focus()
    // Close first: the focus returns to the row of this item, and moves from there to the next row.
    flushSync(onClose)
    onChoose(until)
  }
  return (
    <FormDialog
      title={snoozeText.title}
      cancel={snoozeText.cancel}
      cancelTone="default"
      submit={snoozeText.submit}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="snooze-moment">
        <Field
          ref={day}
          label={snoozeText.date}
          type="date"
          help={snoozeText.help}
          error={tried && until === null ? snoozeText.past : undefined}
          min={isoDay(now)}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <Field
          label={snoozeText.time}
          type="time"
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
      </div>
    </FormDialog>
  )
}
