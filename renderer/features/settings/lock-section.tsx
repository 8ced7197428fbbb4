import { useId, useState } from 'react'
import { switchWords } from '#shared/text/setting-texts.ts'
import { lockSettingsText as text } from '#shared/text/settings.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useLock } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { lockNow, PinDialog, type PinPurpose } from '../lock/feature.ts'
import { FixedNote, useFixed } from '../../app/managed.tsx'
import { OfficeNumberRow, SettingSwitch } from '../../app/setting-controls.tsx'
import { SettingRow, SettingsSection } from '../../app/setting-rows.tsx'
import { useOffice } from '../../app/use-settings.ts'
import '../../app/setting-sections.css'

const PIN = [text.pin, text.setPin, text.search]
const IDLE = [text.idle, text.idleHelp, text.search]
const SYSTEM = switchWords('office.lock.withSystem')
const NOW = [text.now, text.nowHelp]

/** Window lock by PIN. */
export function LockSection() {
  const client = useClient()
  const office = useOffice()
  const lock = useLock()
  const hint = useKeyHint()
  const id = useId()
  const pinFixed = useFixed('lock.pinRequired')
  const [open, setOpen] = useState<PinPurpose | null>(null)
  if (!office || !lock) return null
  const { idleMinutes } = office.settings.lock
  return (
    <SettingsSection id="lock" rows={[PIN, IDLE, SYSTEM, NOW]}>
      <ul className="setting-rows">
        <SettingRow
          words={PIN}
          title={text.pin}
          help={lock.hasPin ? text.pinSet : text.pinNone}
          under={pinFixed && <FixedNote id={`${id}-pin`} />}
        >
          <div className="office-actions">
            <Button size="low" onClick={() => setOpen(lock.hasPin ? 'change' : 'set')}>
              {lock.hasPin ? text.changePin : text.setPin}
            </Button>
            {lock.hasPin && (
              <Button
                size="low"
                disabled={pinFixed}
                aria-describedby={pinFixed ? `${id}-pin` : undefined}
                onClick={() => setOpen('remove')}
              >
                {text.removePin}
              </Button>
            )}
          </div>
        </SettingRow>
        {/* Without a PIN nothing locks, so its settings are hidden. */}
        {lock.hasPin && (
          <>
            <OfficeNumberRow
              office={office}
              where="idle"
              words={IDLE}
              title={text.idle}
              help={text.idleHelp}
              unit={idleMinutes === 0 ? text.idleNever : text.idleUnit}
              value={idleMinutes}
              range={{ min: 0, max: 240 }}
              setting="lock.idleMinutes"
              onChange={(minutes) => office.update('idle', { lock: { idleMinutes: minutes } })}
            />
            <SettingSwitch of="office.lock.withSystem" />
            <SettingRow words={NOW} title={text.now} help={text.nowHelp}>
              <Button size="low" {...hint('lock')} onClick={() => void lockNow(client)}>
                {text.nowAction}
              </Button>
            </SettingRow>
          </>
        )}
      </ul>
      {open && <PinDialog purpose={open} onClose={() => setOpen(null)} />}
    </SettingsSection>
  )
}
