import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Icon } from './icon.tsx'
import { type DroppedFiles, filesIn } from './dropped-files.ts'
import { draggedFile, GIVEN_TYPE, type Taker, takeGiven } from './given-files.ts'
import { topDialog } from './top-dialog.ts'
import './layout.css'

export interface FileDropProps {
  /** False where dropped files are of no use: nothing then invites to drop. */
  takes?: boolean
  /** It takes documents, and so the samples that the window itself gives. */
  documents?: boolean
  /** Text of the overlay while files are dragged over the window. */
  title: string
  detail: string
  onDrop: (dropped: DroppedFiles) => void
  children: ReactNode
}

const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

const hasGiven = (event: DragEvent) => event.dataTransfer?.types.includes(GIVEN_TYPE) ?? false

/** Starts refusing files that no component takes: a browser would navigate away to show them. */
export function startRefusingFiles(): void {
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event) => {
      if (!hasFile(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    })
}

/** Takes files dropped anywhere in the window while mounted and not behind a dialog. */
export function FileDrop(props: FileDropProps) {
  const { takes = true, documents = false, title, detail, onDrop, children } = props
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onDrop)

  useEffect(() => {
    if (!takes) return
    const isTaken = (event: DragEvent) =>
      (hasFile(event) || (documents && hasGiven(event))) && topDialog() === null
    const dragOver = (event: DragEvent) => {
      if (!isTaken(event)) return
      // Files are refused by the window, which otherwise would show them; anything else is refused unless taken.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const dragLeave = (event: DragEvent) => {
      // Only leaving the window counts: it also fires between elements.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!isTaken(event)) return
      setOver(false)
      event.preventDefault()
      const given = documents && hasGiven(event) ? draggedFile() : null
      // During the event: its data cannot be read later.
      dropped(given ? { files: [given], folders: [] } : filesIn(event.dataTransfer))
    }
    const end = () => setOver(false)
    addEventListener('dragover', dragOver)
    addEventListener('dragleave', dragLeave)
    addEventListener('drop', drop)
    addEventListener('dragend', end)
    return () => {
      removeEventListener('dragover', dragOver)
      removeEventListener('dragleave', dragLeave)
      removeEventListener('drop', drop)
      removeEventListener('dragend', end)
      setOver(false)
    }
  }, [takes, documents])

  useEffect(() => {
    if (!takes || !documents) return
    const taker: Taker = (files) => dropped({ files: [...files], folders: [] })
    return takeGiven(taker)
  }, [takes, documents])

  return (
    <div className="file-drop">
      {children}
      {over && (
        <div className="file-drop__veil" aria-hidden="true">
          <Icon of={FileUp} />
          <b>{title}</b>
          <span className="small second">{detail}</span>
        </div>
      )}
    </div>
  )
}
