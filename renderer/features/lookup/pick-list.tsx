import { useEffect, useRef } from 'react'
import { pickText as text } from '#shared/text/app-lookup.ts'
import { Kbd } from '../../design/kbd.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { Rows } from '../../design/rows.tsx'
import { useClient } from '../../replica/client.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { clearAttempt, focusField, type LookupState } from '../../ui-state/lookup-state.ts'
import { Section } from '../frame/page.tsx'
import { lookUp, seriesOf } from './lookup-actions.ts'

/** Several plates where one was expected: the person says which. */
export function PickList({ pick }: { pick: NonNullable<LookupState['pick']> }) {
  const client = useClient()
  const letters = useLetters()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('.row')?.focus()
  }, [pick])

  const back = () => {
    clearAttempt()
    focusField()
  }
  return (
    <div ref={list}>
      <Section
        title={text.title}
        aside={
          <>
            {text.found(pick.plates.length)} · <Kbd>Esc</Kbd> {text.back.toLowerCase()}
          </>
        }
      >
        {pick.unread.length > 0 && (
          <p className="small">
            <Sign kind="warn" /> {text.unread(pick.unread)}
          </p>
        )}
        {pick.plates.length === 0 && <p className="small second">{text.none}</p>}
        <Rows label={text.title} kind="boxed" letters={letters} onEscape={back}>
          {pick.plates.map(({ vrm, repaired }, index) => (
            // The same plate may be in two rows of a sheet: the position is what makes each one different.
            <li key={`${index} ${vrm}`}>
              <button type="button" className="row" onClick={() => lookUp(client, vrm)}>
                <Plate vrm={vrm} size="m" />
                <span>{seriesOf(vrm)}</span>
                {repaired && <span className="muted">{text.repaired}</span>}
                <span className="row__end">
                  <Kbd>Enter</Kbd>
                </span>
              </button>
            </li>
          ))}
        </Rows>
        {pick.more && <p className="small muted">{text.more}</p>}
      </Section>
    </div>
  )
}
