import { type AssumptionName, assumptionFields } from '#shared/domain/assumption-fields.ts'
import { advancedText as text } from '#shared/text/app-advanced.ts'
import { AssumptionRow, assumptionWords } from './assumption-row.tsx'
import { SettingsSection } from './settings-filter.tsx'
import { useAccount } from './use-settings.ts'

/** Every assumption but the two of Límites. */
const NAMES = (Object.keys(assumptionFields) as AssumptionName[]).filter(
  (name) => !name.endsWith('RequestsPerSecond'),
)
const WORDS = NAMES.map(assumptionWords)

/** Assumptions about the service, each with its default and the gap that it fills. */
export function AdvancedSection() {
  const account = useAccount()
  if (!account) return null
  return (
    <SettingsSection id="advanced" rows={WORDS} intro={text.advancedIntro}>
      <ul className="setting-rows">
        {NAMES.map((name) => (
          <AssumptionRow key={name} account={account} name={name} />
        ))}
      </ul>
    </SettingsSection>
  )
}
