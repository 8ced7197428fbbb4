import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dropText as text } from '#shared/text/app-lookup.ts'
import type { DroppedFiles } from '../../design/dropped-files.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { later } from '../../design/later.tsx'
import { useClient } from '../../replica/client.ts'
import { setPick } from '../../ui-state/lookup-state.ts'
import type { TransferProgress } from '../../bridge.ts'
import type { Reading } from './reading-of-file.tsx'

const ReadingOfFile = later(async () => (await import('./reading-of-file.tsx')).ReadingOfFile)

/** Page-wide drop target: finds the plates in a dropped text, CSV or e-mail. */
export function DropArea({ children }: { children: ReactNode }) {
  const { bridge } = useClient()
  const [reading, setReading] = useState<Reading | { state: 'idle' }>({ state: 'idle' })
  const latest = useRef<AbortController | null>(null)

  useEffect(() => () => latest.current?.abort(), [])

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
    if (answer.ok) setPick({ ...answer.value, source: file })
    setReading(
      answer.ok || answer.error.code === 'cancelled'
        ? { state: 'idle' }
        : { state: 'failed', code: answer.error.code },
    )
  }
  const drop = ({ files: [file], folders }: DroppedFiles) => {
    if (file) void read(file)
    else if (folders.length > 0) setReading({ state: 'failed', code: 'file-unreadable' })
  }

  return (
    <FileDrop title={text.drop} detail={text.kinds} onDrop={drop}>
      {reading.state !== 'idle' && <ReadingOfFile reading={reading} />}
      {children}
    </FileDrop>
  )
}
