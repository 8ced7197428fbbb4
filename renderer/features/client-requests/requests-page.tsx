import { BellRing, MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ClientRequest, RequestGroup, RequestOwner } from '#shared/bridge/client-requests.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { viewTitles } from '#shared/text/app.ts'
import { requestText } from '#shared/text/client-requests.ts'
import { inOneSentence } from '#shared/text/grammar.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import { useRowFocus } from '../../design/list.tsx'
import { RowPlate } from '../../design/plate.tsx'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useLast } from '../../app/account-change.ts'
import { useAriaKeys } from '../../app/key-hints.tsx'
import { ListPage } from '../../app/list-page.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { openRoute } from '../../app/route.ts'
import { useFocusShortcuts, useShortcuts } from '../../app/shortcuts.ts'
import { ProcedurePlaces } from '../cases/feature.ts'
import { useClientDialog } from '../client-messages/feature.ts'
import { RequestSign } from './requests-section.tsx'
import { useRequestActions } from './request-actions.ts'
import '../resources/resources.css'

const text = requestText.page
const SHOWN = (['today', 'all'] as const).map((value) => ({ value, label: text.show[value] }))
/** Id of the request opened last, whose row gets the focus on return. */
let lastOpened: string | null = null
const readLastOpened = () => lastOpened

const openOwner = (owner: RequestOwner) =>
  'procedureId' in owner
    ? openRoute({ view: 'procedure', id: owner.procedureId })
    : 'draftId' in owner
      ? openRoute({ view: 'draft', id: owner.draftId })
      : openRoute({ view: 'signature', id: owner.signatureId })

/** Page *A quién reclamar hoy*: clients to remind, with what they were asked for. */
export function RequestsPage() {
  const [show, setShow] = useState<'today' | 'all'>('today')
  const today = useAt(isoDay)
  const { data, error } = useQuery('client-requests.due', { show })
  // The previous rows stay on screen while the others load.
  const answer = useLast(data)
  const groups = answer?.groups
  const hidesNames = useHidesNames()
  const actions = useRequestActions()
  const message = useClientDialog({ kind: 'requests', ids: [] })
  useRowFocus(groups, 'data-requests', readLastOpened)
  const focusAt = useFocusAfterRemoval(groups, message.dialog !== null)
  useShortcuts({ 'requests.undo': () => void actions.undo() })

  const nameOf = ({ client }: RequestGroup) => client || (hidesNames ? text.hidden : text.unnamed)
  /** Requests of a client that are to be reminded: those of today, or all if none is due. */
  const idsOf = ({ requests }: RequestGroup) => {
    const due = requests.filter(({ next }) => next <= today)
    return (due.length > 0 ? due : requests).map(({ id }) => id)
  }
  return (
    <ListPage<RequestGroup>
      title={text.title}
      section={viewTitles.procedures}
      up="procedures"
      landing={groups?.length === 0}
      column="requests-page"
      above={
        <>
          <ProcedurePlaces where="page" />
          <div className="requests-page__tools">
            <Segments label={text.filter} options={SHOWN} value={show} onChange={setShow} />
            <p role="status">{answer && text.counts(answer.counts)}</p>
          </div>
        </>
      }
      text={text}
      emptyIcon={BellRing}
      emptyActions={
        answer && answer.counts.open > 0 ? (
          <Button onClick={() => setShow('all')}>{text.showAll}</Button>
        ) : (
          <Button onClick={() => openRoute({ view: 'procedures' })}>{text.toCases}</Button>
        )
      }
      rows={groups}
      error={answer ? null : error}
      renderRow={(group) => (
        <ClientRow
          key={group.key}
          group={group}
          name={nameOf(group)}
          today={today}
          onWrite={() => {
            focusAt(group.key)
            message.open(undefined, { kind: 'requests', ids: idsOf(group) })
          }}
          onRemind={() => {
            focusAt(group.key)
            const name = nameOf(group)
            void actions.remind(idsOf(group), (next) => text.reminded(name, next))
          }}
        />
      )}
      foot={{
        count: text.foot,
        keys: [
          ['list.open', text.open],
          ['requests.write', text.write.toLowerCase()],
          ['requests.remind', text.remind.toLowerCase()],
          ['requests.undo', requestText.undo.toLowerCase()],
        ],
      }}
    >
      {answer && <p className="tiny muted">{text.source}</p>}
      {message.dialog}
    </ListPage>
  )
}

/**
 * Focuses the next client once a client has left the list, so that the next key acts on it.
 * @param isCovered true while a dialog is over the list
 */
function useFocusAfterRemoval(groups: readonly RequestGroup[] | undefined, isCovered: boolean) {
  const leaving = useRef<{ key: string; next: string | undefined } | null>(null)
  useEffect(() => {
    const left = leaving.current
    if (isCovered || !left || !groups || groups.some(({ key }) => key === left.key)) return
    leaving.current = null
    const next = left.next ?? groups.at(-1)?.key
    const row = next && document.querySelector<HTMLElement>(`[data-client="${CSS.escape(next)}"] .row`)
    if (row) row.focus()
  }, [groups, isCovered])
  return (key: string) => {
    const index = groups?.findIndex((group) => group.key === key) ?? -1
    leaving.current = { key, next: groups?.[index + 1]?.key }
  }
}

interface ClientRowProps {
  group: RequestGroup
  name: string
  today: string
  onWrite: () => void
  onRemind: () => void
}

/** Client with its requests. The keys of a request act on its client. */
function ClientRow({ group, name, today, onWrite, onRemind }: ClientRowProps) {
  const takes = useFocusShortcuts()
  return (
    <li
      className="request-client"
      data-client={group.key}
      onKeyDown={(event) => takes(event, { 'requests.write': onWrite, 'requests.remind': onRemind })}
    >
      <div className="request-client__head">
        <h2 className="clip" title={name}>
          {name}
        </h2>
        <Button size="low" icon={MessageSquareText} aria-label={text.writeTo(name)} onClick={onWrite}>
          {text.write}
        </Button>
        <Button size="low" icon={BellRing} aria-label={text.remindTo(name)} onClick={onRemind}>
          {text.remind}
        </Button>
      </div>
      <ul className="rows">
        {group.requests.map((request) => (
          <RequestRow key={request.id} request={request} name={name} today={today} />
        ))}
      </ul>
    </li>
  )
}

interface RequestRowProps {
  request: RequestGroup['requests'][number]
  name: string
  today: string
}

/** Request of a client. A press opens its file. */
function RequestRow({ request, name, today }: RequestRowProps) {
  const ariaKeys = useAriaKeys()
  const { id, owner, file, type, due } = request
  const since = requestText.waiting(request)
  const when = whenText(request, today)
  return (
    <li data-requests={id}>
      <button
        type="button"
        className="row request-row"
        aria-label={inOneSentence([request.text, name, file.vrm ?? '', type, since, when])}
        {...ariaKeys('requests.write')}
        onClick={() => {
          lastOpened = id
          openOwner(owner)
        }}
      >
        <RequestSign isLate={due < today} />
        <span className="request-row__plate">
          <RowPlate {...file} />
        </span>
        <span className="words">
          <b className="clip">{request.text}</b>
          <span className="small second clip">{[type, since].filter(Boolean).join(' · ')}</span>
        </span>
        <span className="row__end small request-row__when">{when}</span>
      </button>
    </li>
  )
}

const whenText = ({ due, next }: ClientRequest, today: string): string =>
  due < today ? requestText.due(due, today) : requestText.next(next, today)
