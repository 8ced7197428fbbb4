import { Fragment, useId, useState } from 'react'
import { RotateCcw } from 'lucide-react'
import {
  assumptionFields,
  type AssumptionName,
  type NumberAssumption,
  storedNumber,
  SWEEP_EXAMPLE,
  sweepMinutes,
} from '#shared/domain/assumption-fields.ts'
import {
  advancedText as text,
  sweepSentence,
  assumptionText,
  assumptionUnits,
  plateFormLabels,
} from '#shared/text/diagnosis.ts'
import { formatDecimal, parseDecimal } from '#shared/domain/typed-numbers.ts'
import { readServicePath } from '#shared/domain/service-address.ts'
import type { AssumptionChanges } from '#shared/api/assumptions.ts'
import type { Account } from '#shared/bridge/accounts.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { IconButton } from '../../design/button.tsx'
import { Segments, Switch, type Change } from '../../design/choices.tsx'
import { SettingsSection, useFound, SettingProblem, SettingRow } from '../../app/setting-rows.tsx'
import { showAdvanced, useSettingsState } from '../../app/settings-state.ts'
import { useAccount, useAssumptions } from '../../app/use-settings.ts'
import { TypedValue } from '../../design/typed-value.tsx'

const RATES: readonly AssumptionName[] = ['interactiveRequestsPerSecond', 'backgroundRequestsPerSecond']
const NAMES = Object.keys(assumptionFields) as AssumptionName[]

/** Search terms of an assumption. */
const assumptionWords = (name: AssumptionName) => [
  assumptionText[name].label,
  assumptionText[name].gap,
  text.reset,
  ...(RATES.includes(name) ? [text.limits] : []),
]
const WORDS = NAMES.map(assumptionWords)

/** Assumptions about the service, each with its default and the gap that it fills. Few people change one. */
export function AdvancedSection() {
  const account = useAccount()
  const isOpen = useSettingsState((state) => state.showsAdvanced)
  if (!account) return null
  const rate =
    account.assumptions.backgroundRequestsPerSecond ?? assumptionFields.backgroundRequestsPerSecond.fallback
  return (
    <SettingsSection
      id="advanced"
      rows={WORDS}
      intro={text.advancedIntro}
      fold={{ isOpen, onChange: showAdvanced }}
    >
      <ul className="setting-rows">
        {NAMES.map((name) => (
          <Fragment key={name}>
            <AssumptionRow account={account} name={name} />
            {name === 'backgroundRequestsPerSecond' && <Sweep rate={rate} />}
          </Fragment>
        ))}
      </ul>
    </SettingsSection>
  )
}

function Sweep({ rate }: { rate: number }) {
  const seen = useFound(assumptionWords('backgroundRequestsPerSecond'))
  const sweep = useSlice('sweep')
  const now = useNow(5_000)
  if (!seen) return null
  return (
    <li className="small">
      <div>
        {/* The age grows on screen, so this line is outside of the live region. Only the user's changes are announced. */}
        {sweep && <p>{sweepSentence(sweep, now)}</p>}
        <p className="second" role="status">
          {text.sweep(SWEEP_EXAMPLE, sweepMinutes(SWEEP_EXAMPLE, rate))}
        </p>
      </div>
    </li>
  )
}

const shownNumber = (name: NumberAssumption, value: number) =>
  formatDecimal(value / assumptionFields[name].unit)

function fallbackWords(name: AssumptionName): string {
  const field = assumptionFields[name]
  if (field.kind === 'switch') return field.fallback ? text.on : text.off
  if (field.kind === 'choice') return plateFormLabels[field.fallback] ?? field.fallback
  if (field.kind === 'path') return field.fallback || text.noPath
  const number = name as NumberAssumption
  return `${shownNumber(number, field.fallback)} ${assumptionUnits[number]}`
}

/** Assumption about the service: purpose, value, default, and a button to reset it. */
function AssumptionRow({ account, name }: { account: Account; name: AssumptionName }) {
  const id = useId()
  const change = useAssumptions(account)
  const field = assumptionFields[name]
  const { label, gap } = assumptionText[name]
  const own = account.assumptions[name]
  const [problem, setProblem] = useState<string | null>(null)
  const set = (value: AssumptionChanges[AssumptionName]) =>
    change({ [name]: value === field.fallback ? undefined : value })

  return (
    <SettingRow words={assumptionWords(name)}>
      <div className="assumption__what">
        <label htmlFor={field.kind === 'switch' ? id : undefined}>
          <b>{label}</b>
        </label>
        <span className="small muted">{gap}</span>
        {problem !== null ? (
          <SettingProblem id={`${id}-problem`}>{problem}</SettingProblem>
        ) : (
          <span className="small muted">
            {text.fallback(fallbackWords(name))}
            {own !== undefined && <b className="assumption__changed"> · {text.changed}</b>}
          </span>
        )}
      </div>
      <div className="assumption__value">
        {own !== undefined && (
          <IconButton
            icon={RotateCcw}
            label={text.resetOf(label)}
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
        {field.kind === 'path' && (
          <TypedValue
            label={label}
            inputMode="text"
            length={200}
            value={(own as string | undefined) ?? field.fallback}
            write={(value) => value}
            read={(typed) => readPath(typed)}
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

function readPath(typed: string): { value: string } | { problem: string } {
  const path = typed.trim() === '' ? '' : readServicePath(typed)
  return path === null ? { problem: text.notPath } : { value: path }
}

interface NumberValueProps {
  name: NumberAssumption
  value: number
  problemId: string | undefined
  onProblem: (problem: string | null) => void
  onChange: Change<number>
}

function NumberValue({ name, ...rest }: NumberValueProps) {
  const { min, max } = assumptionFields[name]
  const unit = assumptionUnits[name]
  const read = (typed: string) => {
    const number = parseDecimal(typed)
    if (number === null) return { problem: text.notNumber }
    const value = storedNumber(name, number)
    if (value !== null) return { value }
    return { problem: text.outside(shownNumber(name, min), shownNumber(name, max), unit) }
  }
  return (
    <>
      <TypedValue
        {...rest}
        label={assumptionText[name].label}
        inputMode="decimal"
        write={(value) => shownNumber(name, value)}
        read={read}
      />
      <span className="small muted assumption__unit">{unit}</span>
    </>
  )
}
