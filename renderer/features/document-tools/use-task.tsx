import { useEffect, useRef, useState } from 'react'
import { FileX } from 'lucide-react'
import { readingTexts, toolsText as text } from '#shared/text/documents.ts'
import type { ErrorText } from '#shared/text/errors.ts'
import { Calm, Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { TaskFailed } from './worker-task.ts'

/** Runs one task at a time. The task is aborted when the dialog closes. */
export function useTask() {
  const abort = useRef<AbortController | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<TaskFailed | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    if (abort.current) return null
    const own = new AbortController()
    abort.current = own
    setBusy(true)
    setFailed(null)
    try {
      const done = await work(own.signal)
      return own.signal.aborted ? null : done
    } catch (error) {
      if (!own.signal.aborted) setFailed(error instanceof TaskFailed ? error : new TaskFailed('failed'))
      return null
    } finally {
      if (abort.current === own) abort.current = null
      setBusy(false)
    }
  }
  const cancel = () => {
    abort.current?.abort()
    abort.current = null
  }
  return { busy, failed, run, cancel }
}

/** Shown when a tool fails. The original is unchanged. */
export function ToolFailure({ failed }: { failed: TaskFailed | null }) {
  if (failed === null) return null
  const { title, advice } =
    failed.why === 'gone' || failed.why === 'unseen'
      ? text[failed.why](failed.file)
      : failed.why === 'locked'
        ? readingTexts.locked
        : text[failed.why]
  return (
    <Notice role="alert" tone="stop" icon={<Sign kind="unknown" />}>
      <NoticeWords title={title} body={advice} />
    </Notice>
  )
}

/** Shown when a tool cannot open a file, with advice. */
export function ToolUndrawn({ words: { title, advice } }: { words: ErrorText }) {
  return (
    <Calm icon={FileX} title={title} role="alert">
      <p>{advice}</p>
    </Calm>
  )
}
