import { Bell, BellOff, CheckCheck } from 'lucide-react'
import type { InboxFilter } from '#shared/bridge/inbox.ts'
import { notificationState } from '#shared/domain/notification-state.ts'
import { inboxText as text } from '#shared/text/app-inbox.ts'
import { notificationStateWords } from '#shared/text/app-notifications.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/segments.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useNotificationPermission } from '../../ui-state/notification-permission.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

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
  /** The rows on screen are those of the chosen filter: only then it is clear which rows "all" finishes. */
  canFinish: boolean
  onFinish: () => void
}

/** Notification status, and a button that finishes all rows. */
export function InboxActions({ now, canFinish, onFinish }: InboxActionsProps) {
  const settings = useSlice('notificationSettings')
  const permission = useNotificationPermission()
  const notice = settings && notificationState(settings, permission, now)
  const Icon = notice?.state === 'told' ? Bell : BellOff
  return (
    <>
      {notice && (
        <Button tone="plain" size="low" icon={Icon} onClick={() => openSettings('notifications')}>
          {notificationStateWords(notice, now)}
        </Button>
      )}
      <Button
        size="low"
        icon={CheckCheck}
        title={text.finishAllHelp}
        disabled={!canFinish}
        onClick={onFinish}
      >
        {text.finishAll}
      </Button>
    </>
  )
}
