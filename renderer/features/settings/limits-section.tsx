import { assumptionFields } from '#shared/domain/assumption-fields.ts'
import { SWEEP_EXAMPLE, sweepMinutes } from '#shared/domain/sweep.ts'
import { advancedText as text } from '#shared/text/app-advanced.ts'
import { AssumptionRow, assumptionWords } from './assumption-row.tsx'
import { SettingsSection, useFound } from './settings-filter.tsx'
import { useAccount } from './use-settings.ts'

const NAMES = ['interactiveRequestsPerSecond', 'backgroundRequestsPerSecond'] as const
const WORDS = NAMES.map(assumptionWords)

/** How fast the operator is asked, and what that means for a large desk. */
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
  return seen ? (
    <p className="small settings__note" role="status">
      {text.sweep(SWEEP_EXAMPLE, sweepMinutes(SWEEP_EXAMPLE, rate))}
    </p>
  ) : null
}
