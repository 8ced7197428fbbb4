import { Send, Signature, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SignatureRequestRow } from '#shared/bridge/signature-requests.ts'
import { relativeAge } from '#shared/text/dates.ts'
import { unreadableRow, viewTitles } from '#shared/text/app.ts'
import { MAX_PREPARED_REQUESTS } from '#shared/domain/signature-requests/fields.ts'
import { sendAllText, signatureRequestListText as text } from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { BusyIcon } from '../../design/icon.tsx'
import { RowPlate } from '../../design/plate.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useRowFocus } from '../../design/list.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useFastNow, useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { keepSignatureRequestState, signatureRequestState } from './signature-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { showToast } from '../../app/toasts.ts'
import { ListPage, OpenRow } from '../../app/list-page.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { nameWords } from '../cases/feature.ts'
import { secondsLeft } from '../outbox/feature.ts'
import { SignaturePlaces } from './signature-places.tsx'
import { startSignatureRequest } from './start-signature-request.ts'
import './signature-lists.css'

/** Requests that the service does not have yet: in editing, finished, being sent, uncertain or refused. */
export function SignatureRequestListPage() {
  const client = useClient()
  const { data, error } = useQuery('signature-requests.list', {})
  const hidesNames = useHidesNames()
  const rows = useMemo(() => data?.rows.map(hidesNames ? withoutSigner : (row) => row), [data, hidesNames])
  const ready = rows?.filter(({ state, unreadable }) => state === 'ready' && !unreadable) ?? []
  const leaving = rows?.some(({ state }) => state === 'leaving') === true
  const now = useFastNow(leaving ? 250 : 15_000)
  useRowFocus(rows, 'data-signature-request', lastSignatureRequest)
  useShortcuts({ 'signature-requests.new': () => void startSignatureRequest(client) })
  return (
    <ListPage
      title={text.title}
      section={viewTitles.signatures}
      landing={rows?.length === 0}
      actions={ready.length > 1 && <SendAll rows={ready} />}
      column="signature-requests"
      above={<SignaturePlaces where="page" />}
      up="signatures"
      text={text}
      emptyIcon={Signature}
      rows={rows}
      error={rows ? null : error}
      renderRow={(row) => (
        <SignatureRequestLine key={row.id} row={row} now={now} onDiscard={() => void discard(client, row)} />
      )}
      foot={{
        count: text.amount,
        keys: [
          ['list.open', text.go],
          ...(rows?.some(canDiscard) ? ([['signature-requests.discard', text.remove]] as const) : []),
        ],
      }}
    />
  )
}

const MOST_NAMED = 6

/** Button that sends all finished requests, after a confirmation that names them. */
function SendAll({ rows }: { rows: readonly SignatureRequestRow[] }) {
  const { bridge } = useClient()
  /** Requests of the dialog, as many as are sent at once. Later ones stay. */
  const [asked, setAsked] = useState<readonly SignatureRequestRow[] | null>(null)
  const amount = asked?.length ?? 0
  return (
    <>
      <Button
        tone="primary"
        size="low"
        icon={Send}
        onClick={() => setAsked(rows.slice(0, MAX_PREPARED_REQUESTS))}
      >
        {sendAllText.open(rows.length)}
      </Button>
      {asked && (
        <ConfirmTaskDialog
          title={sendAllText.title(amount)}
          body={sendAllText.body}
          keep={sendAllText.keep}
          submit={sendAllText.submit(amount)}
          meaning={asked.map(({ id, version }) => `${id} ${version}`).join(' ')}
          working={sendAllText.working}
          done={sendAllText.done}
          run={() =>
            bridge.call('signature-requests.send-all', {
              requests: asked.map(({ id, version }) => ({ id, version })),
            })
          }
          onDone={({ refused }) => {
            if (refused > 0) showToast(sendAllText.refused(refused), 'failed')
          }}
          onClose={() => setAsked(null)}
        >
          <p>{sendAllText.names(asked.slice(0, MOST_NAMED).map(requestName), amount - MOST_NAMED)}</p>
        </ConfirmTaskDialog>
      )}
    </>
  )
}

const lastSignatureRequest = () => signatureRequestState().lastSignatureRequest

const withoutSigner = (row: SignatureRequestRow): SignatureRequestRow => ({
  ...row,
  fullname: nameWords(row.fullname, '', { hidesNames: true, withTails: false }),
  idNumber: '',
})

const requestName = ({ document, fullname, idNumber }: SignatureRequestRow): string =>
  [signatureDocumentLabels[document], fullname || idNumber].filter(Boolean).join(' · ')

/** True if the request is not being sent. */
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
  const { id, document, fullname, idNumber, vehicle, error } = row
  const signer = row.unreadable ? unreadableRow : fullname || idNumber || text.nameless
  const who = [vehicle, signer].filter(Boolean).join(' · ')
  const { sign, title, body } = viewModelOf(row, now)
  return (
    <li className="signature-request-line" data-signature-request={id}>
      <OpenRow
        label={text.open(`${requestName(row)}. ${title}`)}
        onOpen={() => {
          keepSignatureRequestState({ lastSignatureRequest: id })
          openRoute({ view: 'signature-request', id })
        }}
        remove={{
          shortcut: 'signature-requests.discard',
          onRemove: onDiscard,
          icon: X,
          label: text.discard(requestName(row)),
          title: text.remove,
        }}
        isRemovable={canDiscard(row)}
      >
        {sign === 'moving' ? <BusyIcon /> : <Sign kind={sign} />}
        <span className="signature-request-line__plate">
          <RowPlate {...row} />
        </span>
        <span className="signature-request-line__words">
          <span className="second small clip" title={who}>
            {who}
          </span>
          <b>{signatureDocumentLabels[document]}</b>
        </span>
        <span className="signature-request-line__state">
          <b>{title}</b> <span className="second">{error ? errorTexts[error.code].title : body}</span>
        </span>
      </OpenRow>
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
  if (!answer.ok) return sayFailed(answer.error)
  showToast(text.discarded(requestName(row)), 'done', {
    label: text.undo,
    run: () =>
      void bridge.call('signature-requests.restore', { id }).then((restored) => {
        if (restored.ok) showToast(text.restored)
        else sayFailed(restored.error)
      }),
  })
}
