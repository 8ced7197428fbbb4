import { FileX, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Draft } from '#shared/bridge/procedures.ts'
import { stateSaid, wizardText as text, wizardTitles } from '#shared/text/app-wizard.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { Outlines } from '../../design/outlines.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useShortcuts } from '../../ui-state/shortcuts.ts'
import { Page } from '../frame/page.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { DraftCrumb } from './draft-crumb.tsx'
import { Receipt } from './receipt.tsx'
import { LeavingPanel, SendingPanel } from './sending-panel.tsx'
import { useDraftForm } from './use-draft.ts'
import { Wizard } from './wizard.tsx'
import './wizard.css'
import './review.css'

/** A procedure that is opened from here, wherever it has got to: from a blank form to its receipt. */
export function DraftPage({ id }: { id: string }) {
  const { data: draft, error } = useQuery('procedures.draft-get', { id })
  if (draft) return <DraftInState draft={draft} />
  return (
    <Page title={text.section}>
      {error ? (
        <Calm
          role="alert"
          icon={<FileX aria-hidden="true" />}
          title={text.failed}
          actions={
            <Button tone="primary" onClick={() => openRoute({ view: 'drafts' })}>
              {text.toDrafts}
            </Button>
          }
        >
          <p>
            {errorTexts[error.code].title} {errorTexts[error.code].advice}
          </p>
        </Calm>
      ) : (
        <Outlines rows={6} label={text.loading} />
      )}
    </Page>
  )
}

function DraftInState({ draft }: { draft: Draft }) {
  const { state } = draft
  const before = useRef(state)
  useEffect(() => {
    const said = stateSaid[state]
    if (before.current !== state && said !== undefined) announce(said)
    before.current = state
  }, [state])
  switch (state) {
    case 'editing':
    case 'ready':
    case 'stopped':
      return <Editing known={draft} />
    case 'leaving':
    case 'sending':
    case 'sent':
    case 'discarded':
      return <Settled draft={draft} />
  }
}

function Editing({ known }: { known: Draft }) {
  const { draft, form } = useDraftForm(known)
  return <Wizard draft={draft} form={form} />
}

/** What nobody types in any more. */
function Settled({ draft }: { draft: Draft }) {
  const { state } = draft
  const up = () =>
    openRoute({ view: state === 'sent' ? 'procedures' : state === 'discarded' ? 'drafts' : 'outbox' })
  // While it is leaving, Esc is what undoes it.
  useShortcuts(state === 'leaving' ? [] : [{ keys: ['Escape'], run: up }])
  return (
    <Page
      title={wizardTitles[draft.kind]}
      section={text.section}
      lead={<DraftCrumb draft={draft} onOpen={up} />}
    >
      <div className="settled">
        {state === 'leaving' && <LeavingPanel draft={draft} />}
        {state === 'sending' && <SendingPanel draft={draft} />}
        {state === 'sent' && <Receipt draft={draft} />}
        {state === 'discarded' && <Discarded draft={draft} />}
      </div>
    </Page>
  )
}

function Discarded({ draft }: { draft: Draft }) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'restore'>()
  return (
    <Calm
      icon={<Trash2 aria-hidden="true" />}
      title={text.discardedTitle}
      actions={
        <Button
          tone="primary"
          disabled={task.state === 'busy'}
          onClick={() => void run('restore', () => bridge.call('procedures.draft-restore', { id: draft.id }))}
        >
          {text.restore}
        </Button>
      }
    >
      <p>{text.discardedBody}</p>
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </Calm>
  )
}
