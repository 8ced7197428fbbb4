import { FileUp, X } from 'lucide-react'
import { useState, useEffect, useEffectEvent } from 'react'
import type { ProcedureAbilities } from '#shared/bridge/procedures.ts'
import { documentsText, pastedName, intakeText, batchText, recognitionText } from '#shared/text/documents.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { type DroppedFiles, named, filesIn } from '../../design/dropped-files.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../app/announcer.tsx'
import { isTyping, useIsCovered } from '../../app/shortcuts.ts'
import { useIntake, useBringing } from './intake.ts'
import { useScans } from './scan-menu.tsx'

interface DroppedElsewhereProps {
  draftId: string
  abilities: ProcedureAbilities | undefined
  /** False on the step of the documents, which handles files itself. */
  takes: boolean
  onSee: () => void
}

/**
 * Accepts files that are dropped or pasted on any other step of the wizard. They are added to the documents, and the
 * form stays as it is.
 */
export function DroppedElsewhere({ draftId, abilities, takes, onSee }: DroppedElsewhereProps) {
  const { intake } = useIntake(draftId)
  const [told, setTold] = useState<DroppedFiles | null>(null)
  const drop = (dropped: DroppedFiles) => {
    if (!abilities) return
    const { files, folders } = dropped
    setTold({ files: [...(told?.files ?? []), ...files], folders })
    if (files.length === 0) return
    intake.add(files, abilities.maxDocumentBytes)
    announce(recognitionText.dropped(files.length))
  }
  if (!takes) return null
  return (
    <FileDrop documents title={documentsText.drop} detail={documentsText.dropKinds} onDrop={drop}>
      <ArrivingFiles onFiles={drop} />
      {told && (
        <Notice
          icon={<Icon of={FileUp} />}
          actions={
            <>
              {told.files.length > 0 && (
                <Button
                  size="low"
                  onClick={() => {
                    setTold(null)
                    onSee()
                  }}
                >
                  {recognitionText.seeDocuments}
                </Button>
              )}
              <IconButton icon={X} label={recognitionText.dismiss} onClick={() => setTold(null)} />
            </>
          }
        >
          {told.files.length > 0 && <p>{recognitionText.dropped(told.files.length)}</p>}
          {told.folders.length > 0 && <p>{batchText.folders(told.folders)}</p>}
        </Notice>
      )}
    </FileDrop>
  )
}

/**
 * Handles pasted files, and files of the scanner. Mounted only where files are accepted, because it keeps pasted files
 * from the browser.
 */
function ArrivingFiles({ onFiles }: { onFiles: (files: DroppedFiles) => void }) {
  const { now } = useClient()
  useScans(onFiles)
  usePaste(({ files, folders }) =>
    onFiles({ files: files.map((file) => named(file, (ending) => pastedName(now(), ending))), folders }),
  )
  return null
}

/** Reason why a draft cannot be sent yet: some of its documents are still being added. */
export function BringingNotice({ draftId }: { draftId: string }) {
  const bringing = useBringing(draftId)
  if (bringing === 0) return null
  return (
    <Notice role="note" icon={<Icon of={FileUp} />}>
      <p>{intakeText.bringing(bringing)}</p>
    </Notice>
  )
}

/** Handles files and pictures that are pasted anywhere on the page. Text pasted in a field stays in the field. */
export function usePaste(take: (pasted: DroppedFiles) => void) {
  const taken = useEffectEvent(take)
  const isCovered = useEffectEvent(useIsCovered())
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = filesIn(event.clipboardData)
      if (pasted.files.length + pasted.folders.length === 0) return
      if (isCovered()) return
      // A spreadsheet copies cells both as text and as a picture. In a field, the text is pasted.
      if (isTyping(event.target) && event.clipboardData?.types.includes('text/plain')) return
      event.preventDefault()
      taken(pasted)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
}
