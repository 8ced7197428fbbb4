import { dateTime } from '#shared/domain/age.ts'
import { shortWhen } from '#shared/text/dates.ts'
import { casesText as text } from '#shared/text/procedure.ts'
import { verdictWords } from '#shared/text/lookup.ts'
import { Sign, verdictSign } from '../../design/sign.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import { showPlate } from '../lookup/lookup-actions.ts'

/** Known verdict of its plate, as a link to it. Showing it requests nothing from the service. */
export function VerdictLink({ vrm, now }: { vrm: string; now: number }) {
  const { data } = useQuery('lookup.get', { vrm })
  const verdict = data?.verdict
  return (
    <Section title={text.verdict}>
      <div className="rows rows--ruled">
        <button type="button" className="row" onClick={() => showPlate(vrm)}>
          <Sign kind={verdict ? verdictSign(verdict.outcome) : 'none'} />
          <span className="clip">{verdict ? verdictWords(verdict.outcome).title : text.verdictNone}</span>
          {verdict ? (
            <span className="row__end tiny muted figures" title={dateTime(verdict.report.checkedAt)}>
              {shortWhen(verdict.report.checkedAt, now)}
            </span>
          ) : (
            <span className="row__end tiny muted">{text.consult}</span>
          )}
        </button>
      </div>
    </Section>
  )
}
