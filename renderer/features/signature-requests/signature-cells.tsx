import type { SignatureRow } from '#shared/bridge/signature-requests.ts'
import { dateTime, shortWhen } from '#shared/text/dates.ts'
import { waitingFor } from '#shared/text/cases.ts'
import { stateName } from '#shared/text/resources.ts'
import { signatureListText as text } from '#shared/text/signatures.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { labelOf, unknownNames } from '#shared/text/labels-reports.ts'
import { SIGNABLE } from '#shared/domain/signature-requests/fields.ts'
import { RowPlate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import type { Client } from '../../replica/client.ts'
import { nameWords } from '../cases/feature.ts'
import { startSignatureRequest } from './start-signature-request.ts'

const { columns } = text
export const signatureColumns = [
  columns.file,
  columns.signer,
  columns.idTail,
  columns.document,
  columns.state,
  columns.waiting,
  columns.sent,
  columns.next,
]

export const documentName = ({ document }: Pick<SignatureRow, 'document'>): string =>
  document === '' ? text.undocumented : labelOf(signatureDocumentLabels, document, unknownNames.document)

/** Name of a signature in a sentence. The id stands in for a missing signer's name. */
export const signatureName = (row: SignatureRow): string =>
  [documentName(row), row.fullname || row.id].join(' · ')

interface SignatureCellsProps {
  row: SignatureRow
  hidesNames: boolean
  now: number
  onNext: (step: NextStep) => void
}

/** Row of Firmas: plate, signer over vehicle, document, state and its duration, and next step. */
export function SignatureCells({ row, hidesNames, now, onNext }: SignatureCellsProps) {
  const { idTail, status, statusDescription, since, late, gone, createdAt, vehicle } = row
  const fullname = nameWords(row.fullname, '', { hidesNames, withTails: false })
  const step = nextOf(row)
  const waits = status === 'sent' || status === 'submitted'
  const sentAt = createdAt ?? since
  return (
    <>
      <span role="gridcell" className="clip firmas__file">
        {row.vrm === undefined && row.vin === undefined ? (
          <span className="muted">{row.procedureId === undefined ? text.noFile : text.unlinked}</span>
        ) : (
          <RowPlate {...row} />
        )}
      </span>
      <span role="gridcell" className="firmas__lines">
        <span className="clip medium" title={fullname || row.id}>
          {fullname || (
            <span className="muted">
              {text.nameless} · {row.id}
            </span>
          )}
        </span>
        {vehicle !== undefined && (
          <span className="clip tiny second" title={vehicle}>
            {vehicle}
          </span>
        )}
      </span>
      <span role="gridcell" className="second figures firmas__tail">
        {idTail !== '' && (
          <>
            <span aria-hidden="true">{text.tail(idTail)}</span>
            <span className="visually-hidden">{text.tailLabel(idTail)}</span>
          </>
        )}
      </span>
      <span role="gridcell" className="clip firmas__document" title={documentName(row)}>
        {documentName(row)}
      </span>
      <span role="gridcell" className="firmas__lines">
        <StateWord
          help={`signature:${status}`}
          state={status}
          label={stateName('signature', status, statusDescription)}
        />
        {gone && (
          <span className="clip tiny second" title={text.gone}>
            {text.gone}
          </span>
        )}
      </span>
      <span
        role="gridcell"
        className={late ? 'figures firmas__waiting medium warn-text' : 'second figures firmas__waiting'}
        title={late ? text.late : undefined}
      >
        {waits && waitingFor(since, now)}
        {late && (
          <>
            <Sign kind="warn" />
            <span className="visually-hidden">{text.late}</span>
          </>
        )}
      </span>
      <span role="gridcell" className="second figures firmas__sent" title={dateTime(sentAt)}>
        {shortWhen(sentAt, now)}
      </span>
      <span role="gridcell" className="firmas__next">
        {step && (
          <button
            type="button"
            className="text-link"
            tabIndex={-1}
            aria-label={text.of(text[step], signatureName({ ...row, fullname }))}
            // Keeps the focus on the row.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => {
              event.stopPropagation()
              onNext(step)
            }}
          >
            {text[step]}
          </button>
        )}
      </span>
    </>
  )
}

/** Usual next step. */
export type NextStep = 'remind' | 'again' | 'pdf'

export function nextOf({ status, late }: Pick<SignatureRow, 'status' | 'late'>): NextStep | null {
  if (status === 'signed') return 'pdf'
  if (canGoAgain(status)) return 'again'
  return late && status === 'sent' ? 'remind' : null
}

/** True if the signature ended unsigned. */
export const canGoAgain = (status: string): boolean => status === 'rejected' || status === 'expired'

/** Starts a new request with the data of this one: the service cannot resend a request. */
export const sendAgain = (client: Client, { id, document }: Pick<SignatureRow, 'id' | 'document'>) => {
  const same = SIGNABLE.find((one) => one === document)
  return startSignatureRequest(client, { from: id, ...(same && { document: same }) })
}
