import { FileUp } from 'lucide-react'
import { intakeText as text } from '#shared/text/documents.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useBringing } from './intakes.ts'

/** Reason why a draft cannot be sent yet: some of its documents are still loading. */
export function BringingNotice({ draftId }: { draftId: string }) {
  const bringing = useBringing(draftId)
  if (bringing === 0) return null
  return (
    <Notice role="note" icon={<Icon of={FileUp} />}>
      <p>{text.bringing(bringing)}</p>
    </Notice>
  )
}
