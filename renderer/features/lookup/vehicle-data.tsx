import type { LookupView } from '#shared/bridge/lookup.ts'
import { displayVin } from '#shared/domain/vin.ts'
import { verdictText as text } from '#shared/text/verdict.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { vehicleName } from '#shared/domain/reduced-report.ts'

/** Data of the vehicle. Unknown values say "No consta". Without a verdict, the reason is shown. */
export function VehicleData({ view, retries }: { view: LookupView | undefined; retries: boolean }) {
  if (!view) return <div className="verdict__data" />
  const { verdict, latest, pending, failed } = view
  if (!verdict) {
    if (retries) return <Words title={text.retrying} body={text.retryingMeaning} />
    if (pending?.state === 'queued') return <Words title={text.inQueue} body={text.inQueueMeaning} />
    if (!pending && failed) return <Words {...errorWords(failed.code)} />
    return <Words title={text.waitingVehicle} body={text.waitingVehicleMeaning} quiet />
  }
  const vehicle = [verdict.report, verdict.against, latest].find((report) => report?.vehicle)?.vehicle
  if (verdict.outcome === 'error' && !vehicle) {
    return <Words title={text.noVehicle} body={text.errorAdvice} />
  }

  const { vin, firstRegistrationDate } = vehicle ?? {}
  const car = vehicleName(vehicle)
  return (
    <div className="verdict__data">
      <p className="verdict__car">{car || text.noVehicle}</p>
      <dl className="facts">
        <dt>{text.vin}</dt>
        <dd className={vin ? '' : 'muted'}>{vin ? displayVin(vin) : text.missing}</dd>
        <dt>{text.firstRegistration}</dt>
        <dd className={firstRegistrationDate ? '' : 'muted'}>{firstRegistrationDate ?? text.missing}</dd>
      </dl>
    </div>
  )
}

const errorWords = (code: keyof typeof errorTexts) => ({
  title: errorTexts[code].title,
  body: errorTexts[code].advice,
})

function Words({ title, body, quiet = false }: { title: string; body: string; quiet?: boolean }) {
  return (
    <div className="verdict__data">
      <p className={quiet ? 'verdict__car muted' : 'verdict__car'}>{title}</p>
      <p className={quiet ? 'small muted' : 'small second'}>{body}</p>
    </div>
  )
}
