import { quickLookupText as text } from '#shared/text/app-quick-lookup.ts'
import { Dialog } from '../../design/dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { closePanel } from '../../ui-state/panels.ts'
import { openPlace } from './open-place.ts'
import { QuickLookup } from './quick-lookup.tsx'

/** Quick lookup as a layer of this window. It leaves the clipboard alone: pasting is one key away. */
export function QuickLookupDialog() {
  const client = useClient()
  return (
    <Dialog label={text.title} variant="palette" onClose={closePanel}>
      <QuickLookup
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
