import { RotateCw, Scissors } from 'lucide-react'
import { useState } from 'react'
import type { DraftDocument } from '#shared/bridge/procedures.ts'
import { toolsText as text } from '#shared/text/document-tools.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import type { MadeDocument, ToolSource } from '../document-tools/tool-source.ts'
import { CutDialog, TurnDialog } from '../document-tools/tools.ts'
import type { DocumentChanges } from './use-document-changes.ts'
import type { Drawable } from './use-drawable.ts'

export interface DocumentToolsProps {
  document: DraftDocument
  drawable: Drawable
  changes: DocumentChanges
}

/** Tools for a document of a draft that has not been sent: a PDF is cut, a photo turned. */
export function DocumentTools({ document, drawable, changes }: DocumentToolsProps) {
  const [open, setOpen] = useState(false)
  const source = useSourceOf()(document)
  if (document.source !== 'file' || !document.preview) return null
  const canCut = drawable.state === 'pdf' && drawable.pdf.numPages > 1
  const canTurn = drawable.state === 'image'
  if (!canCut && !canTurn) return null
  const accept = (made: MadeDocument[]) => {
    setOpen(false)
    void changes.replace([document], made, text.replaced(document.name, made.length))
  }
  const Tool = canCut ? CutDialog : TurnDialog
  return (
    <>
      <Button size="low" icon={canCut ? Scissors : RotateCw} onClick={() => setOpen(true)}>
        {canCut ? text.cut : text.turn}
      </Button>
      {open && <Tool source={source} onAccept={accept} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Reads a document's bytes from the core. */
export function useSourceOf(): (document: DraftDocument) => ToolSource {
  const { bridge } = useClient()
  return ({ id, name }) => ({
    id,
    name,
    async read(signal) {
      const bytes = await bridge.read('procedures.document', { documentId: id }, { signal })
      return bytes.ok ? bytes.value : null
    },
  })
}
