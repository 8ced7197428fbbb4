import { dateTime } from '#shared/domain/age.ts'
import { dataLabels } from '#shared/text/resources.ts'
import type { When } from '#shared/domain/service-body.ts'
import { CopyableId } from './copyable-id.tsx'
import type { Fact } from './facts.ts'

/** Data by name. A `when` that is no date shows the service's own words. */
export function FactList({ facts, id }: { facts: readonly Fact[]; id?: string }) {
  return (
    <dl className="facts resource-facts">
      {facts.map(({ label, words, when }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{when === undefined ? words : whenWords(when)}</dd>
        </div>
      ))}
      {id !== undefined && (
        <div>
          <dt>{dataLabels.id}</dt>
          <dd className="resource-facts__id">
            <CopyableId id={id} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Date and time; a value that is no timestamp, as it came. */
const whenWords = (when: When): string => (typeof when === 'number' ? dateTime(when) || String(when) : when)
