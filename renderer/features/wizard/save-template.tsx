import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { templateStart } from '#shared/domain/procedures/template-start.ts'
import { templatesText as text } from '#shared/text/app-templates.ts'
import { IconButton } from '../../design/icon-button.tsx'
import { TemplateDialog } from '../templates/template-dialog.tsx'

/** Button that saves a draft as a template. */
export function SaveTemplate({ draft }: { draft: Draft }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={LayoutTemplate} label={text.saveAs} onClick={() => setOpen(true)} />
      {open && (
        <TemplateDialog
          template={null}
          start={templateStart(draft.kind, draft)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
