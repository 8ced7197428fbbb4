import { Images } from 'lucide-react'
import { useState } from 'react'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { toolsText as text } from '#shared/text/app-document-tools.ts'
import { Button } from '../../design/button.tsx'
import { JoinDialog } from '../document-tools/tools.ts'
import { useSourceOf } from './document-tools.tsx'
import type { DocumentChanges } from './use-document-changes.ts'

export interface JoinImagesProps {
  documents: readonly DraftDocument[]
  changes: DocumentChanges
}

const hasMime =
  (...mimes: string[]) =>
  (document: DraftDocument) =>
    document.source === 'file' && document.preview && mimes.includes(document.mime ?? '')

/** Joins images of a draft in one PDF; offered when there are two. */
export function JoinImages({ documents, changes }: JoinImagesProps) {
  const [open, setOpen] = useState(false)
  const sourceOf = useSourceOf()
  const images = documents.filter(hasMime('image/jpeg', 'image/png'))
  if (images.length < 2) return null
  return (
    <p className="draft-documents__guessed">
      <Button size="low" icon={Images} onClick={() => setOpen(true)}>
        {text.join}
      </Button>
      {open && (
        <JoinDialog
          sources={images.map(sourceOf)}
          heic={documents.filter(hasMime('image/heic')).length}
          onClose={() => setOpen(false)}
          onAccept={(ids, file) => {
            setOpen(false)
            const originals = ids.flatMap((id) => images.filter((image) => image.id === id))
            void changes.replace(originals, [{ file }], text.joined(ids.length))
          }}
        />
      )}
    </p>
  )
}
