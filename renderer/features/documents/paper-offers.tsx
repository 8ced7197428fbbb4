import { FileCheck, FilePlus } from 'lucide-react'
import { useState } from 'react'
import type { PaperOffer } from '#shared/bridge/clients.ts'
import { isoDay } from '#shared/domain/calendar.ts'
import { findMandate, paperValidity } from '#shared/domain/clients.ts'
import type { CaseParties } from '#shared/domain/parties.ts'
import { clientText } from '#shared/text/clients.ts'
import { Button } from '../../design/button.tsx'
import type { DroppedFiles } from '../../design/dropped-files.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt, useQuery } from '../../replica/use-replica.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import './paper-offers.css'

const text = clientText.offers
const MAX_SHOWN = 4

/** Papers on file of the client and the parties of a draft or procedure, with a function that adds one. */
export function usePaperOffers(of: CaseParties | undefined, onFiles: (files: DroppedFiles) => void) {
  const { bridge } = useClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { client = '', sellerName = '', sellerTaxId = '', buyerName = '', buyerTaxId = '' } = of ?? {}
  const parties = [
    { name: sellerName, taxId: sellerTaxId },
    { name: buyerName, taxId: buyerTaxId },
  ].filter(({ name, taxId }) => `${name}${taxId}`.trim() !== '')
  const { data } = useQuery(
    'clients.offers',
    client.trim() === '' && parties.length === 0 ? null : { client, parties },
  )
  return {
    /** Papers that are on this PC and were not added here. */
    papers: (data?.papers ?? []).filter(({ id, isHere }) => isHere && !added.has(id)),
    busy,
    async add(paper: PaperOffer, done: string): Promise<void> {
      setBusy(paper.id)
      const answer = await bridge.read('clients.paper', { id: paper.id })
      setBusy(null)
      if (!answer.ok) return sayFailed(answer.error, () => ({ title: text.failed }))
      const file = new File([answer.value], clientText.documentName(paper), { type: paper.mime })
      onFiles({ files: [file], folders: [] })
      setAdded((before) => new Set([...before, paper.id]))
      showToast(done)
    },
  }
}

export type Offers = ReturnType<typeof usePaperOffers>

interface PaperOffersProps {
  offers: Offers
  /** Sizes of the documents that are here already, which tell that a paper is one of them. */
  present?: readonly (number | undefined)[]
}

/** Papers on file except mandates, each with a button that adds it. Absent without any. */
export function PaperOffers({ offers, present = [] }: PaperOffersProps) {
  const hidesNames = useHidesNames()
  const today = useAt(isoDay)
  const [shown, setShown] = useState(MAX_SHOWN)
  const papers = offers.papers.filter(({ type, size }) => type !== 'mandate' && !present.includes(size))
  if (papers.length === 0) return null
  return (
    <section className="paper-offers" aria-label={text.title}>
      <h3 className="small second">{text.title}</h3>
      <ul>
        {papers.slice(0, shown).map((paper) => {
          const name = clientText.offerName(paper, hidesNames)
          const validity = paperValidity(paper.untilDay, today)
          return (
            <li key={paper.id}>
              <span className="paper-offers__words">
                {validity === 'expired' || validity === 'expiring' ? (
                  <Sign kind={validity === 'expired' ? 'stop' : 'warn'} />
                ) : (
                  <Icon of={FileCheck} />
                )}
                <span>
                  {name}
                  {paper.untilDay !== null && (
                    <span className="muted"> · {clientText.validity(paper, today)}</span>
                  )}
                </span>
              </span>
              <Button
                size="low"
                icon={FilePlus}
                aria-label={text.addIt(name)}
                disabled={offers.busy !== null}
                onClick={() => void offers.add(paper, text.added(name))}
              >
                {text.add}
              </Button>
            </li>
          )
        })}
      </ul>
      {papers.length > shown && (
        <Button size="low" tone="plain" onClick={() => setShown(papers.length)}>
          {text.more(papers.length - shown)}
        </Button>
      )}
    </section>
  )
}

/**
 * Mandates on file of the parties, which are used instead of new signature requests. An expired one is only named.
 */
export function MandateOffer({ offers: { papers, busy, add } }: { offers: Offers }) {
  const hidesNames = useHidesNames()
  const today = useAt(isoDay)
  const clients = [...new Set(papers.flatMap(({ client, isParty }) => (isParty ? client : [])))]
  const mandates = clients.flatMap(
    (client) =>
      findMandate(
        papers.filter((paper) => paper.client === client),
        today,
      ) ?? [],
  )
  return mandates.map((mandate) => {
    const validity = paperValidity(mandate.untilDay, today)
    const name = clientText.offerName(mandate, hidesNames)
    return (
      <Notice
        key={mandate.id}
        role="note"
        tone={validity === 'expiring' ? 'warn' : 'neutral'}
        icon={<Sign kind={validity === 'expired' ? 'stop' : validity === 'expiring' ? 'warn' : 'ok'} />}
        actions={
          validity === 'expired' ? (
            <Button
              size="low"
              tone="plain"
              onClick={() => openRoute({ view: 'ledger-client', id: mandate.client })}
            >
              {text.ofClient}
            </Button>
          ) : (
            <Button
              size="low"
              aria-label={text.pick(name)}
              disabled={busy !== null}
              onClick={() => void add(mandate, text.used)}
            >
              {text.take}
            </Button>
          )
        }
      >
        <p>
          <b>{name}.</b> {clientText.validity(mandate, today) || clientText.mandateOpen}
        </p>
      </Notice>
    )
  })
}
