import { PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import type { SignatureRequestFields } from '#shared/bridge/signature-requests.ts'
import { lineWhen, stateName } from '#shared/text/resources.ts'
import { procedureSignaturesText as text } from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useClient, type Client } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useKeyHint, useLetters } from '../../app/key-hints.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { Section } from '../../app/page.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { type Party, partiesOf, signerFromParty } from './signature-request-view-model.ts'
import { documentName, signatureName } from './signature-cells.tsx'
import type { KnownValue } from '#shared/domain/parties.ts'
import { emptySignatureRequestFields } from '#shared/domain/signature-requests/fields.ts'
import { MandateOffer, type Offers } from '../documents/feature.ts'
import { partyProposal, searchable } from '../known-parties/feature.ts'
import { SIGNER, useProcedureKind } from './use-signature-request.ts'
import { openPreparedRequests, startSignatureRequest } from './start-signature-request.ts'
import './signature-requests.css'

interface ProcedureSignaturesProps {
  procedureId: string
  /** Papers on file; absent if the procedure takes no documents. */
  offers?: Offers | undefined
}

/** Signatures of one procedure, and a button to request more. */
export function ProcedureSignatures({ procedureId, offers }: ProcedureSignaturesProps) {
  const client = useClient()
  const { data, error } = useQuery('signatures.of', { procedureId })
  const letters = useLetters()
  const now = useNow(60_000)
  const rows = data?.rows ?? []
  const { data: annotations } = useQuery('annotations.get', { id: procedureId })
  const kind = useProcedureKind(procedureId)
  const parties = (annotations ? partiesOf(annotations.fields, kind) : []).filter(({ taxId }) => taxId !== '')
  const hint = useKeyHint()
  useShortcuts({
    'procedure.sign': () => {
      const first = document.querySelector<HTMLElement>('[data-mandate]')
      const any = document.querySelector<HTMLElement>('[data-point="new-signature"]')
      ;(first ?? any)?.focus()
    },
  })
  return (
    <Section
      title={text.title}
      {...(rows.length > 0 && { aside: rows.length })}
      actions={
        <Button
          size="low"
          icon={Plus}
          data-point="new-signature"
          {...hint('procedure.sign')}
          onClick={() => void startSignatureRequest(client, { procedureId })}
        >
          {text.send}
        </Button>
      }
    >
      {data && rows.length === 0 && <p className="small muted">{text.none}</p>}
      {!data && error && (
        <p className="small muted">
          {text.failed} {errorTexts[error.code].title}
        </p>
      )}
      {rows.length > 0 && (
        <Rows label={text.title} kind="ruled" letters={letters}>
          {rows.map((row) => (
            <li key={row.id} data-help={`signature:${row.status}`}>
              <button
                type="button"
                className="row procedure-signature"
                aria-label={text.open(
                  `${signatureName(row)}. ${stateName('signature', row.status, row.statusDescription)}`,
                )}
                onClick={() => openRoute({ view: 'signature', id: row.id })}
              >
                <span className="procedure-signature__words">
                  <b className="clip">{documentName(row)}</b>
                  <span className="second clip">{row.fullname}</span>
                </span>
                {row.late && <Sign kind="warn" />}
                <StateWord
                  state={row.status}
                  label={stateName('signature', row.status, row.statusDescription)}
                />
                <span className="row__end muted tiny figures">{lineWhen(row.since, now)}</span>
              </button>
            </li>
          ))}
        </Rows>
      )}
      {offers && <MandateOffer offers={offers} />}
      {parties.length > 0 && <MandateWays parties={parties} procedureId={procedureId} />}
    </Section>
  )
}

/** A button for each party, which starts the party's mandate with all its known data. */
function MandateWays({ parties, procedureId }: { parties: readonly Party[]; procedureId: string }) {
  const client = useClient()
  const hidesNames = useHidesNames()
  const [busy, setBusy] = useState(false)
  const start = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  return (
    <div className="party-ways procedure-signatures__mandates" role="group" aria-label={text.mandates}>
      {parties.map((party) => (
        <Button
          key={party.who}
          size="low"
          icon={PenLine}
          data-mandate
          disabled={busy}
          onClick={() => void start(() => startMandate(client, procedureId, party))}
        >
          <span className="clip">{text.mandate(party.who, hidesNames ? '' : party.name || party.taxId)}</span>
        </Button>
      ))}
      {parties.length > 1 && (
        <Button
          size="low"
          tone="plain"
          disabled={busy}
          onClick={() => void start(() => prepareMandates(client, procedureId, parties))}
        >
          {text.bothMandates}
        </Button>
      )}
    </div>
  )
}

/** Prepares the mandates of all parties, and opens the list from which they are sent together. */
async function prepareMandates(
  client: Client,
  procedureId: string,
  parties: readonly Party[],
): Promise<void> {
  const requests = await Promise.all(
    parties.map(async (party) => ({
      id: crypto.randomUUID(),
      fields: await readMandateFields(client, procedureId, party),
    })),
  )
  const document = 'mandate-specific' as const
  const done = await client.bridge.call('signature-requests.prepare', { document, procedureId, requests })
  if (!done.ok) return sayFailed(done.error)
  await openPreparedRequests(client, done.value)
}

/**
 * Starts the mandate of a party with all known data of that party. The request opens at its review if nothing is
 * missing, because it is sent from there.
 */
async function startMandate(client: Client, procedureId: string, party: Party): Promise<void> {
  const fields = await readMandateFields(client, procedureId, party)
  await startSignatureRequest(client, { procedureId, fields }, { atReview: true })
}

/** All known data of a party, as fields of its mandate. */
async function readMandateFields(
  client: Client,
  procedureId: string,
  party: Party,
): Promise<Partial<SignatureRequestFields>> {
  const given = signerFromParty(party)
  const taxId = searchable(party.taxId)
  const known = taxId === null ? null : await client.bridge.call('known-parties.get', { taxId, except: '' })
  const { fills } = partyProposal(known?.ok ? known.value.sources : [], SIGNER, {
    ...emptySignatureRequestFields(),
    ...given,
    document: '',
    procedureId,
  })
  const values = Object.entries(fills).map(([name, { value }]: [string, KnownValue]) => [name, value])
  return { ...given, ...Object.fromEntries(values) }
}
