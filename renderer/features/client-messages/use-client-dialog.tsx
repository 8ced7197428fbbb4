import { useState } from 'react'
import type { ClientSubject } from '#shared/bridge/client-messages.ts'
import { later } from '../../design/later.tsx'
import { LaterDialog } from '../../app/task-dialogs.tsx'

const ClientDialog = later(async () => (await import('./client-dialog.tsx')).ClientDialog)

/** Dialog *Mensaje para el cliente* of a page. `open` shows it, optionally with the text to begin with. */
export function useClientDialog(about: ClientSubject) {
  const [opened, setOpened] = useState<{ about: ClientSubject; choice: string | undefined } | null>(null)
  const close = () => setOpened(null)
  return {
    open: (choice?: string, other: ClientSubject = about) => setOpened({ about: other, choice }),
    dialog: opened && (
      <LaterDialog onClose={close}>
        <ClientDialog {...opened} onClose={close} />
      </LaterDialog>
    ),
  }
}
