import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { toolsText as text } from '#shared/text/documents.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { BusyLine } from '../../app/task-notice.tsx'
import { createTurns, type DrawingTurns } from '../pdf/feature.ts'
import { withMoved } from './page-ranges.ts'
import type { ToolSource } from './tool-source.ts'
import { joinPictures } from './pdf-edit.ts'
import { namedAs } from './photo.ts'
import { ToolFailure, useTask } from './use-task.tsx'
import '../pdf/pdf.css'

export interface JoinDialogProps {
  sources: readonly ToolSource[]
  /** Number of HEIC photos of the draft, which no browser draws. */
  heic: number
  onAccept: (ids: readonly string[], file: File) => void
  onClose: () => void
}

/**
 * Joins several images into one PDF, in their order, such as front and back of one paper. Nothing changes until the
 * user accepts.
 */
export function JoinDialog({ sources, heic, onAccept, onClose }: JoinDialogProps) {
  const [order, setOrder] = useState<readonly ToolSource[]>(sources)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<string | null>(null)
  const [two, setTwo] = useState<boolean | null>(null)
  const [begun, setBegun] = useState(0)
  const [turns] = useState(() => createTurns(() => Promise.resolve()))
  const task = useTask()
  const used = order.filter(({ id }) => !left.has(id))
  const name = typed ?? namedAs(used[0]?.name ?? '', 'pdf')
  // Two images are usually the two sides of one paper.
  const perPage = (two ?? used.length === 2) ? 2 : 1
  const accept = async () => {
    if (used.length < 2) return
    const blob = await task.run((signal) => joinPictures(used, perPage, signal, setBegun))
    if (!blob) return
    const ids = used.map(({ id }) => id)
    onAccept(ids, new File([blob], namedAs(name.trim() || 'documento', 'pdf'), { type: blob.type }))
  }
  return (
    <TitledDialog
      title={text.joinTitle}
      variant="wide"
      dismissable={false}
      onClose={onClose}
      onSubmit={() => void accept()}
      actions={
        <>
          <p className="small muted dialog__start">{text.kept}</p>
          <Button data-safe onClick={task.busy ? task.cancel : onClose}>
            {text.cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={used.length < 2 || task.busy}>
            {task.busy ? text.working : text.doJoin(used.length)}
          </Button>
        </>
      }
    >
      <p className="second">{text.joinHelp}</p>
      <ol className="join" aria-label={text.joinList}>
        {order.map((source, at) => (
          <li key={source.id} className="join__row" data-out={left.has(source.id) || undefined}>
            <label className="join__use">
              <input
                type="checkbox"
                aria-label={text.joinUse(source.name)}
                checked={!left.has(source.id)}
                disabled={task.busy}
                onChange={() => {
                  const next = new Set(left)
                  if (!next.delete(source.id)) next.add(source.id)
                  setLeft(next)
                }}
              />
              <PhotoThumb source={source} at={at} turns={turns} />
              <span className="join__name">{source.name}</span>
            </label>
            <IconButton
              icon={ArrowUp}
              label={text.joinUp(source.name)}
              disabled={at === 0 || task.busy}
              onClick={() => setOrder(withMoved(order, at, -1))}
            />
            <IconButton
              icon={ArrowDown}
              label={text.joinDown(source.name)}
              disabled={at === order.length - 1 || task.busy}
              onClick={() => setOrder(withMoved(order, at, 1))}
            />
          </li>
        ))}
      </ol>
      {used.length < 2 && <p className="small second">{text.joinNone}</p>}
      {heic > 0 && <p className="small second">{text.joinHeic(heic)}</p>}
      <Field
        label={text.joinName}
        value={name}
        maxLength={200}
        spellCheck={false}
        disabled={task.busy}
        onChange={(event) => setTyped(event.target.value)}
      />
      <label className="join__use">
        <input
          type="checkbox"
          checked={perPage === 2}
          disabled={task.busy}
          onChange={(event) => setTwo(event.target.checked)}
        />
        {text.perPage}
      </label>
      {task.busy && <BusyLine words={text.joining(begun, used.length)} />}
      <ToolFailure failed={task.failed} />
    </TitledDialog>
  )
}

const THUMB_PX = 160

interface PhotoThumbProps {
  source: ToolSource
  /** Position in the list. */
  at: number
  turns: DrawingTurns
}

/**
 * Thumbnail of a photo, as decoration beside its name. Thumbnails are drawn when they come into view, one at a time.
 * A decoded photo of a phone takes 50 MB; only its thumbnail is kept.
 */
function PhotoThumb({ source, at, turns }: PhotoThumbProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const draw = useEffectEvent((element: HTMLCanvasElement, signal: AbortSignal) =>
    turns.take(at, signal, async () => {
      const photo = await source.read(signal)
      if (!photo || signal.aborted) return
      const image = await createImageBitmap(photo)
      const scale = Math.min(1, THUMB_PX / Math.max(image.width, image.height))
      element.width = Math.max(1, Math.round(image.width * scale))
      element.height = Math.max(1, Math.round(image.height * scale))
      element.getContext('2d')?.drawImage(image, 0, 0, element.width, element.height)
      image.close()
      element.dataset['drawn'] = 'true'
    }),
  )
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const stop = new AbortController()
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      // A photo that cannot be drawn stays blank. Joining reports the reason.
      draw(element, stop.signal).catch(() => {})
    })
    seen.observe(element)
    return () => {
      stop.abort()
      seen.disconnect()
    }
  }, [source.id])
  return <canvas ref={canvas} className="join__thumb" aria-hidden="true" />
}
