import { FileX } from 'lucide-react'
import { readingTexts, toolsText as text } from '#shared/text/document-tools.ts'
import type { ErrorText } from '#shared/text/errors.ts'
import { Calm, Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import type { TaskFailed } from './worker-task.ts'

/** A tool that could not do its work: the original is as it was. */
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

/** A file that the tool cannot open, and what to do. */
export function ToolUndrawn({ words: { title, advice } }: { words: ErrorText }) {
  return (
    <Calm icon={FileX} title={title} role="alert">
      <p>{advice}</p>
    </Calm>
  )
}
