import { Merge, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Client } from '#shared/bridge/clients.ts'
import { clientText } from '#shared/text/clients.ts'
import { dealerText } from '#shared/text/dealers.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { procedureKindLabels } from '#shared/text/labels.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { Button } from '../../design/button.tsx'
import { later, useLoadSoon } from '../../design/later.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { Section } from '../../app/page.tsx'
import { openRoute } from '../../app/route.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { ClientPapers } from './client-papers.tsx'
import { clientName } from './clients-page.tsx'

const ClientDialog = later(async () => (await import('./client-dialog.tsx')).ClientDialog)
const MergeDialog = later(async () => (await import('./merge-dialog.tsx')).MergeDialog)
const LATER_PARTS = [ClientDialog, MergeDialog]

interface ClientRailProps {
  id: string
  name: string
  onTariff: () => void
}

/** Record of a client beside its account: data, papers, tariff and procedures. */
export function ClientRail({ id, name, onTariff }: ClientRailProps) {
  const { data, error } = useQuery('clients.get', { id })
  useLoadSoon(LATER_PARTS)
  if (!data)
    return error ? (
      <Section title={clientText.record.title}>
        <p className="small muted">
          {clientText.record.failed} {errorTexts[error.code].title}
        </p>
      </Section>
    ) : null
  return (
    <>
      <Record client={data} name={name} />
      <ClientPapers client={data} />
      <Section
        title={clientText.tariff.title}
        actions={
          <Button size="low" tone="plain" onClick={onTariff}>
            {clientText.tariff.see}
          </Button>
        }
      >
        <p className="small second">
          {data.tariffs.length === 0
            ? clientText.tariff.office
            : clientText.tariff.own(data.tariffs.map((kind) => procedureKindLabels[kind]))}
        </p>
      </Section>
      {/* Last, because its answer comes after the others. */}
      <CasesOf id={data.id} />
    </>
  )
}

type Open = { is: 'edit' } | { is: 'merge'; other: Client['alike'][number] | null } | null

/** Tax id and contact of a client, and the clients that are the same one. */
function Record({ client, name }: { client: Client; name: string }) {
  const { bridge } = useClient()
  const hidesNames = useHidesNames()
  const [open, setOpen] = useState<Open>(null)
  const text = clientText.record
  const facts = (['taxId', 'email', 'phone', 'notes'] as const).filter((fact) => client[fact] !== '')
  const nameOf = (other: Client['alike'][number]) => clientName(other.id, other.name, hidesNames)
  const separate = async (other: Client['alike'][number]) => {
    const done = await bridge.call('clients.separate', { id: other.id })
    if (!done.ok) return sayFailed(done.error)
    showToast(clientText.merge.separated(nameOf(other)))
  }
  return (
    <Section
      title={text.title}
      actions={
        <>
          <Button
            size="low"
            tone="plain"
            icon={Pencil}
            disabled={hidesNames}
            onClick={() => setOpen({ is: 'edit' })}
          >
            {text.edit}
          </Button>
          <Button
            size="low"
            tone="plain"
            icon={Merge}
            aria-label={text.mergeIt}
            onClick={() => setOpen({ is: 'merge', other: null })}
          >
            {text.merge}
          </Button>
        </>
      }
    >
      <div className="client-record">
        {hidesNames && <p className="small muted">{text.hidden}</p>}
        {!hidesNames && facts.length === 0 && <p className="small muted">{text.none}</p>}
        {!hidesNames && facts.length > 0 && (
          <dl className="facts client-facts">
            {facts.map((fact) => (
              <div key={fact}>
                <dt>{text.facts[fact]}</dt>
                <dd>{client[fact]}</dd>
              </div>
            ))}
          </dl>
        )}
        {client.merged.length > 0 && (
          <ul className="client-merged small" aria-label={clientText.merge.also}>
            {client.merged.map((other) => (
              <li key={other.id}>
                <span className="second">
                  {clientText.merge.also} <b>{nameOf(other)}</b>
                </span>
                <Button
                  size="low"
                  tone="plain"
                  aria-label={clientText.merge.separateIt(nameOf(other))}
                  onClick={() => void separate(other)}
                >
                  {clientText.merge.separate}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {client.alike.map((other) => (
          <Notice
            key={other.id}
            role="note"
            icon={<Sign kind="unknown" />}
            actions={
              <Button
                size="low"
                aria-label={clientText.merge.uniteIt(nameOf(other))}
                onClick={() => setOpen({ is: 'merge', other })}
              >
                {clientText.merge.unite}
              </Button>
            }
          >
            <p>{clientText.merge.alike(nameOf(other))}</p>
          </Notice>
        ))}
      </div>
      {open?.is === 'edit' && <ClientDialog client={client} onClose={() => setOpen(null)} />}
      {open?.is === 'merge' && (
        <MergeDialog into={client.id} name={name} other={open.other} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}

/** Number of open procedures of a client, by whom they wait for. */
function CasesOf({ id }: { id: string }) {
  const { data, error } = useQuery('dealers.get', { id })
  return (
    <Section
      title={clientText.cases.title}
      actions={
        data && (
          <Button size="low" tone="plain" onClick={() => openRoute({ view: 'dealer', id })}>
            {ledgerText.client.board}
          </Button>
        )
      }
    >
      <p className="small second">{data ? dealerText.totals(data) : error && clientText.cases.none}</p>
    </Section>
  )
}
