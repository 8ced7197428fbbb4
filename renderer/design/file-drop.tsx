import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { topDialog } from './top-dialog.ts'
import './file-drop.css'

export interface FileDropProps {
  /** There is something to do with what is dropped: without it nothing invites to drop. */
  takes?: boolean
  /** What the veil says while something is over the window. */
  title: string
  detail: string
  /** Told while the event is being told: what it brings cannot be read later. */
  onDrop: (data: DataTransfer) => void
  children: ReactNode
}

const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Starts refusing files that nothing on screen takes: a browser would leave Ventanilla to show them. */
export function startRefusingFiles(): void {
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event) => {
      if (!hasFile(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    })
}

/** The whole window takes dropped files while this is on screen and no dialog is over it. */
export function FileDrop({ takes = true, title, detail, onDrop, children }: FileDropProps) {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onDrop)

  useEffect(() => {
    if (!takes) return
    const isTaken = (event: DragEvent) => hasFile(event) && topDialog() === null
    const dragOver = (event: DragEvent) => {
      if (!isTaken(event)) return
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const dragLeave = (event: DragEvent) => {
      // Only leaving the window counts: between two elements it fires all the time.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!isTaken(event)) return
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
      setOver(false)
    }
  }, [takes])

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
