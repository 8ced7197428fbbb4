import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import './file-drop.css'

export interface FileDropProps {
  /** What the veil says while something is over the window. */
  title: string
  detail: string
  /** Told while the event is being told: what it brings cannot be read later. */
  onDrop: (data: DataTransfer) => void
  children: ReactNode
}

/** The whole window takes dropped files while this is on screen. */
export function FileDrop({ title, detail, onDrop, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onDrop)

  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const dragOver = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const dragLeave = (event: DragEvent) => {
      // Only leaving the window counts: between two elements it fires all the time.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return
      // Without this the window would navigate to the file.
      event.preventDefault()
      setOver(false)
      if (event.dataTransfer) dropped(event.dataTransfer)
    }
    addEventListener('dragover', dragOver)
    addEventListener('dragleave', dragLeave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', dragOver)
      removeEventListener('dragleave', dragLeave)
      removeEventListener('drop', drop)
    }
  }, [])

  return (
    <div className="file-drop">
      {children}
      {over && (
        <div className="file-drop__veil" aria-hidden="true">
          <FileUp className="icon" />
          <b>{title}</b>
          <span className="small second">{detail}</span>
        </div>
      )}
    </div>
  )
}
