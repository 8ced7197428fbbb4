import { dateTime } from '#shared/domain/age.ts'
import { outcomeText } from '#shared/text/app-lookup.ts'
import { shortWhen } from '#shared/text/app-resources.ts'
import { deskText as text } from '#shared/text/app-procedure.ts'
import { Sign } from '../../design/sign.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import { showPlate } from '../lookup/lookup-actions.ts'
import { outcomeSigns } from '../lookup/outcome-sign.ts'

/** What is known of its plate, and the way to it. Nothing is asked of the service by looking. */
export function VerdictLink({ vrm, now }: { vrm: string; now: number }) {
  const { data } = useQuery('lookup.get', { vrm })
  const latest = data?.latest
  return (
    <Section title={text.verdict}>
      <div className="rows rows--ruled">
        <button type="button" className="row" onClick={() => showPlate(vrm)}>
          <Sign kind={latest ? outcomeSigns[latest.outcome] : 'none'} />
          <span className="clip">{latest ? outcomeText[latest.outcome].title : text.verdictNone}</span>
          {latest ? (
            <span className="row__end tiny muted figures" title={dateTime(latest.checkedAt)}>
              {shortWhen(latest.checkedAt, now)}
            </span>
          ) : (
            <span className="row__end tiny muted">{text.consult}</span>
          )}
        </button>
      </div>
    </Section>
  )
}
