import { assumptionFields } from '#shared/domain/assumption-fields.ts'
import { SWEEP_EXAMPLE, sweepMinutes } from '#shared/domain/sweep.ts'
import { advancedText as text, sweepSentence } from '#shared/text/diagnosis.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { AssumptionRow, assumptionWords } from './assumption-row.tsx'
import { SettingsSection, useFound } from './settings-filter.tsx'
import { useAccount } from './use-settings.ts'

const NAMES = ['interactiveRequestsPerSecond', 'backgroundRequestsPerSecond'] as const
const WORDS = NAMES.map(assumptionWords)

/** Request rates, and their meaning for a large office. */
export function LimitsSection() {
  const account = useAccount()
  if (!account) return null
  const rate =
    account.assumptions.backgroundRequestsPerSecond ?? assumptionFields.backgroundRequestsPerSecond.fallback
  return (
    <SettingsSection id="limits" rows={WORDS} intro={text.limitsIntro}>
      <ul className="setting-rows">
        {NAMES.map((name) => (
          <AssumptionRow key={name} account={account} name={name} />
        ))}
      </ul>
      <Sweep rate={rate} />
    </SettingsSection>
  )
}

function Sweep({ rate }: { rate: number }) {
  const seen = useFound(assumptionWords('backgroundRequestsPerSecond'))
  const sweep = useSlice('sweep')
  const now = useNow(5_000)
  if (!seen) return null
  return (
    <div className="small settings__note">
      {/* Its age grows on screen: only changes that the user makes are announced. */}
      {sweep && <p>{sweepSentence(sweep, now)}</p>}
      <p className="second" role="status">
        {text.sweep(SWEEP_EXAMPLE, sweepMinutes(SWEEP_EXAMPLE, rate))}
      </p>
    </div>
  )
}
