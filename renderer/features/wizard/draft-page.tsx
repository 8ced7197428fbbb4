import type { Route } from '#shared/bridge/route.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { procedureKindTexts } from '#shared/text/procedure-kinds.ts'
import { stateSaid, wizardText as text, receiptText } from '#shared/text/wizard.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useSaidState } from '../../app/announcer.tsx'
import { OpeningPage } from '../../app/page-parts.tsx'
import { Page } from '../../app/page.tsx'
import { HandedPanel, Receipt, SummaryRow } from '../outbox/feature.ts'
import { listOfDraft } from '../cases/feature.ts'
import { DraftCrumb, Wizard } from './wizard.tsx'
import { dateTime } from '#shared/text/dates.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { copyText } from '#shared/text/fields.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { FailedNotice } from '../../app/task-notice.tsx'
import { draftPlate } from './verdict-peek.tsx'
import { LeavingPanel, SendingPanel } from './sending-panel.tsx'
import { useCallback, useMemo, useState } from 'react'
import { useAutosave } from '../../app/forms/autosave.ts'
import { draftForm, type DraftForm, expectedIn, leaveDraftForm, sourceOf } from './draft-forms.ts'
import './wizard.css'
import './review.css'

/** Procedure created here, in any state: from an empty form to its receipt. */
export function DraftPage({ route: { id } }: { route: Extract<Route, { view: 'draft' }> }) {
  const { data: draft, error } = useQuery('procedures.draft-get', { id })
  if (draft) return <DraftInState draft={draft} />
  return (
    <OpeningPage
      title={text.section}
      error={error}
      text={text}
      others={{ view: 'drafts' }}
      othersName={text.toDrafts}
    />
  )
}

function DraftInState({ draft }: { draft: Draft }) {
  const { state } = draft
  useSaidState(state, stateSaid)
  switch (state) {
    case 'editing':
    case 'ready':
    case 'stopped':
      return <Editing known={draft} />
    case 'leaving':
    case 'sending':
    case 'sent':
    case 'discarded':
    case 'handed':
    case 'collected':
      return <Settled draft={draft} />
  }
}

function Editing({ known }: { known: Draft }) {
  const { draft, form } = useDraftForm(known)
  return <Wizard draft={draft} form={form} />
}

/** Draft that can no longer be edited. */
function Settled({ draft }: { draft: Draft }) {
  const { state } = draft
  const up = () => openRoute({ view: listOfDraft(state) })
  // Before the sending, Esc undoes it instead of going up.
  useShortcuts({ 'settled.up': state !== 'leaving' && up })
  return (
    <Page
      title={
        state === 'discarded' ? procedureKindTexts[draft.kind].newTitle : procedureKindTexts[draft.kind].name
      }
      section={text.section}
      lead={<DraftCrumb draft={draft} onOpen={up} />}
    >
      <div className="settled">
        {state === 'leaving' && <LeavingPanel draft={draft} />}
        {state === 'sending' && <SendingPanel draft={draft} />}
        {state === 'sent' && <DraftReceipt draft={draft} />}
        {(state === 'handed' || state === 'collected' || state === 'discarded') && (
          <HandedPanel draft={draft} texts={text} />
        )}
      </div>
    </Page>
  )
}

/** Draft with the unsaved typing of this window, and its form. */
interface DraftOnScreen {
  draft: Draft
  form: DraftForm
}

/** Form of a loaded draft. Saves as the user types, and merges the saves of other windows. */
function useDraftForm(known: Draft): DraftOnScreen {
  const client = useClient()
  const [form] = useState(() => draftForm(client, known))
  const { id } = known
  const leave = useCallback(() => void leaveDraftForm(client, id, form), [client, id, form])
  const source = useMemo(() => sourceOf(known), [known])
  const { version, fields: onScreen, accepted } = useAutosave(form, source, leave)
  const { expected: documents, ...fields } = onScreen
  const expected = expectedIn(documents)
  const { expected: _, ...rest } = known
  const draft = {
    ...rest,
    version,
    fields,
    accepted: [...accepted],
    ...(expected.length > 0 && { expected }),
  }
  return { draft, form }
}

/** Receipt of a sent procedure. */
function DraftReceipt({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'again'>()
  const { kind, fields, procedureId, sentAt, sentBy, documents } = draft
  const vrm = draftPlate(draft)
  const again = async () => {
    const made = await run('again', () => bridge.call('procedures.draft-duplicate', { id: draft.id }))
    if (made) openRoute({ view: 'draft', id: made.value.id })
  }
  return (
    <Receipt
      title={procedureKindTexts[kind].sent}
      body={sentBy === 'elsewhere' ? receiptText.elsewhere : receiptText.follow}
      facts={
        <>
          <SummaryRow label={receiptText.vehicle}>
            {vrm === undefined ? (
              <span className="figures">{displayVin(fields.vin)}</span>
            ) : (
              <Plate vrm={vrm} size="m" />
            )}
          </SummaryRow>
          {sentAt !== undefined && <SummaryRow label={receiptText.when}>{dateTime(sentAt)}</SummaryRow>}
          {fields.client.trim() !== '' && <SummaryRow label={receiptText.client}>{fields.client}</SummaryRow>}
          <SummaryRow label={receiptText.documents}>{documents.length}</SummaryRow>
        </>
      }
      id={procedureId}
      idLabel={receiptText.id}
      ways={
        <>
          {procedureId !== undefined && (
            <Button tone="primary" onClick={() => openRoute({ view: 'procedure', id: procedureId })}>
              {receiptText.open}
            </Button>
          )}
          <Button disabled={task.state === 'busy'} onClick={() => void again()}>
            {copyText.action}
          </Button>
        </>
      }
      note={copyText.help}
    >
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      {documents.length > 0 && <p className="small muted">{receiptText.wiped}</p>}
    </Receipt>
  )
}
