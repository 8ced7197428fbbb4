import { LoaderCircle, SearchX, Signature, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SignatureRequestRow } from '#shared/bridge/signature-requests.ts'
import { relativeAge } from '#shared/domain/age.ts'
import { unreadableRow, viewTitles } from '#shared/text/app.ts'
import { signatureRequestListText as text } from '#shared/text/app-signature-request.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { isFocusNowhere } from '../../design/focus-keeper.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { ListFoot } from '../../design/list-foot.tsx'
import { Outlines } from '../../design/outlines.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useFastNow, useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { useAriaKeys, useFootKeys, useLetters } from '../../shortcuts/key-hints.tsx'
import { useFocusShortcuts, useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { keepSignatureRequestState, signatureRequestState } from '../../ui-state/signature-request-state.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { Page } from '../frame/page.tsx'
import { secondsLeft } from '../outbox/outbox-view-model.ts'
import { SignaturePlaces } from './signature-places.tsx'
import { startSignatureRequest } from './start-signature-request.ts'
import './signature-list.css'
import './signature-request-list.css'

/** What is not at the service yet: being filled in, finished, on its way, in doubt, or refused. */
export function SignatureRequestListPage() {
  const client = useClient()
  const { data, error } = useQuery('signature-requests.list', {})
  const rows = data?.rows
  const letters = useLetters()
  const footKeys = useFootKeys()
  const leaving = rows?.some(({ state }) => state === 'leaving') === true
  const now = useFastNow(leaving ? 250 : 15_000)
  useRowFocus(rows)
  useShortcuts({
    'signature-requests.new': () => void startSignatureRequest(client),
    'signature-requests.up': () => openRoute({ view: 'signatures' }),
  })
  return (
    <Page title={text.title} section={viewTitles.signatures} landing={rows?.length === 0}>
      <div className="signature-requests">
        <SignaturePlaces where="page" />
        {!rows && !error && <Outlines rows={4} label={text.loading} />}
        {!rows && error && (
          <Calm icon={<SearchX aria-hidden="true" />} title={text.failed} role="alert">
            <p>
              {errorTexts[error.code].title} {errorTexts[error.code].advice}
            </p>
          </Calm>
        )}
        {rows?.length === 0 && (
          <Calm icon={<Signature aria-hidden="true" />} title={text.emptyTitle}>
            <p>{text.emptyBody}</p>
          </Calm>
        )}
        {rows && rows.length > 0 && (
          <>
            <Rows label={text.list} kind="boxed" letters={letters}>
              {rows.map((row) => (
                <SignatureRequestLine
                  key={row.id}
                  row={row}
                  now={now}
                  onDiscard={() => void discard(client, row)}
                />
              ))}
            </Rows>
            <ListFoot
              count={String(rows.length)}
              keys={footKeys([
                ['list.move', text.move],
                ['list.open', text.go],
                ['signature-requests.discard', text.remove],
              ])}
            />
          </>
        )}
      </div>
    </Page>
  )
}

const nameOf = ({ document, fullname, idNumber }: SignatureRequestRow): string =>
  [signatureDocumentLabels[document], fullname || idNumber].filter(Boolean).join(' · ')

/** Those that nothing is being done with. */
const canDiscard = ({ state }: SignatureRequestRow): boolean =>
  state === 'editing' || state === 'ready' || state === 'failed'

function SignatureRequestLine({
  row,
  now,
  onDiscard,
}: {
  row: SignatureRequestRow
  now: number
  onDiscard: () => void
}) {
  const { id, document, fullname, idNumber, error } = row
  const { sign, title, body } = viewModelOf(row, now)
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  const isRemovable = canDiscard(row)
  return (
    <li className="signature-request-line" data-signature-request={id}>
      <button
        type="button"
        className="row"
        aria-label={text.open(`${nameOf(row)}. ${title}`)}
        {...(isRemovable && ariaKeys('signature-requests.discard'))}
        onClick={() => {
          keepSignatureRequestState({ lastSignatureRequest: id })
          openRoute({ view: 'signature-request', id })
        }}
        onKeyDown={(event) => takes(event, { 'signature-requests.discard': isRemovable && onDiscard })}
      >
        {sign === 'moving' ? (
          <LoaderCircle className="icon signature-request-line__moving" aria-hidden="true" />
        ) : (
          <Sign kind={sign} />
        )}
        <span className="signature-request-line__words">
          <b>{signatureDocumentLabels[document]}</b>
          <span className="second clip">
            {row.unreadable ? unreadableRow : fullname || idNumber || text.nameless}
          </span>
        </span>
        <span className="signature-request-line__state">
          <b>{title}</b> <span className="second">{error ? errorTexts[error.code].title : body}</span>
        </span>
      </button>
      {isRemovable && (
        <Button
          size="low"
          tone="plain"
          icon={<X className="icon" aria-hidden="true" />}
          aria-label={text.discard(nameOf(row))}
          title={text.remove}
          onClick={onDiscard}
        />
      )}
    </li>
  )
}

function viewModelOf(
  row: SignatureRequestRow,
  now: number,
): { sign: SignKind | 'moving'; title: string; body: string } {
  const { states } = text
  switch (row.state) {
    case 'leaving':
      return { sign: 'moving', title: states.leaving(secondsLeft(row, now)), body: '' }
    case 'sending':
      return { sign: 'moving', ...states.sending }
    case 'uncertain':
      return { sign: 'unknown', ...states.uncertain }
    case 'failed':
      return { sign: 'stop', ...states.failed }
    case 'ready':
      return { sign: 'ok', ...states.ready }
    default:
      return { sign: 'none', ...states.editing, body: text.edited(relativeAge(row.updatedAt, now)) }
  }
}

async function discard({ bridge }: Client, row: SignatureRequestRow) {
  const { id } = row
  const answer = await bridge.call('signature-requests.discard', { id })
  if (!answer.ok) return showToast(errorTexts[answer.error.code].title, 'failed')
  showToast(text.discarded(nameOf(row)), 'done', {
    label: text.undo,
    run: () =>
      void bridge.call('signature-requests.restore', { id }).then((restored) => {
        if (restored.ok) showToast(text.restored)
        else showToast(errorTexts[restored.error.code].title, 'failed')
      }),
  })
}

/** Whoever lands on the list with the focus nowhere is in it, where it was left. */
function useRowFocus(rows: readonly SignatureRequestRow[] | undefined) {
  const landed = useRef(false)
  useEffect(() => {
    if (landed.current || !rows || rows.length === 0) return
    landed.current = true
    if (!isFocusNowhere()) return
    const { lastSignatureRequest } = signatureRequestState()
    const last =
      lastSignatureRequest === undefined
        ? null
        : document.querySelector<HTMLElement>(
            `[data-signature-request="${CSS.escape(lastSignatureRequest)}"] .row`,
          )
    const row = last ?? document.querySelector<HTMLElement>('[data-signature-request] .row')
    row?.focus()
  }, [rows])
}
