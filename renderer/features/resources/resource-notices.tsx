import { Archive } from 'lucide-react'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import type { NameableKind } from '#shared/domain/resource-text.ts'
import { serviceQuote } from '#shared/domain/service-quote.ts'
import { kindText, refreshErrors, resourcePageText, resourceWords as text } from '#shared/text/resources.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import type { Task } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

export interface ResourceNoticesProps {
  kind: NameableKind
  view: ResourceView
  task: Task<string>
  /** Age of the data on screen. */
  age: string
}

/** Notices about reading the resource: none hides the known data. */
export function ResourceNotices({ kind, view: { gone, error, checkedAt }, task, age }: ResourceNoticesProps) {
  const quote = error ? serviceQuote(error) : null
  return (
    <>
      {task.state === 'busy' && task.what === 'refresh' && <BusyLine words={text.refreshing} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={refreshErrors} />}
      {gone && (
        <Notice role="note" icon={<Icon of={Archive} />}>
          <NoticeWords title={kindText[kind].gone} body={resourcePageText.goneBody} />
        </Notice>
      )}
      {error && !gone && task.state !== 'failed' && (
        <Notice role="note" icon={<Sign kind="unknown" />}>
          <NoticeWords
            title={checkedAt === null ? text.neverRead : text.notRead(age)}
            body={errorTexts[error.code].title}
          />
          {quote !== null && <p className="quote">{quote}</p>}
        </Notice>
      )}
    </>
  )
}
