import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import { historyRows, humaniseKey, formatAnyValue } from '#shared/domain/service-body.ts'
import { completeText as text, registryFlags } from '#shared/text/verdict.ts'
import { entryOf, registryFieldLabels, serviceUseLabels } from '#shared/text/labels-reports.ts'
import { Section } from '../../app/page.tsx'
import './complete.css'

/** Fields that the page shows elsewhere: on the plate, in the card and at the side. */
const ELSEWHERE = new Set([
  'vrm',
  'vin',
  'brand',
  'model',
  'firstRegistrationDate',
  'owner',
  'itvHistory',
  'ownerHistory',
  'lesseeHistory',
])
const FIRST = [
  'registrationDate',
  'vehicleType',
  'service',
  'autonomousCommunity',
  ...Object.keys(registryFlags),
]

/** Registry data of the vehicle, in words. Fields unknown to this version are shown as the service sent them. */
export function RegistryGrid({ registry }: { registry: CompleteReport['registry'] }) {
  const known = FIRST.filter((field) => Object.hasOwn(registry, field)).map((field) =>
    knownFact(field, registry[field]),
  )
  const others = Object.keys(registry)
    .filter((field) => !ELSEWHERE.has(field) && !FIRST.includes(field))
    .map((field) => [humaniseKey(field), formatAnyValue(registry[field])] as const)
    .filter(([, value]) => value !== '')
  return (
    <>
      {known.length > 0 && (
        <Section title={text.registry}>
          <Facts facts={known} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title={text.otherData}>
          <Facts facts={others} />
        </Section>
      )}
    </>
  )
}

type Fact = readonly [label: string, value: string]

function knownFact(field: string, value: unknown): Fact {
  const flag = entryOf(registryFlags, field)
  if (flag) {
    const [label, yes, no] = flag
    return [label, typeof value === 'boolean' ? (value ? yes : no) : formatAnyValue(value) || text.ownerNone]
  }
  const label = entryOf(registryFieldLabels, field) ?? humaniseKey(field)
  if (field === 'service' && typeof value === 'string')
    return [label, entryOf(serviceUseLabels, value) ?? value]
  return [label, formatAnyValue(value) || text.ownerNone]
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="registry">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Histories of the report, in fixed order, as table rows. */
export function historiesOf(registry: CompleteReport['registry']) {
  return (['itvHistory', 'ownerHistory', 'lesseeHistory'] as const)
    .filter((field) => Object.hasOwn(registry, field))
    .map((field) => ({ title: registryFieldLabels[field], rows: historyRows(registry[field]) }))
}
