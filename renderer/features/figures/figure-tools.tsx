import { addMonths, MAX_MONTHS } from '#shared/domain/months.ts'
import { monthName, periodName } from '#shared/text/dates.ts'
import { figuresText as text } from '#shared/text/figures.ts'
import { Segments } from '../../design/choices.tsx'
import { SelectField } from '../../design/fields.tsx'
import { keepFiguresState, PERIODS } from '../../ui-state/page-states.ts'
import type { useFigures } from './use-figures.ts'

const OPTIONS = PERIODS.map((value) => ({ value, label: text.period[value] }))
const YEARS = MAX_MONTHS / 12

/** What is counted: the period, and of procedures a client or a label. */
export function FigureTools({
  state,
  scope,
  current,
  clients,
  labels,
  hidesNames,
}: ReturnType<typeof useFigures>) {
  const { period, client, label } = state
  const { months } = scope
  const years = Array.from({ length: YEARS }, (_, back) => String(Number(current.slice(0, 4)) - back))
  const past = Array.from({ length: MAX_MONTHS }, (_, back) => addMonths(current, -back))
  const monthOptions = past.map((value) => ({ value, label: monthName(value) }))
  const clientName = (name: string, at: number) => (hidesNames ? text.hiddenClient(at + 1) : name)
  const known = client === null || clients.includes(client) ? clients : [...clients, client]
  return (
    <div className="figure-tools">
      <div className="figure-tools__periods">
        <Segments
          label={text.periods}
          options={OPTIONS}
          value={period}
          onChange={(next) => keepFiguresState({ period: next })}
        />
      </div>
      <div className="figure-tools__fields">
        {period === 'year' && (
          <SelectField
            label={text.year}
            value={months.from.slice(0, 4)}
            options={years.map((value) => ({ value, label: value }))}
            onChange={(year) => keepFiguresState({ year })}
          />
        )}
        {period === 'between' && (
          <>
            <SelectField
              label={text.from}
              value={months.from}
              options={monthOptions}
              onChange={(from) => keepFiguresState({ from, to: months.to })}
            />
            <SelectField
              label={text.to}
              value={months.to}
              options={monthOptions}
              onChange={(to) => keepFiguresState({ from: months.from, to })}
            />
          </>
        )}
        <SelectField
          label={text.client}
          value={client ?? ''}
          options={[
            { value: '', label: text.everyClient },
            ...known.map((value, at) => ({ value, label: clientName(value, at) })),
          ]}
          onChange={(value) => keepFiguresState({ client: value === '' ? null : value })}
        />
        <SelectField
          label={text.label}
          value={label ?? ''}
          options={[
            { value: '', label: text.everyLabel },
            ...[...new Set([...labels, ...(label === null ? [] : [label])])].map((value) => ({
              value,
              label: value,
            })),
          ]}
          onChange={(value) => keepFiguresState({ label: value === '' ? null : value })}
        />
      </div>
      <p className="figure-tools__period" role="status">
        {periodName(months)}
      </p>
      {(client !== null || label !== null) && <p className="small second">{text.narrowed}</p>}
    </div>
  )
}
