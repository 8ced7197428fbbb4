import { lookupText as text, problemFixes, problemTexts } from '#shared/text/lookup.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/layout.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { Keys } from '../../design/kbd.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { clearAttempt, focusField, type LookupState } from '../../ui-state/lookup-state.ts'
import { lookUp } from './lookup-actions.ts'
import { PlateExamples } from './plate-examples.tsx'
import './lookup.css'

/** The focus goes to a suggestion before Enter takes it: Enter in the field never does. */
const SUGGESTION_KEYS = ['ArrowDown', 'Enter']

/** Reason why Enter looked nothing up, suggestions, and plate formats. The service has not been asked. */
export function Correction({ problem }: { problem: NonNullable<LookupState['problem']> }) {
  const client = useClient()
  const hint = useKeyHint()
  const suggestions = problem.kind === 'repair' ? problem.suggestions : []
  const correct = () => {
    clearAttempt()
    focusField(false)
  }
  return (
    <>
      <Notice tone="stop" role="alert" icon={<Sign kind="stop" />}>
        <b>{problemTexts[problem.problem]}</b>
        <p className="second">
          {problem.search && `${text.search[problem.search]} `}
          {problemFixes[problem.problem]}
        </p>
      </Notice>
      {suggestions.map(({ plate }, index) => (
        <section key={plate.vrm} className="suggestion" aria-label={text.didYouMean}>
          <span className="small muted">{text.didYouMean}</span>
          <Plate vrm={plate.vrm} size="l" />
          <span className="suggestion__actions">
            <Button
              size="tall"
              shortcut={index === 0 && <Keys keys={SUGGESTION_KEYS} />}
              data-suggestion
              onClick={() => lookUp(client, plate.vrm)}
            >
              {text.lookUpThis}
            </Button>
            {index === 0 && (
              <Button tone="plain" size="tall" shortcut={hint('plate.clear').shortcut} onClick={correct}>
                {text.correct}
              </Button>
            )}
          </span>
        </section>
      ))}
      <PlateExamples />
    </>
  )
}
