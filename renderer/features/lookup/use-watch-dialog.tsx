import { useState } from 'react'
import { later } from '../../design/later.tsx'
import { LaterDialog } from '../../app/task-dialogs.tsx'

const WatchDialog = later(async () => (await import('../watches/feature.ts')).WatchDialog)

/** Dialog *Vigilar* of a page. `open` shows the dialog for some plates. */
export function useWatchDialog() {
  const [vrms, setVrms] = useState<readonly string[] | null>(null)
  const close = () => setVrms(null)
  return {
    open: setVrms,
    dialog: vrms && (
      <LaterDialog onClose={close}>
        <WatchDialog vrms={vrms} onClose={close} />
      </LaterDialog>
    ),
  }
}
