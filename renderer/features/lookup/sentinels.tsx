import { ChevronRight, KeyRound } from 'lucide-react'
import { sentinelText } from '#shared/text/verdict.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Plate } from '../../design/plate.tsx'
import { Rows } from '../../design/rows.tsx'
import { reportSign, Sign } from '../../design/sign.tsx'
import { useLetters } from '../../app/key-hints.tsx'
import { Section } from '../../app/page.tsx'
import { addAccount } from '../../app/settings-state.ts'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { lookUp } from './lookup-actions.ts'

/** Plates with fixed answers, and a way to add a real account if there is none. */
export function Sentinels({ environment }: { environment: 'demo' | 'development' }) {
  const isSecondPc = useSlice('profile')?.isSecondPc
  const onlyDemo = useSlice('accounts')?.length === 1 && !isSecondPc
  return (
    <>
      <SentinelRows
        title={sentinelText.title}
        intro={sentinelText.intro[environment]}
        rows={sentinelText.rows}
      />
      <SentinelRows
        title={sentinelText.completeTitle}
        intro={sentinelText.completeIntro}
        rows={sentinelText.completeRows}
      />
      {onlyDemo && (
        <Section title={sentinelText.setupTitle}>
          <div className="setup">
            <Icon of={KeyRound} />
            <p>
              <b>{sentinelText.account}</b>
              <span className="small muted">{sentinelText.accountHelp}</span>
            </p>
            <Button size="low" onClick={() => addAccount()}>
              {sentinelText.connect}
            </Button>
          </div>
        </Section>
      )}
    </>
  )
}

interface SentinelRowsProps {
  title: string
  intro: string
  rows: typeof sentinelText.rows | typeof sentinelText.completeRows
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
