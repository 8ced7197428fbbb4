import { Download } from 'lucide-react'
import { outageText as text } from '#shared/text/app-outage.ts'
import { Button, type ButtonProps } from '../../design/button.tsx'
import { useSaveAttempts } from './use-save-attempts.ts'

/** Takes the proof of having tried to a file. */
export function SaveAttemptsButton({ tone = 'default' }: Pick<ButtonProps, 'tone'>) {
  const { saving, save } = useSaveAttempts()
  return (
    <Button size="low" tone={tone} icon={Download} disabled={saving} onClick={save}>
      {saving ? text.saving : text.save}
    </Button>
  )
}
