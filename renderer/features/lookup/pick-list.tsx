import { ListChecks } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pickText as text } from '#shared/text/lookup.ts'
import { Button } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { Sign } from '../../design/sign.tsx'
import { Rows } from '../../design/rows.tsx'
import { useClient } from '../../replica/client.ts'
import { useKeyHint, useLetters } from '../../shortcuts/key-hints.tsx'
import { useShortcuts } from '../../shortcuts/handlers.ts'
import { clearAttempt, focusField, type LookupState, setListSource } from '../../ui-state/lookup-state.ts'
import { severalLines } from '../../design/plate-field.tsx'
import { openRoute } from '../../ui-state/route.ts'
import { Section } from '../frame/page.tsx'
import { lookUp, seriesOf } from './lookup-actions.ts'

/** Several plates where one was expected: the user chooses. */
export function PickList({ pick }: { pick: NonNullable<LookupState['pick']> }) {
  const client = useClient()
  const letters = useLetters()
  const hint = useKeyHint()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A corrected plate is another one than the text says: Enter takes it only once the user has gone to its row.
    const sure = pick.plates.findIndex(({ repaired }) => !repaired)
    const rows = list.current?.querySelectorAll<HTMLElement>('.row')
    const first = sure === -1 ? list.current : rows?.[sure]
    first?.focus()
  }, [pick])

  const back = () => {
    clearAttempt()
    focusField()
  }
  const asList = () => {
    setListSource(typeof pick.source === 'string' ? severalLines(pick.source) : pick.source)
    openRoute({ view: 'plate-lists' })
  }
  useShortcuts({ 'pick.back': back, 'pick.list': pick.plates.length > 1 && asList })
  return (
    <div ref={list} tabIndex={-1}>
      <Section
        title={text.title}
        aside={
          <>
            {text.found(pick.plates.length)} · {hint('pick.back').shortcut} {text.back.toLowerCase()}
          </>
        }
      >
        {pick.plates.length > 1 && (
          <p>
            <Button icon={ListChecks} {...hint('pick.list')} onClick={asList}>
              {text.asList(pick.plates.length, pick.more)}
            </Button>
          </p>
        )}
        {pick.more && (
          <p className="small pick-list__note">
            <Sign kind="warn" /> {typeof pick.source === 'string' ? text.cut : text.more}
          </p>
        )}
        {pick.unread.length > 0 && (
          <p className="small pick-list__note">
            <Sign kind="warn" /> {text.unread(pick.unread)}
          </p>
        )}
        {pick.plates.length === 0 && <p className="small second">{text.none}</p>}
        <Rows label={text.title} kind="boxed" letters={letters}>
          {pick.plates.map(({ vrm, repaired }, index) => (
            // The same plate may be in two rows of a sheet: the index makes the key unique.
            <li key={`${index} ${vrm}`}>
              <button type="button" className="row" onClick={() => lookUp(client, vrm)}>
                <Plate vrm={vrm} size="m" />
                <span>{seriesOf(vrm)}</span>
                {repaired && <span className="muted">{text.repaired}</span>}
                <span className="row__end">{hint('list.open').shortcut}</span>
              </button>
            </li>
          ))}
        </Rows>
      </Section>
    </div>
  )
}
