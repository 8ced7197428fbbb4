import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import type { LookupView } from '#shared/bridge/lookup.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { PROCEDURE_KINDS } from '#shared/domain/procedures/kinds.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { longAge } from '#shared/text/dates.ts'
import { verdictPeekText as text } from '#shared/text/wizard.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign, type SignKind, verdictSign } from '../../design/sign.tsx'
import { type Client, useClient } from '../../replica/client.ts'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import './wizard.css'

/** A verdict younger than this is not requested again automatically. */
const FRESH_MS = 15 * 60_000
/** Debounce: the first characters of a plate may be a valid plate too. */
const ASK_AFTER_MS = 600

/** Plate of a draft, or `undefined` if invalid. */
export const plateOf = (typed: string): string | undefined => classifyPlate(typed)?.vrm

/** Plate of a draft, if its type has one. */
export const draftPlate = ({ kind, fields }: Pick<Draft, 'kind' | 'fields'>): string | undefined =>
  PROCEDURE_KINDS[kind].vehicle === 'vrm' ? plateOf(fields.vrm) : undefined

/** Reduced verdict of the typed plate, requested automatically: it is free of charge. */
export function VerdictPeek({ typed }: { typed: string }) {
  const client = useClient()
  const vrm = plateOf(typed)
  const { data: view } = useQuery('lookup.get', vrm === undefined ? null : { vrm })
  const now = useNow(1_000)
  const wanted = view !== undefined && vrm === view.vrm && shouldAsk(view, client.now())
  useEffect(() => {
    if (!wanted || vrm === undefined) return
    const timer = setTimeout(() => void ask(client, vrm), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, vrm, wanted])
  if (vrm === undefined) return <p className="verdict-peek__none small second">{text.none}</p>
  const viewModel = viewModelOf(view, now)
  return (
    <section className={`verdict-peek verdict-peek--${viewModel.sign}`} aria-label={text.title}>
      <div className="verdict-peek__vehicle">
        <Plate vrm={vrm} size="m" />
        <VehicleWords view={view} />
      </div>
      <div className="verdict-peek__words" role="status">
        <Sign kind={viewModel.sign} />
        <div>
          <b>{viewModel.title}</b>
          {viewModel.body !== '' && <p className="small">{viewModel.body}</p>}
        </div>
      </div>
      {view && !view.pending && view.verdict !== null && (
        <Button size="low" tone="plain" icon={RotateCw} onClick={() => void ask(client, vrm)}>
          {text.again}
        </Button>
      )}
    </section>
  )
}

/** Vehicle, as in its last report. */
export function VehicleWords({ view }: { view: LookupView | undefined }) {
  const vehicle = view?.verdict?.report.vehicle ?? view?.latest?.vehicle
  if (!vehicle) return <div className="vehicle-words" />
  const { vin, firstRegistrationDate } = vehicle
  const name = vehicleName(vehicle)
  const more = [vin === undefined ? '' : displayVin(vin), firstRegistrationDate ?? ''].filter(Boolean)
  return (
    <div className="vehicle-words">
      {name !== '' && <b>{name}</b>}
      <span className="figures">{more.join(' · ')}</span>
    </div>
  )
}

const shouldAsk = ({ latest, pending, failed }: LookupView, now: number): boolean =>
  pending === null && failed === null && (latest === null || now - latest.checkedAt > FRESH_MS)

async function ask({ bridge, queries }: Client, vrm: string): Promise<void> {
  await queries.take('lookup.get', { vrm }, () => bridge.call('lookup.start', { vrm }))
}

function viewModelOf(
  view: LookupView | undefined,
  now: number,
): { sign: SignKind; title: string; body: string } {
  const { verdict = null, pending = null } = view ?? {}
  if (!verdict) {
    if (pending?.state === 'queued') return { sign: 'unknown', title: text.queued, body: '' }
    if (view?.failed) return { sign: 'unknown', title: text.failed, body: '' }
    return { sign: 'none', title: text.asking, body: '' }
  }
  const { outcome, report, against } = verdict
  const { title, meaning } = verdictWords(outcome)
  const asking = pending && pending.state !== 'queued'
  const age = asking ? text.asking : `${text.age(report.kind, longAge(report.checkedAt, now))}.`
  const body = [outcome === 'not_transferable' ? text.blocked : meaning, against ? text.disagrees : '', age]
  return { sign: verdictSign(outcome), title, body: body.filter(Boolean).join(' ') }
}
