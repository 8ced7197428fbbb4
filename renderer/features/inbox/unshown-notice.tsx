import { BellOff } from 'lucide-react'
import { unshownText as text } from '#shared/text/app-inbox.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

const EVERY = {}

/** Says that the system did not show the notifications of rows that are still unread. */
export function UnshownNotice() {
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
            {text.look}
          </Button>
        }
      >
        <NoticeWords title={text.title(data.count)} body={data.denied ? text.denied : text.failed} />
      </Notice>
    </div>
  )
}
