import { useEffect, useState } from 'react'
import { quickLookupText as text } from '#shared/text/hosts.ts'
import { Dialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { closePanel, panelText } from '../../app/panel-state.ts'
import { openPlace } from './open-place.ts'
import { QuickLookup } from './quick-lookup.tsx'

/**
 * Quick lookup as a dialog of this window. It is mounted in advance, so that it is painted in the frame after its
 * shortcut. It does not read the clipboard: the user can paste with one shortcut.
 */
export function QuickLookupDialog({ open }: { open: boolean }) {
  const client = useClient()
  const [serial, setSerial] = useState(0)
  useEffect(() => {
    // The panel is reset when it closes, not when it opens.
    if (open) return () => setSerial((before) => before + 1)
  }, [open])
  return (
    <Dialog label={text.title} variant="palette" open={open} onClose={closePanel}>
      <QuickLookup
        key={serial}
        open={open}
        initialText={open ? panelText() : ''}
        clipboard={null}
        onClose={closePanel}
        onOpen={(place) => {
          // The dialog closes first: the focus returns to its previous place, and the new place may then move it.
          closePanel()
          setTimeout(() => openPlace(client, place))
        }}
      />
    </Dialog>
  )
}
