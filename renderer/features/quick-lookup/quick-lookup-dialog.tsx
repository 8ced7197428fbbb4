import { useEffect, useState } from 'react'
import { quickLookupText as text } from '#shared/text/hosts.ts'
import { Dialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { closePanel } from '../../app/panel-state.ts'
import { openPlace } from './open-place.ts'
import { QuickLookup } from './quick-lookup.tsx'

/**
 * Quick lookup as a layer of this window, mounted ahead: it is painted with the frame after its key. It leaves the
 * clipboard alone: pasting is one key away.
 */
export function QuickLookupDialog({ open }: { open: boolean }) {
  const client = useClient()
  const [serial, setSerial] = useState(0)
  useEffect(() => {
    // Begins anew once it is closed, and not when it opens.
    if (open) return () => setSerial((before) => before + 1)
  }, [open])
  return (
    <Dialog label={text.title} variant="palette" open={open} onClose={closePanel}>
      <QuickLookup
        key={serial}
        open={open}
        clipboard={null}
        onClose={closePanel}
        onOpen={(place) => {
          // Closed first: the focus returns to where it was, and the place may then move it.
          closePanel()
          setTimeout(() => openPlace(client, place))
        }}
      />
    </Dialog>
  )
}
