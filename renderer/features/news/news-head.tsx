import { Bell, BellOff, CheckCheck } from 'lucide-react'
import type { NewsFilter } from '#shared/bridge/news.ts'
import { noticeState } from '#shared/domain/notice-state.ts'
import { newsText as text } from '#shared/text/app-news.ts'
import { noticeStateWords } from '#shared/text/app-notices.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/segments.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useNoticePermission } from '../../ui-state/notice-permission.ts'
import { openSettings } from '../../ui-state/settings-desk.ts'

const FILTERS: readonly NewsFilter[] = ['unread', 'mine', 'all']

/** What is shown, with how many there are of what counts. */
export function NewsFilters({
  filter,
  onChange,
}: {
  filter: NewsFilter
  onChange: (filter: NewsFilter) => void
}) {
  const counts = useSlice('newsCounts')
  const countOf = (one: NewsFilter) => (one === 'all' ? 0 : (counts?.[one] ?? 0))
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

export interface NewsActionsProps {
  now: number
  /** The rows on screen are those of the chosen filter: only then is it known what "all" finishes. */
  canFinish: boolean
  onFinish: () => void
}

/** Whether one is told of what changes, and being done with all of it. */
export function NewsActions({ now, canFinish, onFinish }: NewsActionsProps) {
  const settings = useSlice('noticeSettings')
  const permission = useNoticePermission()
  const notice = settings && noticeState(settings, permission, now)
  const Icon = notice?.state === 'told' ? Bell : BellOff
  return (
    <>
      {notice && (
        <Button tone="plain" size="low" icon={Icon} onClick={() => openSettings('notices')}>
          {noticeStateWords(notice, now)}
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
