import { ChevronRight, KeyRound } from 'lucide-react'
import { sentinelText as text } from '#shared/text/lookup.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'
import { Rows } from '../../design/rows.tsx'
import { Sign, reportSign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { addAccount } from '../../ui-state/settings-state.ts'
import { Section } from '../frame/page.tsx'
import { lookUp } from './lookup-actions.ts'
import './lookup.css'

/** Plates with fixed answers, and a way to add a real account where there is none. */
export function Sentinels({ environment }: { environment: 'demo' | 'development' }) {
  const onlyDemo = useSlice('accounts')?.length === 1
  return (
    <>
      <SentinelRows title={text.title} intro={text.intro[environment]} rows={text.rows} />
      {onlyDemo && (
        <Section title={text.setupTitle}>
          <div className="setup">
            <Icon of={KeyRound} />
            <p>
              <b>{text.account}</b>
              <span className="small muted">{text.accountHelp}</span>
            </p>
            <Button size="low" onClick={() => addAccount()}>
              {text.connect}
            </Button>
          </div>
        </Section>
      )}
      <SentinelRows title={text.completeTitle} intro={text.completeIntro} rows={text.completeRows} />
    </>
  )
}

interface SentinelRowsProps {
  title: string
  intro: string
  rows: typeof text.rows | typeof text.completeRows
}

function SentinelRows({ title, intro, rows }: SentinelRowsProps) {
  const client = useClient()
  const letters = useLetters()
  return (
    <Section title={title}>
      <p className="small second sentinels__intro">{intro}</p>
      <Rows label={title} kind="boxed" letters={letters}>
        {rows.map((row) => (
          <li key={row.vrm}>
            <button type="button" className="row" onClick={() => lookUp(client, row.vrm)}>
              <Plate vrm={row.vrm} size="m" />
              <Sign kind={reportSign(row)} />
              <b className="sentinels__word">{row.word}</b>
              <span className="clip muted">{row.why}</span>
              <span className="row__end muted">
                <Icon of={ChevronRight} />
              </span>
            </button>
          </li>
        ))}
      </Rows>
    </Section>
  )
}
