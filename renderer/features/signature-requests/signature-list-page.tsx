import { Link, Plus, SearchX, Signature } from 'lucide-react'
import { useCallback, useState, useMemo } from 'react'
import type { Route } from '#shared/bridge/route.ts'
import type { SignatureRow, SignatureFilter } from '#shared/bridge/signature-requests.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { viewTitles } from '#shared/text/app.ts'
import { signatureViewNames, signaturePlacesText } from '#shared/text/sidebar.ts'
import { signatureListText as text, SIGNABLE_ORDER, signableHelp } from '#shared/text/signatures.ts'
import { Button, type ButtonProps } from '../../design/button.tsx'
import { useEventCallback, useSettled } from '../../design/hooks.ts'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useReadAhead } from '../../replica/use-resource-page.ts'
import { announce } from '../../app/announcer.tsx'
import { openPanel } from '../../app/panel-state.ts'
import { openRoute } from '../../app/route.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import {
  keepSignatureRequestState,
  signatureRequestState,
  useSignatureRequestState,
} from './signature-state.ts'
import { useClientDialog } from '../client-messages/feature.ts'
import { useHidesNames, useOnlyHit } from '../../app/lists.tsx'
import { enterTable } from '../../design/fields.tsx'
import { ListPage } from '../../app/list-page.tsx'
import { Notice, Calm } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import {
  SignatureCells,
  signatureColumns,
  canGoAgain,
  documentName,
  type NextStep,
  nextOf,
  sendAgain,
} from './signature-cells.tsx'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { SignaturePlaces } from './signature-places.tsx'
import { SignedPreview } from './signed-documents.tsx'
import { startSignatureRequest } from './start-signature-request.ts'
import { type PagedOptions, type ReadPage, usePagedQuery } from '../../replica/paged-query.ts'
import './signature-lists.css'

const SOME: PagedOptions<SignatureRow> = { about: ['resource', 'signature-request', 'service-documents'] }
/**
 * In the unfiltered list new rows can only appear at the top. A row also changes with its procedure, which gives its
 * plate.
 */
const ALL: PagedOptions<SignatureRow> = {
  ...SOME,
  keyOf: ({ id }) => id,
  concerns: ({ id, procedureId }, { ids }) =>
    ids.includes(id) || (procedureId !== undefined && ids.includes(procedureId)),
}

/** Sent signature requests, newest first. Changes of their procedures and reminders update the list too. */
function useSignatureList(view: SignatureFilter['view'], sought: string) {
  const { bridge } = useClient()
  const [names] = useState(() => new WeakMap<ReadPage<SignatureRow>, string>())
  const wanted = `${view} ${sought}`
  const read = useMemo(() => {
    const page: ReadPage<SignatureRow> = (before, limit) =>
      bridge.call('signatures.list', {
        filter: { view, ...(sought !== '' && { text: sought }) },
        limit,
        ...(before !== null && { before }),
      })
    names.set(page, wanted)
    return page
  }, [bridge, view, sought, names, wanted])
  const { shown, ...list } = usePagedQuery(read, view === 'all' && sought === '' ? ALL : SOME)
  const key = names.get(shown)
  return {
    ...list,
    /** Key of the list on screen: the previous one until the new one comes. */
    key,
    isShown: key === wanted,
  }
}

/** Firmas: requests sent to sign, by state. */
export function SignatureListPage({ route }: { route: Extract<Route, { view: 'signatures' }> }) {
  const client = useClient()
  const view = route.list ?? 'all'
  const typed = useSignatureRequestState((state) => state.text)
  const search = useSettled(typed.trim())
  const list = useSignatureList(view, search)
  const { rows, next, loaded, error, isShown } = list
  const now = useNow(15_000)
  const [startAt] = useState(() => signatureRequestState().lastSignature)
  const [at, setAt] = useState(0)
  const [preview, setPreview] = useState<SignatureRow | null>(null)
  const empty = loaded && isShown && rows.length === 0 && !error
  const first = empty && view === 'all' && search === ''
  const current = rows[Math.min(at, rows.length - 1)]
  useReadAhead('signature', current?.id)

  const open = ({ id }: SignatureRow) => {
    keepSignatureRequestState({ lastSignature: id })
    openRoute({ view: 'signature', id })
  }
  const onlyHit = useOnlyHit({
    typed,
    isAnswered: isShown && loaded && search === typed.trim(),
    only: rows.length === 1 && next === null ? rows[0] : undefined,
    open,
    onSeveral: () => enterTable('.firmas'),
    count: rows.length,
  })
  const message = useClientDialog({ kind: 'signature', id: current?.id ?? '' })
  const go = useEventCallback((row: SignatureRow, step: NextStep) => {
    if (step === 'remind') return message.open(undefined, { kind: 'signature', id: row.id })
    if (step === 'again') return void sendAgain(client, row)
    setPreview(row)
  })
  const hidesNames = useHidesNames()
  const cells = useCallback(
    (row: SignatureRow) => (
      <SignatureCells row={row} hidesNames={hidesNames} now={now} onNext={(step) => go(row, step)} />
    ),
    [hidesNames, now, go],
  )
  const again = () => {
    if (!current) return
    if (canGoAgain(current.status)) void sendAgain(client, current)
    else announce(text.notAgain)
  }
  const type = useCallback((value: string) => keepSignatureRequestState({ text: value }), [])
  useShortcuts({
    'signatures.new': () => void startSignatureRequest(client),
    'signatures.clear': () => typed !== '' && type(''),
  })
  useShortcuts(
    {
      'signatures.again': again,
      'signatures.pdf': () => current && nextOf(current) === 'pdf' && setPreview(current),
    },
    current && rowName(current),
  )

  return (
    <ListPage
      title={view === 'all' ? viewTitles.signatures : signatureViewNames[view]}
      section={viewTitles.signatures}
      landing={empty}
      actions={
        !first && (
          <>
            <AddButton size="low" />
            <NewButton size="low" />
          </>
        )
      }
      above={
        <>
          <SignaturePlaces where="page" />
          <OpenNotice />
        </>
      }
      search={{
        className: 'firmas__tools',
        shortcut: 'signatures.search',
        words: text,
        value: typed,
        onType: type,
        onEnter: onlyHit.enter,
      }}
      hasNothing={first}
      text={text}
      empty={
        isShown &&
        (first ? <FirstSignatures /> : <NoSignatures view={view} typed={search} onClear={() => type('')} />)
      }
      list={list}
      table={{
        className: 'firmas',
        resizes: 'signatures',
        columns: signatureColumns,
        rowKey: (row) => row.id,
        renderCells: cells,
        startAt,
        nameOf: rowName,
        onPlace: setAt,
        onOpen: open,
        foot: {
          count: text.shown(rows.length, next !== null),
          keys: [
            ['list.open', text.open],
            ['signatures.again', text.againKey],
          ],
          apart: text.againNote,
        },
      }}
    >
      {message.dialog}
      {preview && <SignedPreview signatureId={preview.id} onClose={() => setPreview(null)} />}
    </ListPage>
  )
}

const rowName = (row: SignatureRow): string =>
  [documentName(row), row.vrm === undefined ? '' : displayPlate(row.vrm)].join(' ').trim()

function NewButton({ size = 'medium' }: Pick<ButtonProps, 'size'>) {
  const client = useClient()
  const hint = useKeyHint()
  return (
    <Button
      tone="primary"
      size={size}
      icon={Plus}
      data-point="new-signature"
      {...hint('signatures.new')}
      onClick={() => void startSignatureRequest(client)}
    >
      {text.newOne}
    </Button>
  )
}

const AddButton = ({ size = 'medium' }: Pick<ButtonProps, 'size'>) => (
  <Button size={size} icon={Link} onClick={() => openPanel('add-resource')}>
    {text.add}
  </Button>
)

/**
 * Notice about unsent requests, above the sent ones. Uncertain requests come first, because only the user can decide.
 */
function OpenNotice() {
  const rows = useQuery('signature-requests.list', {}).data?.rows ?? []
  const doubt = rows.filter(({ state }) => state === 'uncertain').length
  if (rows.length === 0) return null
  return (
    <div className="firmas__open">
      <Notice
        role="note"
        tone={doubt > 0 ? 'warn' : 'neutral'}
        icon={<Sign kind={doubt > 0 ? 'unknown' : 'none'} />}
        actions={
          <Button size="low" onClick={() => openRoute({ view: 'signature-requests' })}>
            {text.seeOpen}
          </Button>
        }
      >
        <p>{doubt > 0 ? signaturePlacesText.doubt(doubt) : text.openOnes(rows.length)}</p>
      </Notice>
    </div>
  )
}

/** Shown before the first request: purpose of each document, with a button to request it. */
function FirstSignatures() {
  const client = useClient()
  return (
    <Calm
      icon={Signature}
      title={text.emptyTitle}
      actions={
        <>
          <NewButton />
          <AddButton />
        </>
      }
    >
      <p>{text.emptyBody}</p>
      <ul className="firmas__kinds">
        {SIGNABLE_ORDER.map((document) => (
          <li key={document}>
            <button
              type="button"
              className="text-link"
              onClick={() => void startSignatureRequest(client, { document })}
            >
              {signatureDocumentLabels[document]}
            </button>
            <span className="small second">{signableHelp[document]}</span>
          </li>
        ))}
      </ul>
    </Calm>
  )
}

interface NoSignaturesProps {
  view: SignatureFilter['view']
  typed: string
  onClear: () => void
}

/** Shown for an empty view or search. */
function NoSignatures({ view, typed, onClear }: NoSignaturesProps) {
  return typed === '' ? (
    <Calm
      icon={Signature}
      title={text.noneTitle(signatureViewNames[view])}
      actions={<Button onClick={() => openRoute({ view: 'signatures' })}>{text.seeAll}</Button>}
    >
      <p>{text.noneBody}</p>
    </Calm>
  ) : (
    <Calm
      icon={SearchX}
      title={text.noneFound(typed)}
      actions={<Button onClick={onClear}>{text.clear}</Button>}
    >
      <p>{text.noneFoundBody}</p>
    </Calm>
  )
}
