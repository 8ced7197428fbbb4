import { FileUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dropText as text } from '#shared/text/app-lookup.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { TransferBar } from '../../design/transfer-bar.tsx'
import { useClient } from '../../replica/client.ts'
import { setPick } from '../../ui-state/lookup-desk.ts'
import type { ErrorCode } from '#shared/bridge/result.ts'
import type { TransferProgress } from '../../bridge.ts'
import './drop-area.css'

type Reading =
  | { state: 'idle' }
  | { state: 'reading'; name: string; progress: TransferProgress; abort: AbortController }
  | { state: 'failed'; code: ErrorCode }

/** The whole page takes a dropped text, CSV or e-mail and finds the plates in it. */
export function DropArea({ children }: { children: ReactNode }) {
  const { bridge } = useClient()
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState<Reading>({ state: 'idle' })
  const latest = useRef<AbortController | null>(null)

  useEffect(() => {
    const read = async (file: File) => {
      latest.current?.abort()
      const abort = new AbortController()
      latest.current = abort
      const show = (progress: TransferProgress) =>
        setReading({ state: 'reading', name: file.name, progress, abort })
      show({ loaded: 0, total: file.size })
      const answer = await bridge.send('lookup.plates-in-file', {}, file, {
        signal: abort.signal,
        onProgress: show,
      })
      if (latest.current !== abort) return
      if (answer.ok) setPick({ ...answer.value, fromFile: true })
      setReading(
        answer.ok || answer.error.code === 'cancelled'
          ? { state: 'idle' }
          : { state: 'failed', code: answer.error.code },
      )
    }
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      // Only leaving the window counts: between two elements it fires all the time.
      if (event.relatedTarget === null) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFile(event)) return
      // Without this the window would navigate to the file.
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) void read(file)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('dragleave', onDragLeave)
    addEventListener('drop', onDrop)
    return () => {
      latest.current?.abort()
      removeEventListener('dragover', onDragOver)
      removeEventListener('dragleave', onDragLeave)
      removeEventListener('drop', onDrop)
    }
  }, [bridge])

  return (
    <div className="drop-area">
      {reading.state === 'reading' && (
        <TransferBar
          label={text.reading(reading.name)}
          progress={reading.progress}
          cancelLabel={text.cancel}
          onCancel={() => reading.abort.abort()}
        />
      )}
      {reading.state === 'failed' && (
        <Notice role="alert" icon={<Sign kind="unknown" />}>
          <p>
            <b>{errorTexts[reading.code].title}</b> {errorTexts[reading.code].advice}
          </p>
        </Notice>
      )}
      {children}
      {over && (
        <div className="drop-area__veil" aria-hidden="true">
          <FileUp className="icon" />
          <b>{text.drop}</b>
          <span className="small second">{text.kinds}</span>
        </div>
      )}
    </div>
  )
}
