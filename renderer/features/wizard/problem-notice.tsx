import { useState } from 'react'
import type { Draft, DraftRow } from '#shared/bridge/procedures.ts'
import { outboxViewModels, outboxWays } from '#shared/text/outbox.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { AgainDialog } from '../outbox/again-dialog.tsx'
import { serviceWords } from '../outbox/service-words.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { FailedNotice, ServiceSays } from '../frame/task-notice.tsx'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { Wizard } from './use-wizard.ts'

/** Reason why sending stopped, with the service's own words if any, and the actions. */
export function ProblemNotice({ wizard }: { wizard: Wizard }) {
  const { draft } = wizard
  const outbox = useOutbox()
  const [asking, setAsking] = useState(false)
  const { problem = 'refused', error } = draft
  const { title, body } = outboxViewModels.problems[problem]
  const failure = outbox.errors[draft.id]
  const row = draftRow(draft)
  const said = serviceWords(error)
  return (
    <>
      <Notice
        role="alert"
        tone="stop"
        icon={<Sign kind={problem === 'refused' || problem === 'document-refused' ? 'stop' : 'unknown'} />}
      >
        <p>
          <b>{title}.</b> {body}
        </p>
        <ServiceSays quote={said} />
        <div className="problem__ways">
          {(problem === 'document-refused' || problem === 'documents-differ') && (
            <Button size="low" onClick={() => wizard.goTo('documents')}>
              {outboxWays.documents}
            </Button>
          )}
          {problem === 'confirmed-elsewhere' && (
            <Button size="low" onClick={() => void outbox.resolve(row, 'accept')}>
              {outboxWays.accept}
            </Button>
          )}
          {problem !== 'document-refused' && draft.procedureId !== undefined && (
            <Button size="low" onClick={() => setAsking(true)}>
              {outboxWays.again}
            </Button>
          )}
        </div>
      </Notice>
      {failure && <FailedNotice error={failure} />}
      {asking && <AgainDialog row={row} outbox={outbox} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Error of the last attempt on a draft that waits or is in editing again. */
export function InterruptedNotice({ draft }: { draft: Draft }) {
  const { error, state } = draft
  if (!error || (state !== 'editing' && state !== 'ready')) return null
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords title={errorTexts[error.code].title} body={errorTexts[error.code].advice} />
    </Notice>
  )
}

/** Converts a draft to a list row, which the lists' dialogs take. */
function draftRow({ fields, documents, ...draft }: Draft): DraftRow {
  const { vrm, vin } = fields
  const plate = classifyPlate(vrm)?.vrm ?? vrm.trim()
  return {
    ...draft,
    client: fields.client,
    ...(plate !== '' && { vrm: plate }),
    ...(vin.trim() !== '' && { vin: vin.trim() }),
    documents: {
      uploaded: documents.filter(({ state }) => state === 'uploaded').length,
      of: documents.length,
    },
  }
}
