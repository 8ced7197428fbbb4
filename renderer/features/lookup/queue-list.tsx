import { clockOrDate } from '#shared/domain/age.ts'
import { count } from '#shared/text/grammar.ts'
import { railText as text } from '#shared/text/lookup.ts'
import { Plate } from '../../design/plate.tsx'
import { Rows } from '../../design/rows.tsx'
import { useNow, useQuery } from '../../replica/use-replica.ts'
import { useLetters } from '../../shortcuts/key-hints.tsx'
import { Section } from '../frame/page.tsx'
import { showPlate } from './lookup-actions.ts'

/** Lookups that are sent when the service comes back. */
export function QueueList() {
  const { data } = useQuery('lookup.queue', {})
  const letters = useLetters()
  const now = useNow(60_000)
  const rows = data?.rows.filter((row) => row.state === 'queued') ?? []
  if (rows.length === 0) return null
  return (
    <Section title={text.queue} aside={count(rows.length)}>
      <Rows label={text.queue} kind="ruled" letters={letters}>
        {rows.map((row) => (
          <li key={row.vrm}>
            <button type="button" className="row" onClick={() => showPlate(row.vrm)}>
              <Plate vrm={row.vrm} size="s" />
              <span>{text.reducedReport}</span>
              <span className="row__end muted">{clockOrDate(row.requestedAt, now)}</span>
            </button>
          </li>
        ))}
      </Rows>
    </Section>
  )
}
