import { FileUp, X } from 'lucide-react'
import { useState } from 'react'
import type { ProcedureAbilities } from '#shared/bridge/procedures.ts'
import { documentsText, pastedName } from '#shared/text/documents.ts'
import { batchText, recognitionText as text } from '#shared/text/document-tools.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { type DroppedFiles, named } from '../../design/dropped-files.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { useIntake } from './intakes.ts'
import { usePaste } from './use-paste.ts'

export interface DroppedElsewhereProps {
  draftId: string
  abilities: ProcedureAbilities | undefined
  /** False on the documents' own step. */
  takes: boolean
  onSee: () => void
}

/** Files dropped or pasted on any other step of the wizard: they go to the documents, and the form stays as it is. */
export function DroppedElsewhere({ draftId, abilities, takes, onSee }: DroppedElsewhereProps) {
  const { intake } = useIntake(draftId)
  const [told, setTold] = useState<DroppedFiles | null>(null)
  const drop = (dropped: DroppedFiles) => {
    if (!abilities) return
    const { files, folders } = dropped
    setTold({ files: [...(told?.files ?? []), ...files], folders })
    if (files.length === 0) return
    intake.add(files, abilities.maxDocumentBytes)
    announce(text.dropped(files.length))
  }
  if (!takes) return null
  return (
    <FileDrop documents title={documentsText.drop} detail={documentsText.dropKinds} onDrop={drop}>
      <PastedFiles onPaste={drop} />
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
                  {text.seeDocuments}
                </Button>
              )}
              <IconButton icon={X} label={text.dismiss} onClick={() => setTold(null)} />
            </>
          }
        >
          {told.files.length > 0 && <p>{text.dropped(told.files.length)}</p>}
          {told.folders.length > 0 && <p>{batchText.folders(told.folders)}</p>}
        </Notice>
      )}
    </FileDrop>
  )
}

/** Mounted only where files are taken: it keeps them from the browser. */
function PastedFiles({ onPaste }: { onPaste: (pasted: DroppedFiles) => void }) {
  const { now } = useClient()
  usePaste(({ files, folders }) =>
    onPaste({ files: files.map((file) => named(file, (ending) => pastedName(now(), ending))), folders }),
  )
  return null
}
