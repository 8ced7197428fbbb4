import { RotateCcw, RotateCw } from 'lucide-react'
import { useEffect, useId, useRef, useState, useEffectEvent } from 'react'
import { intakeText, readingTexts, toolsText as text } from '#shared/text/documents.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { BusyLine } from '../../app/task-notice.tsx'
import { release } from '../../design/canvas-scale.ts'
import {
  drawTurned,
  atStep,
  isTurned,
  MAX_DEGREES,
  NO_TURN,
  STEP_DEGREES,
  type Turn,
  turnedBy,
  turnedSize,
} from './photo-shape.ts'
import type { MadeDocument, ToolSource } from './tool-source.ts'
import { namedAs, turnPhoto } from './photo.ts'
import { ToolFailure, ToolUndrawn, useTask } from './use-task.tsx'
import { FILE_KINDS, fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import { readPicture } from '../pdf/feature.ts'
import '../pdf/pdf.css'

type Photo =
  | { state: 'opening' }
  | { state: 'open'; blob: Blob; image: ImageBitmap }
  | { state: 'failed'; why: 'heic' | 'damaged' | 'gone' }

/** Reads a photo and decodes it for the screen. */
function usePhoto(source: ToolSource): Photo {
  const [photo, setPhoto] = useState<Photo>({ state: 'opening' })
  const readSource = useEffectEvent(source.read)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let image: ImageBitmap | null = null
    const open = async () => {
      const blob = await readSource(signal)
      if (signal.aborted) return
      if (!blob) return setPhoto({ state: 'failed', why: 'gone' })
      const kind = fileKindOf(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()))
      if (kind === 'heic') return setPhoto({ state: 'failed', why: 'heic' })
      image = await readPicture(blob)
      if (signal.aborted) return image.close()
      const typed = kind === null ? blob : blob.slice(0, blob.size, FILE_KINDS[kind])
      setPhoto({ state: 'open', blob: typed, image })
    }
    open().catch(() => !signal.aborted && setPhoto({ state: 'failed', why: 'damaged' }))
    return () => {
      stop.abort()
      image?.close()
    }
  }, [source.id])
  return photo
}

export interface TurnDialogProps {
  source: ToolSource
  onAccept: (made: MadeDocument[]) => void
  onClose: () => void
}

/** Turns and straightens a photo. Nothing changes until the user accepts. */
export function TurnDialog({ source, onAccept, onClose }: TurnDialogProps) {
  const photo = usePhoto(source)
  const title = text.turnTitle(source.name)
  const [turn, setTurn] = useState<Turn>(NO_TURN)
  const task = useTask()
  const open = photo.state === 'open'
  const accept = async () => {
    if (!open || !isTurned(turn)) return
    const blob = await task.run((signal) => turnPhoto(photo.blob, turn, signal))
    if (!blob) return
    const name = blob.type === 'image/png' ? source.name : namedAs(source.name, 'jpg')
    onAccept([{ file: new File([blob], name, { type: blob.type }) }])
  }
  return (
    <TitledDialog
      title={title}
      variant={open ? 'full' : 'plain'}
      dismissable={false}
      fills={open}
      head={<h2 className={open ? 'document-tools__title clip' : 'clip'}>{title}</h2>}
      onClose={onClose}
      actions={
        open ? (
          <>
            <p className="small muted dialog__start">{text.kept}</p>
            <Button data-safe onClick={task.busy ? task.cancel : onClose}>
              {text.cancel}
            </Button>
            <Button tone="primary" disabled={!isTurned(turn) || task.busy} onClick={() => void accept()}>
              {task.busy ? text.working : text.doTurn}
            </Button>
          </>
        ) : (
          <Button data-safe onClick={onClose}>
            {text.close}
          </Button>
        )
      }
    >
      {photo.state === 'opening' && <BusyLine words={text.opening} />}
      {photo.state === 'failed' && (
        <ToolUndrawn words={photo.why === 'gone' ? intakeText.unreadable : readingTexts[photo.why]} />
      )}
      {open && (
        <div className="turn">
          <Preview image={photo.image} turn={turn} label={text.preview(source.name)} />
          <TurnBar turn={turn} busy={task.busy} onTurn={setTurn} />
          <ToolFailure failed={task.failed} />
        </div>
      )}
    </TitledDialog>
  )
}

function TurnBar({ turn, busy, onTurn }: { turn: Turn; busy: boolean; onTurn: (turn: Turn) => void }) {
  const id = useId()
  const hint = useKeyHint()
  const left = () => onTurn(turnedBy(turn, -1))
  const right = () => onTurn(turnedBy(turn, 1))
  useShortcuts({ 'photo.left': !busy && left, 'photo.right': !busy && right })
  return (
    <div className="turn__bar">
      <Button size="low" icon={RotateCcw} disabled={busy} {...hint('photo.left')} onClick={left}>
        {text.left}
      </Button>
      <Button size="low" icon={RotateCw} disabled={busy} {...hint('photo.right')} onClick={right}>
        {text.right}
      </Button>
      <label className="turn__slider small" htmlFor={id}>
        {text.straighten}
        <input
          id={id}
          type="range"
          min={-MAX_DEGREES}
          max={MAX_DEGREES}
          step={STEP_DEGREES}
          value={turn.degrees}
          disabled={busy}
          aria-valuetext={text.degrees(turn.degrees)}
          onChange={(event) => onTurn({ ...turn, degrees: atStep(Number(event.target.value)) })}
        />
        <output className="figures turn__degrees" htmlFor={id}>
          {text.degrees(turn.degrees)}
        </output>
      </label>
      <Button size="low" tone="plain" disabled={!isTurned(turn) || busy} onClick={() => onTurn(NO_TURN)}>
        {text.reset}
      </Button>
    </div>
  )
}

/** Longest side of the preview, in device pixels. */
const PREVIEW_PX = 1_100

function Preview({ image, turn, label }: { image: ImageBitmap; turn: Turn; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const { width, height } = turnedSize(image.width, image.height, turn)
    const drawing = drawTurned(image, turn, Math.min(1, PREVIEW_PX / Math.max(width, height)))
    element.width = drawing.width
    element.height = drawing.height
    element.getContext('2d')?.drawImage(drawing, 0, 0)
    element.dataset['drawn'] = 'true'
    release(drawing)
  }, [image, turn])
  return (
    <div className="turn__stage">
      <div className="turn__sheet">
        <canvas ref={canvas} className="turn__picture" role="img" aria-label={label} />
        <span className="turn__lines" aria-hidden="true" />
      </div>
    </div>
  )
}
