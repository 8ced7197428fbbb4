import type { Draft } from '#shared/bridge/procedures.ts'
import { viewTitles } from '#shared/text/app.ts'
import { wizardText as text } from '#shared/text/wizard.ts'
import { listOfDraft } from '../cases/places.tsx'
import { UpCrumb } from '../frame/page-parts.tsx'

/** Link one level up, to the draft's list. */
export function DraftCrumb({ draft, onOpen }: { draft: Draft; onOpen: () => void }) {
  const view = listOfDraft(draft.state)
  return <UpCrumb name={viewTitles[view]} title={text.crumb(viewTitles[view])} onOpen={onOpen} />
}
