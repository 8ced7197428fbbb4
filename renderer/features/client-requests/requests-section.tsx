import { BellRing, Hourglass, MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ClientRequest, RequestOwner } from '#shared/bridge/client-requests.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { defaultDays } from '#shared/domain/client-requests.ts'
import { requestText as text } from '#shared/text/client-requests.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { MenuButton } from '../../design/menu.tsx'
import { Sign } from '../../design/sign.tsx'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { Section } from '../../app/page.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { LaterDialog } from '../../app/task-dialogs.tsx'
import { useClientDialog } from '../client-messages/feature.ts'
import { useRequestActions } from './request-actions.ts'
import '../resources/resources.css'

const AskDialog = later(async () => (await import('./ask-dialog.tsx')).AskDialog)
const ChangeDialog = later(async () => (await import('./ask-dialog.tsx')).ChangeDialog)
const SOON = [AskDialog]
const words = text.section

interface RequestsSectionProps {
  owner: RequestOwner
  /** True on the page of a procedure, which has a key to ask. */
  hasKey?: boolean
}

/** *Pedido al cliente* of a file: what was asked for, since when, and what has come. */
export function RequestsSection({ owner, hasKey = false }: RequestsSectionProps) {
  const { data, error } = useQuery('client-requests.of', owner)
  const today = useAt(isoDay)
  const hint = useKeyHint()
  const [asking, setAsking] = useState(false)
  const [changing, setChanging] = useState<ClientRequest | null>(null)
  useLoadSoon(SOON)
  const open = data?.requests.filter(({ state }) => state === 'open') ?? []
  const ended = data?.requests.filter(({ state }) => state !== 'open') ?? []
  const ids = open.map(({ id }) => id)
  const message = useClientDialog({ kind: 'requests', ids })
  const ask = () => setAsking(true)
  useShortcuts(hasKey ? { 'procedure.ask': data && ask } : {})
  return (
    <div data-help="request:request">
      <Section
        title={words.title}
        aside={open.length > 0 ? open.length : undefined}
        actions={
          data && (
            <>
              {open.length > 0 && (
                <Button size="low" icon={MessageSquareText} onClick={() => message.open()}>
                  {words.message}
                </Button>
              )}
              <Button size="low" icon={Plus} {...(hasKey && hint('procedure.ask'))} onClick={ask}>
                {words.ask}
              </Button>
            </>
          )
        }
      >
        {!data && error && (
          <p className="small muted">
            {text.failed} {errorTexts[error.code].title}
          </p>
        )}
        {data && data.requests.length === 0 && <p className="small muted">{words.none}</p>}
        {open.length > 0 && (
          <ul className="requests" aria-label={words.list}>
            {open.map((request) => (
              <OpenRequest
                key={request.id}
                request={request}
                today={today}
                onChange={() => setChanging(request)}
              />
            ))}
          </ul>
        )}
        {ended.length > 0 && <EndedRequests requests={ended} today={today} />}
      </Section>
      {message.dialog}
      {asking && data && (
        <LaterDialog onClose={() => setAsking(false)}>
          <AskDialog
            owner={owner}
            askable={data.askable}
            onClose={() => setAsking(false)}
            onWrite={(made) => message.open(undefined, { kind: 'requests', ids: made })}
          />
        </LaterDialog>
      )}
      {changing && (
        <LaterDialog onClose={() => setChanging(null)}>
          <ChangeDialog request={changing} onClose={() => setChanging(null)} />
        </LaterDialog>
      )}
    </div>
  )
}

/** Hourglass of a request that waits, and a warning once it is late. */
export const RequestSign = ({ isLate }: { isLate: boolean }) =>
  isLate ? <Sign kind="warn" /> : <Icon of={Hourglass} />

interface OpenRequestProps {
  request: ClientRequest
  today: string
  onChange: () => void
}

function OpenRequest({ request, today, onChange }: OpenRequestProps) {
  const { id, due, next, channel, person } = request
  const actions = useRequestActions()
  const isDue = next <= today
  return (
    <li className="request">
      <RequestSign isLate={due < today} />
      <span className="request__words">
        <b>{request.text}</b>
        <span className="small second">
          {text.waiting(request)} · {text.by(person, channel)}
        </span>
        <span className="small">
          {text.due(due, today)} · {isDue ? <b>{text.next(next, today)}</b> : text.next(next, today)}
        </span>
      </span>
      <span className="request__actions">
        <Button
          size="low"
          icon={BellRing}
          aria-label={words.of(words.remind, request.text)}
          onClick={() => void actions.remind([id], words.reminded)}
        >
          {words.remind}
        </Button>
        <MenuButton
          label={words.of(words.more, request.text)}
          aria-label={words.of(words.more, request.text)}
          items={[
            { id: 'change', label: words.change, run: onChange },
            {
              id: 'close',
              label: words.close,
              run: () => void actions.act([id], { kind: 'close' }, words.closed),
            },
          ]}
        >
          {words.more}
        </MenuButton>
      </span>
    </li>
  )
}

/** Requests that arrived or were closed, folded. */
function EndedRequests({ requests, today }: { requests: readonly ClientRequest[]; today: string }) {
  const actions = useRequestActions()
  return (
    <details className="requests-ended">
      <summary className="small second">{words.ended(requests.length)}</summary>
      <ul className="requests">
        {requests.map((request) => (
          <li key={request.id} className="request">
            <Sign kind={request.state === 'arrived' ? 'ok' : 'none'} />
            <span className="request__words">
              <span>{request.text}</span>
              <span className="small second">{text.ended(request)}</span>
            </span>
            <span className="request__actions">
              <Button
                size="low"
                tone="plain"
                aria-label={words.of(words.reopen, request.text)}
                onClick={() =>
                  void actions.act([request.id], { kind: 'reopen', ...defaultDays(today) }, words.reopened)
                }
              >
                {words.reopen}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
