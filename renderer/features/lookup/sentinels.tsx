import { ChevronRight } from 'lucide-react'
import { sentinelText as text } from '#shared/text/app-lookup.ts'
import { Plate } from '../../design/plate.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { Section } from '../frame/page.tsx'
import { lookUp } from './lookup-actions.ts'
import { outcomeSigns } from './outcome-sign.ts'
import './sentinels.css'

/** First run of the demonstration: four plates whose answer is always the same. */
export function Sentinels() {
  const client = useClient()
  const letters = useSlice('settings')?.singleKeys ?? true
  return (
    <Section title={text.title}>
      <p className="small second sentinels__intro">{text.intro}</p>
      <Rows label={text.title} kind="boxed" letters={letters}>
        {text.rows.map((row) => (
          <li key={row.vrm}>
            <button type="button" className="row" onClick={() => lookUp(client, row.vrm)}>
              <Plate vrm={row.vrm} size="m" />
              <Sign kind={outcomeSigns[row.outcome]} />
              <b className="sentinels__word">{row.word}</b>
              <span className="clip muted">{row.why}</span>
              <span className="row__end muted">
                <ChevronRight className="icon" aria-hidden="true" />
              </span>
            </button>
          </li>
        ))}
      </Rows>
    </Section>
  )
}
