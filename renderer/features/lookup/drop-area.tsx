import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dropText as text } from '#shared/text/app-lookup.ts'
import { type DroppedFiles, isStillThere } from '../../design/dropped-files.ts'
import { FileDrop } from '../../design/file-drop.tsx'
import { later } from '../../design/later.tsx'
import { useClient } from '../../replica/client.ts'
import { setPick } from '../../ui-state/lookup-state.ts'
import { setListSource } from '../../ui-state/plate-list-state.ts'
import { openRoute } from '../../ui-state/route.ts'
import type { TransferProgress } from '../../bridge.ts'
import type { Reading } from './reading-of-file.tsx'

const ReadingOfFile = later(async () => (await import('./reading-of-file.tsx')).ReadingOfFile)

/** Names of plain texts. A workbook, a mail or an archive is read by Consulta masiva, with its sheets and columns. */
const PLAIN_TEXT = /\.(?:txt|csv|tsv|tab)$/i
/** The core reads a plain text whole. Consulta masiva reads any other as a list, or says what is wrong with it. */
const NOT_PLAIN: ReadonlySet<string> = new Set(['file-unreadable', 'file-too-large'])

/** Page-wide drop target: finds the plates in a dropped text or CSV, and gives any other file to Consulta masiva. */
export function DropArea({ children }: { children: ReactNode }) {
  const { bridge } = useClient()
  const [reading, setReading] = useState<Reading | { state: 'idle' }>({ state: 'idle' })
  const latest = useRef<AbortController | null>(null)

  useEffect(() => () => latest.current?.abort(), [])

  const readAsList = (file: File) => {
    setListSource(file)
    openRoute({ view: 'plate-lists' })
  }
  const read = async (file: File) => {
    const abort = new AbortController()
    latest.current = abort
    const { name } = file
    const show = (progress: TransferProgress) => setReading({ state: 'reading', name, progress, abort })
    show({ loaded: 0, total: file.size })
    const answer = await bridge.send('lookup.plates-in-file', {}, file, {
      signal: abort.signal,
      onProgress: show,
    })
    if (latest.current !== abort) return
    if (answer.ok) {
      setPick({ ...answer.value, source: file })
      return setReading({ state: 'idle' })
    }
    const { code } = answer.error
    if (code === 'cancelled') return setReading({ state: 'idle' })
    if (NOT_PLAIN.has(code) || !(await isStillThere(file))) return readAsList(file)
    if (latest.current === abort) setReading({ state: 'failed', name, why: code })
  }
  const drop = ({ files: [file, ...others], folders: [folder] }: DroppedFiles) => {
    // The last drop counts: an answer to the one before would replace what is said of this one.
    latest.current?.abort()
    latest.current = null
    if (folder !== undefined) return setReading({ state: 'failed', name: folder, why: 'folder' })
    if (others.length > 0) return setReading({ state: 'failed', name: '', why: 'several' })
    if (file) return PLAIN_TEXT.test(file.name) ? void read(file) : readAsList(file)
  }

  return (
    <FileDrop title={text.drop} detail={text.kinds} onDrop={drop}>
      {reading.state !== 'idle' && <ReadingOfFile reading={reading} />}
      {children}
    </FileDrop>
  )
}
