import {
  USUAL_METHOD,
  methodOf,
  type SignatureRequestField,
} from '#shared/domain/signature-requests/fields.ts'
import {
  signatureRequestChecksText,
  signatureRequestStateText,
  signatureRequestText,
} from '#shared/text/signatures.ts'
import { checksText } from '#shared/text/wizard.ts'
import { signatureRequestFieldLabels } from '#shared/text/fields.ts'
import type { Route } from '#shared/bridge/route.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { findMandate, paperValidity } from '#shared/domain/clients.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { clientText } from '#shared/text/clients.ts'
import { listed } from '#shared/text/grammar.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { FieldLinks } from '../../design/fields.tsx'
import { Sign, type SignKind } from '../../design/sign.tsx'
import { useAt, useSlice, useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../app/route.ts'
import { Notice } from '../../design/layout.tsx'
import { Section } from '../../app/page.tsx'
import { ServiceSays } from '../../app/task-notice.tsx'
import { serviceWords } from '../outbox/feature.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'
import { compareParties, partiesOf, signatureRequestViewModel } from './signature-request-view-model.ts'

interface SignatureRequestChecksProps {
  signatureRequest: SignatureRequestOnScreen
  checks: readonly SignatureRequestCheckViewModel[]
  onField: SignatureRequestOnScreen['toField']
}

/** Checks of a request while the user types: blockers, warnings and passed checks. */
export function SignatureRequestChecks({ signatureRequest, checks, onField }: SignatureRequestChecksProps) {
  return (
    <Section title={signatureRequestChecksText.title}>
      <ul className="check-list">
        {checks.map((check) => (
          <li key={check.id} className={`check-list__row check-list__row--${check.level}`}>
            <Sign kind={check.sign} />
            <div>
              <b>{check.title}</b>
              <span className="visually-hidden">: {checksText.levels[check.level]}</span>
              {check.level === 'wait' && (
                <span className="check-list__level" aria-hidden="true">
                  {checksText.levels.wait}
                </span>
              )}
              {check.body !== '' && <p>{check.body}</p>}
              <FieldLinks fields={check.fields} labels={signatureRequestFieldLabels} onField={onField} />
              <CheckWays check={check} signatureRequest={signatureRequest} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CheckWays({
  check: { accepted, other },
  signatureRequest,
}: {
  check: SignatureRequestCheckViewModel
  signatureRequest: SignatureRequestOnScreen
}) {
  const accept = (on: boolean) => signatureRequest.form.accept('party-mismatch', on)
  return (
    <>
      {accepted === false && (
        <Button size="low" onClick={() => accept(true)}>
          {signatureRequestChecksText.accept}
        </Button>
      )}
      {accepted === true && (
        <div className="actions">
          <span className="small second">{signatureRequestChecksText.accepted}</span>
          <Button size="low" tone="plain" onClick={() => accept(false)}>
            {signatureRequestChecksText.takeBack}
          </Button>
        </div>
      )}
      {other !== undefined && (
        <button type="button" className="text-link" onClick={() => openRoute(other)}>
          {other.view === 'ledger-client'
            ? signatureRequestChecksText.mandateSee
            : signatureRequestChecksText.openSee}
        </button>
      )}
    </>
  )
}

/** Explains how the request reaches the signer. */
export function HowItArrives({ signatureRequest }: { signatureRequest: SignatureRequestOnScreen }) {
  const environment = useSlice('profile')?.environment
  const method = methodOf(signatureRequest.fields)
  return (
    <Section title={signatureRequestChecksText.how}>
      <p className="small second">
        {method === USUAL_METHOD
          ? signatureRequestChecksText.howEmail
          : signatureRequestChecksText.howOther(method)}
      </p>
      {environment !== undefined && environment !== 'production' && (
        <p className="small muted">{signatureRequestChecksText.howDemo}</p>
      )}
    </Section>
  )
}

interface SignatureRequestCheckViewModel {
  id: 'fields' | 'parties' | 'open' | 'mandate' | 'connection'
  level: 'block' | 'advice' | 'wait' | 'ok'
  sign: SignKind
  title: string
  body: string
  /** Fields of the check, shown as links. */
  fields: readonly SignatureRequestField[]
  /** Page of the other request, or of the client that has a mandate. */
  other?: Route
  /** Whether the user accepted the warning; absent if the warning cannot be accepted. */
  accepted?: boolean
}

const SIGNS = { block: 'stop', advice: 'warn', wait: 'none', ok: 'ok' } as const
const viewModel = (
  id: SignatureRequestCheckViewModel['id'],
  level: SignatureRequestCheckViewModel['level'],
  words: Pick<SignatureRequestCheckViewModel, 'title' | 'body'>,
  more: Partial<SignatureRequestCheckViewModel> = {},
): SignatureRequestCheckViewModel => ({ id, level, sign: SIGNS[level], ...words, fields: [], ...more })

/** Checks of a request before sending. */
export function useSignatureRequestChecks(
  signatureRequest: SignatureRequestOnScreen,
): readonly SignatureRequestCheckViewModel[] {
  const connection = useSlice('connection')?.state
  const parties = usePartiesCheck(signatureRequest)
  const open = useOpenCheck(signatureRequest)
  const mandate = useMandateCheck(signatureRequest)
  const offline = connection === 'down' || connection === 'unauthorized'
  return [
    fieldsCheck(signatureRequest),
    parties,
    open,
    ...(mandate ? [mandate] : []),
    ...(offline
      ? [
          viewModel('connection', 'advice', {
            title: signatureRequestChecksText.connection,
            body: signatureRequestChecksText.connectionBody,
          }),
        ]
      : []),
  ]
}

function fieldsCheck({
  stops,
  problems,
  judged,
  isStrict,
}: SignatureRequestOnScreen): SignatureRequestCheckViewModel {
  if (stops.length > 0) {
    const fields = stops.map(({ field }) => field)
    // A field that the user is typing in, or has not reached yet, shows no error.
    const told = stops.some(
      ({ field }) => signatureRequestViewModel(judged, field, isStrict(field)).tone === 'stop',
    )
    return told
      ? viewModel('fields', 'block', { title: signatureRequestChecksText.fields.block, body: '' }, { fields })
      : viewModel('fields', 'wait', { title: signatureRequestChecksText.fields.wait, body: '' }, { fields })
  }
  // Accepted warnings are left out.
  const advice = problems.filter(
    ({ check }) => check.accept === undefined || !judged.accepted.includes(check.accept),
  )
  if (advice.length === 0)
    return viewModel('fields', 'ok', {
      title: signatureRequestChecksText.fields.ok,
      body: signatureRequestChecksText.fieldsOk,
    })
  const fields = advice.map(({ field }) => field)
  return viewModel(
    'fields',
    'advice',
    { title: signatureRequestChecksText.fields.advice, body: '' },
    { fields },
  )
}

function usePartiesCheck({ fields, judged }: SignatureRequestOnScreen): SignatureRequestCheckViewModel {
  const { procedureId, idNumber } = fields
  const { data: annotations } = useQuery('annotations.get', procedureId === '' ? null : { id: procedureId })
  const wait = (body: string) =>
    viewModel('parties', 'wait', { title: signatureRequestChecksText.parties.wait, body })
  if (procedureId === '') return wait(signatureRequestChecksText.partiesNoFile)
  const parties = annotations ? partiesOf(annotations.fields, null) : []
  const compared = compareParties(parties, [idNumber, fields.representativeIdNumber])
  if (compared === 'unknown')
    return wait(
      idNumber.trim() === ''
        ? signatureRequestChecksText.partiesNoId
        : signatureRequestChecksText.partiesNone,
    )
  if (compared === 'ok')
    return viewModel('parties', 'ok', {
      title: signatureRequestChecksText.parties.ok,
      body: signatureRequestChecksText.partiesOk,
    })
  const names = listed(parties.map(({ name, taxId }) => name || taxId))
  return viewModel(
    'parties',
    'advice',
    {
      title: signatureRequestChecksText.parties.advice,
      body: signatureRequestChecksText.partiesAdvice(names),
    },
    { accepted: judged.accepted.includes('party-mismatch') },
  )
}

/** States of a request that is about to be sent, or may have been sent. */
const MAY_BE_SENT: readonly SignatureRequest['state'][] = ['ready', 'leaving', 'sending', 'uncertain']

/**
 * Finds a pending request of the same document for the same signer, at the service or among the unsent. Two such
 * requests would confuse the signer.
 */
function useOpenCheck({
  fields,
  document,
  problems,
}: SignatureRequestOnScreen): SignatureRequestCheckViewModel {
  const id = cleanTaxId(fields.idNumber)
  const complete =
    id !== '' && !problems.some(({ field, check }) => field === 'idNumber' && check.level === 'error')
  const { data } = useQuery(
    'signatures.list',
    complete ? { filter: { view: 'pending', text: id }, limit: 20 } : null,
  )
  const { data: unsent } = useQuery('signature-requests.list', complete ? {} : null)
  if (!complete || !data || !unsent)
    return viewModel('open', 'wait', {
      title: signatureRequestChecksText.open.wait,
      body: signatureRequestChecksText.openWait,
    })
  const leaving = unsent.rows.find(
    (row) => row.document === document && MAY_BE_SENT.includes(row.state) && cleanTaxId(row.idNumber) === id,
  )
  if (leaving)
    return viewModel(
      'open',
      'advice',
      { title: signatureRequestChecksText.open.advice, body: signatureRequestChecksText.openUnsent },
      { other: { view: 'signature-request', id: leaving.id } },
    )
  const other = data.rows.find(
    (row) => row.document === document && row.idTail !== '' && id.endsWith(row.idTail),
  )
  return other
    ? viewModel(
        'open',
        'advice',
        { title: signatureRequestChecksText.open.advice, body: signatureRequestChecksText.openAdvice },
        { other: { view: 'signature', id: other.id } },
      )
    : viewModel('open', 'ok', {
        title: signatureRequestChecksText.open.ok,
        body: signatureRequestChecksText.openOk,
      })
}

/** Finds a mandate on file of the signer that is in force. `null` without one, and for a document that is no mandate. */
function useMandateCheck({
  fields,
  document,
}: SignatureRequestOnScreen): SignatureRequestCheckViewModel | null {
  const today = useAt(isoDay)
  const taxId = cleanTaxId(fields.idNumber)
  const isMandate = document === 'mandate-generic' || document === 'mandate-specific'
  const parties = [{ name: fields.fullname, taxId }]
  const { data } = useQuery('clients.offers', isMandate && taxId !== '' ? { client: '', parties } : null)
  const mandate = findMandate(data?.papers ?? [], today)
  if (!mandate || paperValidity(mandate.untilDay, today) === 'expired') return null
  return viewModel(
    'mandate',
    'advice',
    {
      title: signatureRequestChecksText.mandate,
      body: clientText.validity(mandate, today) || clientText.mandateOpen,
    },
    { other: { view: 'ledger-client', id: mandate.client } },
  )
}

/** Notices above the form: the request repeats another one, waits, or was not sent and why. */
export function SignatureRequestNotices({ known }: { known: SignatureRequest }) {
  const { state, error, again } = known
  const said = serviceWords(error)
  return (
    <>
      {again !== undefined && (
        <Notice
          role="note"
          icon={<Sign kind="none" />}
          actions={
            <Button size="low" onClick={() => openRoute({ view: 'signature', id: again })}>
              {signatureRequestText.seeBefore}
            </Button>
          }
        >
          <p>{signatureRequestText.again}</p>
        </Notice>
      )}
      {state === 'ready' && (
        <Notice role="note" icon={<Sign kind="ok" />}>
          <p>{signatureRequestText.ready}</p>
        </Notice>
      )}
      {error && (
        <Notice
          role={state === 'failed' ? 'alert' : 'note'}
          tone={state === 'failed' ? 'stop' : 'warn'}
          icon={<Sign kind={state === 'failed' ? 'stop' : 'warn'} />}
        >
          <p>
            <b>
              {state === 'failed' ? `${signatureRequestStateText.failedTitle}. ` : ''}
              {errorTexts[error.code].title}
            </b>{' '}
            {errorTexts[error.code].advice}
          </p>
          <ServiceSays quote={said} />
        </Notice>
      )}
    </>
  )
}
