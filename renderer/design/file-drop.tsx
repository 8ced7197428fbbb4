import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type DroppedFiles, filesIn } from './dropped-files.ts'
import { Icon } from './icon.tsx'
import { topDialog } from './layers.ts'
import './layout.css'

/** Data type of a sample document that is dragged within the window. */
const SAMPLE_TYPE = 'application/x-ventanilla-document'

type FileTaker = (files: readonly File[]) => void

let takers: readonly FileTaker[] = []
/** Sample that is being dragged. A drag within a page can carry only text, so the file is stored here. */
let draggedSample: File | null = null

/** Registers a component that accepts samples. @returns a function that removes it */
function addTaker(taker: FileTaker): () => void {
  takers = [...takers, taker]
  return () => {
    takers = takers.filter((one) => one !== taker)
  }
}

/** Passes files to the component registered last. Returns false if there is none, or if a dialog is open. */
export function giveFiles(files: readonly File[]): boolean {
  const taker = takers.at(-1)
  if (!taker || topDialog()) return false
  taker(files)
  return true
}

/** Starts the drag of a sample. Call it on `dragstart`, and `endDragging` on `dragend`. */
export function startDragging(data: DataTransfer, file: File) {
  draggedSample = file
  data.effectAllowed = 'copy'
  data.setData(SAMPLE_TYPE, file.name)
}

export const endDragging = () => {
  draggedSample = null
}

export interface FileDropProps {
  /** False if dropped files are of no use now. */
  takes?: boolean
  /** True to accept documents, including the samples of the training. */
  documents?: boolean
  /** Title of the overlay while files are dragged over the window. */
  title: string
  detail: string
  onDrop: (dropped: DroppedFiles) => void
  children: ReactNode
}

const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

const hasSample = (event: DragEvent) => event.dataTransfer?.types.includes(SAMPLE_TYPE) ?? false

/** Refuses files that no component accepts. Otherwise the browser would leave the page to show them. */
export function startRefusingFiles(): void {
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event) => {
      if (!hasFile(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    })
}

/** Accepts files dropped anywhere in the window, while it is mounted and no dialog is open. */
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
      // This accepts the drop. Otherwise `startRefusingFiles` refuses files, and the browser refuses samples.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const dragLeave = (event: DragEvent) => {
      // The event also fires between elements. Only leaving the window ends the drag.
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
