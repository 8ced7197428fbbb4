import type { ErrorCode } from '#shared/bridge/result.ts'
import { dropText as text } from '#shared/text/lookup.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { TransferProgress } from '../../bridge.ts'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'

export type Reading =
  | { state: 'reading'; name: string; progress: TransferProgress; abort: AbortController }
  /** `name` is empty for several files. */
  | { state: 'failed'; name: string; why: ErrorCode | 'folder' | 'several' }

/** File that is being read for its plates, or why it was not. */
export function ReadingOfFile({ reading }: { reading: Reading }) {
  if (reading.state === 'reading')
    return (
      <TransferBar
        label={text.reading(reading.name)}
        progress={reading.progress}
        cancelLabel={text.cancel}
        onCancel={() => reading.abort.abort()}
      />
    )
  const { name, why } = reading
  const { title, advice } = why === 'folder' || why === 'several' ? text.problems[why] : errorTexts[why]
  return (
    <Notice role="alert" icon={<Sign kind="unknown" />}>
      <NoticeWords title={[name, title].filter(Boolean).join('. ')} body={advice} />
    </Notice>
  )
}
