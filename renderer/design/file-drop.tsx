import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type DroppedFiles, filesIn } from './dropped-files.ts'
import { Icon } from './icon.tsx'
import { topDialog } from './layers.ts'
import './layout.css'

/** Type of a drag of a sample document within the window. */
const SAMPLE_TYPE = 'application/x-ventanilla-document'

type FileTaker = (files: readonly File[]) => void

let takers: readonly FileTaker[] = []
/** Sample that is being dragged. A drag within a page carries texts only, so that the file waits here. */
let draggedSample: File | null = null

/** Adds a place that takes samples, until the returned function is called. */
function addTaker(taker: FileTaker): () => void {
  takers = [...takers, taker]
  return () => {
    takers = takers.filter((one) => one !== taker)
  }
}

/** Gives files to the newest place that takes samples. False if there is none, or if a dialog is open. */
export function giveFiles(files: readonly File[]): boolean {
  const taker = takers.at(-1)
  if (!taker || topDialog()) return false
  taker(files)
  return true
}

/** Starts the drag of a sample: for `dragstart`. `endDragging` is for `dragend`. */
export function startDragging(data: DataTransfer, file: File) {
  draggedSample = file
  data.effectAllowed = 'copy'
  data.setData(SAMPLE_TYPE, file.name)
}

export const endDragging = () => {
  draggedSample = null
}

export interface FileDropProps {
  /** False where dropped files are of no use. */
  takes?: boolean
  /** Takes documents, including the samples of the training. */
  documents?: boolean
  /** Text of the overlay while files are dragged over the window. */
  title: string
  detail: string
  onDrop: (dropped: DroppedFiles) => void
  children: ReactNode
}

const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

const hasSample = (event: DragEvent) => event.dataTransfer?.types.includes(SAMPLE_TYPE) ?? false

/** Starts refusing files that no component takes: a browser would leave the page to show them. */
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
      (hasFile(event) || (documents && hasSample(event))) && topDialog() === null
    const dragOver = (event: DragEvent) => {
      if (!isTaken(event)) return
      // Accepts the drop: without this, `startRefusingFiles` refuses files and the browser refuses samples.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const dragLeave = (event: DragEvent) => {
      // The event also fires between elements. Only leaving the window counts.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!isTaken(event)) return
      setOver(false)
      event.preventDefault()
      const sample = documents && hasSample(event) ? draggedSample : null
      // The data of a drop can be read only during the event.
      dropped(sample ? { files: [sample], folders: [] } : filesIn(event.dataTransfer))
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
    return addTaker((files) => dropped({ files: [...files], folders: [] }))
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
