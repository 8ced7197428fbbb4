import { PenLine, Plus } from 'lucide-react'
import { useState } from 'react'
import { lineWhen, stateName } from '#shared/text/app-resources.ts'
import { procedureSignaturesText as text } from '#shared/text/app-signature-request.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useKeyHint, useLetters } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { openRoute } from '../../ui-state/route.ts'
import { Section } from '../frame/page.tsx'
import { useHidesNames } from '../frame/use-hides-names.ts'
import { type Party, partiesOf } from './parties.ts'
import { documentName, signatureName } from './signature-cells.tsx'
import { startMandate } from './start-mandate.ts'
import { startSignatureRequest } from './start-signature-request.ts'
import './party-ways.css'
import './procedure-signatures.css'

/** Signatures of one procedure, and a button to request more. */
export function ProcedureSignatures({ procedureId }: { procedureId: string }) {
  const client = useClient()
  const { data, error } = useQuery('signatures.of', { procedureId })
  const letters = useLetters()
  const now = useNow(60_000)
  const rows = data?.rows ?? []
  const { data: annotations } = useQuery('annotations.get', { id: procedureId })
  const parties = (annotations ? partiesOf(annotations.fields) : []).filter(({ taxId }) => taxId !== '')
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
      {parties.length > 0 && <MandateWays parties={parties} procedureId={procedureId} />}
    </Section>
  )
}

/** The mandate of each party, begun with everything that is known of it. */
function MandateWays({ parties, procedureId }: { parties: readonly Party[]; procedureId: string }) {
  const client = useClient()
  const hidesNames = useHidesNames()
  const [busy, setBusy] = useState(false)
  const start = async (party: Party) => {
    setBusy(true)
    await startMandate(client, procedureId, party)
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
          onClick={() => void start(party)}
        >
          <span className="clip">{text.mandate(party.who, hidesNames ? '' : party.name || party.taxId)}</span>
        </Button>
      ))}
    </div>
  )
}
