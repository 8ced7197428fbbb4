import { useEffect, useId, useState } from 'react'
import type { DesktopFacts } from '#shared/bridge/desktop.ts'
import { windowText as text } from '#shared/text/settings.ts'
import { Segments, Switch } from '../../design/choices.tsx'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { SettingProblem } from './setting-problem.tsx'
import { SettingRow, SettingsSection } from './settings-filter.tsx'
import { useSettings } from './use-settings.ts'

const CLOSE = [text.onClose, text.search, ...Object.values(text.onCloseOptions)]
const START = [text.sessionStart, text.sessionStartHelp, text.search]

/** Settings of the window, and of the start with the session. Absent where nothing is installed. */
export function WindowSection() {
  const { queries } = useClient()
  const { data: desktop } = useQuery('desktop.get', {})
  const shown = desktop != null
  // The user may come from the settings of the system.
  useEffect(() => {
    if (!shown) return
    const again = () => queries.refetch('desktop.get')
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [queries, shown])
  if (!desktop) return null
  return (
    <SettingsSection id="window" rows={desktop.wayBack === null ? [START] : [CLOSE, START]}>
      <ul className="setting-rows">
        {desktop.wayBack !== null && <CloseRow wayBack={desktop.wayBack} />}
        <SessionStartRow state={desktop.sessionStart} />
      </ul>
    </SettingsSection>
  )
}

function CloseRow({ wayBack }: { wayBack: NonNullable<DesktopFacts['wayBack']> }) {
  const { settings, update } = useSettings()
  if (!settings) return null
  return (
    <SettingRow words={CLOSE} title={text.onClose} help={text.onCloseHelp[wayBack]}>
      {/* Where it cannot hide there is nothing to choose. */}
      {wayBack !== 'none' && (
        <Segments
          label={text.onClose}
          options={[
            { value: 'hide', label: text.onCloseOptions[wayBack] },
            { value: 'quit', label: text.onCloseOptions.quit },
          ]}
          value={settings.window.onClose}
          onChange={(onClose) => update({ window: { onClose } })}
        />
      )}
    </SettingRow>
  )
}

function SessionStartRow({ state }: { state: DesktopFacts['sessionStart'] }) {
  const { bridge, queries } = useClient()
  const id = useId()
  const [refused, setRefused] = useState(false)
  if (state === 'unavailable')
    return <SettingRow words={START} title={text.sessionStart} help={text.sessionStartUnavailable} />
  const change = async (on: boolean) => {
    const answer = await queries.take('desktop.get', {}, () =>
      bridge.call('desktop.start-with-session', { on }),
    )
    setRefused(answer.ok && on && answer.value?.sessionStart === 'blocked')
    if (!answer.ok) sayFailed(answer.error)
  }
  return (
    <SettingRow
      words={START}
      title={text.sessionStart}
      help={state === 'blocked' ? text.sessionStartBlocked : text.sessionStartHelp}
      control={id}
      under={
        refused && state === 'blocked' && <SettingProblem>{text.sessionStartStillBlocked}</SettingProblem>
      }
    >
      <Switch id={id} on={state === 'on'} onChange={change} />
    </SettingRow>
  )
}
