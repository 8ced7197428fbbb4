import { useRef } from 'react'
import { ArrowDownWideNarrow, Bell, BellOff, Check, CheckCheck } from 'lucide-react'
import type { InboxFilter, InboxOrder } from '#shared/bridge/inbox.ts'
import { notificationState } from '#shared/domain/notifications.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { inboxText as text } from '#shared/text/inbox.ts'
import { notificationsText, notificationStateWords } from '#shared/text/settings.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useNotificationPermission } from '../../notify/notification-permission.ts'
import { openSettings } from '../../app/settings-state.ts'
import { showToast } from '../../app/toasts.ts'

const FILTERS: readonly InboxFilter[] = ['unread', 'actionable', 'all']

/** Filters of the list, with their counts. */
export function InboxFilters({
  filter,
  onChange,
}: {
  filter: InboxFilter
  onChange: (filter: InboxFilter) => void
}) {
  const counts = useSlice('inboxCounts')
  const countOf = (one: InboxFilter) => (one === 'all' ? 0 : (counts?.[one] ?? 0))
  return (
    <Segments
      label={text.filter}
      value={filter}
      onChange={onChange}
      options={FILTERS.map((value) => ({
        value,
        label: text.filterCount(text.filters[value], countOf(value)),
      }))}
    />
  )
}

export interface InboxActionsProps {
  now: number
  order: InboxOrder
  onSort: (order: InboxOrder) => void
  /** True if the rows on screen are those of the chosen filter: only then is it clear which rows "all" finishes. */
  canFinish: boolean
  /** Number of rows that the button finishes; `null` if unknown. */
  finishes: number | null
  onFinish: () => void
}

/** Order of the list, notification status, the end of a pause, and a button that finishes all rows. */
export function InboxActions({ now, order, onSort, canFinish, finishes, onFinish }: InboxActionsProps) {
  const { bridge } = useClient()
  const stateButton = useRef<HTMLButtonElement>(null)
  const settings = useSlice('notificationSettings')
  const permission = useNotificationPermission()
  const notice = settings && notificationState(settings, permission, now)
  const resume = async () => {
    // This button disappears with the pause: move the focus to one that stays.
    stateButton.current?.focus()
    const answer = await bridge.call('notification-settings.update', { pausedUntil: null })
    if (!answer.ok) showToast(errorTexts[answer.error.code].title, 'failed')
  }
  const Icon = notice?.state === 'told' ? Bell : BellOff
  return (
    <>
      <Button
        tone="plain"
        size="low"
        className="inbox__order"
        icon={order === 'asking' ? Check : ArrowDownWideNarrow}
        title={text.orderHelp}
        aria-pressed={order === 'asking'}
        onClick={() => onSort(order === 'asking' ? 'time' : 'asking')}
      >
        {text.askingFirst}
      </Button>
      {notice && (
        <Button
          ref={stateButton}
          tone="plain"
          size="low"
          icon={Icon}
          onClick={() => openSettings('notifications')}
        >
          {notificationStateWords(notice, now)}
        </Button>
      )}
      {notice?.state === 'paused' && (
        <Button size="low" aria-label={notificationsText.resumeLabel} onClick={() => void resume()}>
          {notificationsText.resume}
        </Button>
      )}
      <Button
        size="low"
        icon={CheckCheck}
        title={text.finishAllHelp}
        disabled={!canFinish}
        onClick={onFinish}
      >
        {text.finishAll(finishes)}
      </Button>
    </>
  )
}
