import { useEffect, useId, useState } from 'react'
import {
  type AssumptionName,
  assumptionFields,
  type NumberAssumption,
  storedNumber,
} from '#shared/domain/assumption-fields.ts'
import { formatDecimal, parseDecimal } from '#shared/domain/decimal.ts'
import {
  advancedText as text,
  assumptionText,
  assumptionUnits,
  plateFormLabels,
} from '#shared/text/app-advanced.ts'
import type { AssumptionChanges } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Segments, Switch } from '../../design/segments.tsx'
import { SettingRow } from './settings-filter.tsx'
import { useAssumptions } from './use-settings.ts'

/** What an assumption is found by. */
export const assumptionWords = (name: AssumptionName) => [
  assumptionText[name].label,
  assumptionText[name].gap,
  text.reset,
]

const shownNumber = (name: NumberAssumption, value: number) =>
  formatDecimal(value / assumptionFields[name].unit)

function fallbackWords(name: AssumptionName): string {
  const field = assumptionFields[name]
  if (field.kind === 'switch') return field.fallback ? text.on : text.off
  if (field.kind === 'choice') return plateFormLabels[field.fallback] ?? field.fallback
  const number = name as NumberAssumption
  return `${shownNumber(number, field.fallback)} ${assumptionUnits[number]}`
}

/** One assumption about the service: what it is for, its value, its default and how to go back to it. */
export function AssumptionRow({ account, name }: { account: Account; name: AssumptionName }) {
  const id = useId()
  const change = useAssumptions(account)
  const field = assumptionFields[name]
  const { label, gap } = assumptionText[name]
  const own = account.assumptions[name]
  const [problem, setProblem] = useState<string | null>(null)
  const set = (value: AssumptionChanges[AssumptionName]) =>
    void change({ [name]: value === field.fallback ? undefined : value })

  return (
    <SettingRow words={assumptionWords(name)}>
      <div className="assumption__what">
        <label htmlFor={field.kind === 'switch' ? id : undefined}>
          <b>{label}</b>
        </label>
        <span className="small muted">{gap}</span>
        {problem !== null ? (
          <span className="small assumption__problem" role="alert" id={`${id}-problem`}>
            <CircleAlert className="icon" aria-hidden="true" />
            {problem}
          </span>
        ) : (
          <span className="small muted">
            {text.fallback(fallbackWords(name))}
            {own !== undefined && <b className="assumption__changed"> · {text.changed}</b>}
          </span>
        )}
      </div>
      <div className="assumption__value">
        {own !== undefined && (
          <Button
            size="low"
            tone="plain"
            icon={<RotateCcw className="icon" aria-hidden="true" />}
            aria-label={text.resetOf(label)}
            title={text.reset}
            onClick={() => {
              setProblem(null)
              void change({ [name]: undefined })
            }}
          />
        )}
        {field.kind === 'number' && (
          <NumberValue
            name={name as NumberAssumption}
            value={(own as number | undefined) ?? field.fallback}
            problemId={problem === null ? undefined : `${id}-problem`}
            onProblem={setProblem}
            onChange={set}
          />
        )}
        {field.kind === 'choice' && (
          <Segments
            label={label}
            options={field.options.map((value) => ({ value, label: plateFormLabels[value] ?? value }))}
            value={(own as (typeof field.options)[number] | undefined) ?? field.fallback}
            onChange={set}
          />
        )}
        {field.kind === 'switch' && (
          <Switch id={id} on={(own as boolean | undefined) ?? field.fallback} onChange={set} />
        )}
      </div>
    </SettingRow>
  )
}

interface NumberValueProps {
  name: NumberAssumption
  value: number
  problemId: string | undefined
  onProblem: (problem: string | null) => void
  onChange: (value: number) => void
}

/** A number that is kept on leaving it or with Enter; Esc brings back the one that holds. */
function NumberValue({ name, value, problemId, onProblem, onChange }: NumberValueProps) {
  const kept = shownNumber(name, value)
  const [typed, setTyped] = useState(kept)
  useEffect(() => setTyped(kept), [kept])
  const { min, max } = assumptionFields[name]
  const unit = assumptionUnits[name]

  const commit = () => {
    if (typed === kept) return onProblem(null)
    const number = parseDecimal(typed)
    if (number === null) return onProblem(text.notNumber)
    const stored = storedNumber(name, number)
    if (stored === null) {
      return onProblem(text.outside(shownNumber(name, min), shownNumber(name, max), unit))
    }
    onProblem(null)
    if (stored === value) setTyped(kept)
    else onChange(stored)
  }
  return (
    <>
      <Field
        label={assumptionText[name].label}
        hideLabel
        width="number"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={typed}
        aria-invalid={problemId !== undefined}
        aria-errormessage={problemId}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          else if (event.key === 'Escape') {
            setTyped(kept)
            onProblem(null)
          }
        }}
      />
      <span className="small muted assumption__unit">{unit}</span>
    </>
  )
}
