import { DatabaseBackup } from 'lucide-react'
import { bannerText as text } from '#shared/text/frame.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { useView } from '../../app/route.ts'
import { openSettings } from '../../app/settings-state.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/**
 * Day when the user last postponed the reminder. Only this window stores the day: another day or a restart reminds
 * again.
 */
const store = createStore<{ quietOn: string | null }>(() => ({ quietOn: null }))

const dayOf = (at: number) => new Date(at).toDateString()

const quietToday = (now: number) => store.setState({ quietOn: dayOf(now) })
const useIsQuiet = (now: number) => useStore(store, ({ quietOn }) => quietOn === dayOf(now))

/** Reminder of an overdue backup: make a backup, or be reminded tomorrow. */
export function BackupBanner() {
  const backup = useSlice('backup')
  const now = useNow(60_000)
  const isQuiet = useIsQuiet(now)
  const view = useView()
  // The backup section of Ajustes already shows the problem and its remedy.
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
