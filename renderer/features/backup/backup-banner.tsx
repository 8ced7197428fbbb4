import { DatabaseBackup } from 'lucide-react'
import { bannerText as text } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/notice.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { quietToday, useIsQuiet } from '../../ui-state/backup-reminder.ts'
import { useRoute } from '../../ui-state/route.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

/** There has been no copy for as long as the office said: one can be made, or it is said again tomorrow. */
export function BackupBanner() {
  const backup = useSlice('backup')
  const now = useNow(60_000)
  const isQuiet = useIsQuiet(now)
  const { view } = useRoute()
  // In Ajustes its own section says it, with what to do.
  if (!backup?.due || backup.running || isQuiet || view === 'settings') return null
  return (
    <Banner
      tone="neutral"
      icon={<Icon of={DatabaseBackup} />}
      actions={
        <>
          <Button size="low" onClick={() => openSettings('backup')}>
            {text.copyAction}
          </Button>
          <Button size="low" tone="plain" onClick={() => quietToday(now)}>
            {text.copyLater}
          </Button>
        </>
      }
    >
      <b>{backup.lastAt === null ? text.copyNever : text.copyDue}</b> {text.copyBody}
    </Banner>
  )
}
