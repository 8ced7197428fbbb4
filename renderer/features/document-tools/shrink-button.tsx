import { Minimize2 } from 'lucide-react'
import { recognitionText as text } from '#shared/text/documents.ts'
import { Button } from '../../design/button.tsx'
import { announce } from '../../app/announcer.tsx'
import { namedAs, shrinkPhoto } from './photo.ts'
import { useTask } from './use-task.tsx'

export interface ShrinkButtonProps {
  file: File
  maxBytes: number
  onShrunk: (file: File) => void
}

const isPhoto = (file: File) => file.type === 'image/jpeg' || file.type === 'image/png'

/** Button that shrinks a photo to the maximum size. */
export function ShrinkButton({ file, maxBytes, onShrunk }: ShrinkButtonProps) {
  const { busy, failed, run } = useTask()
  if (!isPhoto(file)) return null
  const shrink = async () => {
    const smaller = await run((signal) => shrinkPhoto(file, maxBytes, signal))
    if (!smaller) return
    onShrunk(new File([smaller], namedAs(file.name, 'jpg'), { type: smaller.type }))
    announce(text.shrunk(file.name))
  }
  return (
    <>
      <Button
        size="low"
        icon={Minimize2}
        disabled={busy}
        aria-label={text.shrinkOf(file.name)}
        onClick={() => void shrink()}
      >
        {text.shrink}
      </Button>
      {failed && (
        <p className="small" role="alert">
          <b>{text.notShrunk.title}</b> {text.notShrunk.advice}
        </p>
      )}
    </>
  )
}
