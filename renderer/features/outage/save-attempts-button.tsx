import { Download } from 'lucide-react'
import { outageText as text } from '#shared/text/frame.ts'
import { Button, type ButtonProps } from '../../design/button.tsx'
import { useSaveFile } from '../../ui-state/transfers.ts'

/** Saves the record of attempts to a file. */
export function SaveAttemptsButton({ tone = 'default' }: Pick<ButtonProps, 'tone'>) {
  const { saving, save } = useSaveFile('outage.record', text.saved, 'goes-on')
  return (
    <Button size="low" tone={tone} icon={Download} disabled={saving !== null} onClick={() => save({})}>
      {saving ? text.saving : text.save}
    </Button>
  )
}
