import { useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import type { RelayDevice } from '#shared/api/relay.ts'
import { deviceLine, devicesText as text, relayErrors, relayText } from '#shared/text/relay.ts'
import { inviteText } from '#shared/text/relay-pairing.ts'
import { Button } from '../../design/button.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import type { KeptRow } from '../settings/kept-rows.ts'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { ReadFailed } from './read-failed.tsx'
import { useClient } from '../../replica/client.ts'
import { ConfirmTaskDialog } from '../frame/task-dialogs.tsx'
import { useDevices } from './use-devices.ts'
import { useInvitation } from './use-invitation.ts'

export const DEVICE_WORDS = [text.title, text.help, text.revoke, inviteText.action]

/** PCs of the office, and adding one. */
export function DevicesRow({ relay }: { relay: RelaySlice }) {
  const { admin, head } = relay
  const { devices, task, isConnected, read } = useDevices(relay)
  const [asked, setAsked] = useState<RelayDevice | null>(null)
  const invitation = useInvitation(relay.invitation)
  return (
    <>
      <SettingRow words={DEVICE_WORDS} title={text.title} help={text.help}>
        {admin && (
          <Button size="low" disabled={!isConnected && !relay.invitation} onClick={invitation.open}>
            {invitation.action}
          </Button>
        )}
        <p className={invitation.line ? 'small office-wide' : 'visually-hidden'} role="status">
          {invitation.line}
        </p>
        <div className="office-wide">
          {devices === null ? (
            task.state === 'failed' ? null : isConnected ? (
              <BusyLine words={text.reading} />
            ) : (
              <p className="small muted">{text.later}</p>
            )
          ) : devices.length === 0 ? (
            <p className="small muted">{text.none}</p>
          ) : (
            <SettingItems>
              {devices.map((device) => (
                <DeviceItem
                  key={device.id}
                  device={device}
                  head={head}
                  onRevoke={admin && isConnected && !device.self && !device.gone ? setAsked : null}
                />
              ))}
            </SettingItems>
          )}
          {task.state === 'failed' && <ReadFailed error={task.error} retry={text.retry} onRetry={read} />}
        </div>
      </SettingRow>
      {asked && <RevokeDialog device={asked} onDone={() => void read()} onClose={() => setAsked(null)} />}
      {invitation.isOpen && <InviteDialog address={relay.address} invitation={invitation} />}
    </>
  )
}

interface DeviceItemProps {
  device: KeptRow<RelayDevice>
  head: number | null
  /** `null`: not from here. */
  onRevoke: ((device: RelayDevice) => void) | null
}

function DeviceItem({ device, head, onRevoke }: DeviceItemProps) {
  const line = useAt((now) => (device.gone ? text.gone : deviceLine(device, head, now)))
  const marks = [device.self && text.self, device.admin && text.admin].filter(Boolean).join(' · ')
  return (
    <SettingItem name={device.name} marks={marks} line={line} gone={device.gone}>
      {onRevoke && (
        <Button size="low" aria-label={text.revokeOf(device.name)} onClick={() => onRevoke(device)}>
          {text.revoke}
        </Button>
      )}
    </SettingItem>
  )
}

interface RevokeDialogProps {
  /** As it was when it was asked for: a list that changes behind does not change whom this removes. */
  device: RelayDevice
  onDone: () => void
  onClose: () => void
}

/** Removes a PC from the relay. */
function RevokeDialog({ device: { id, name }, onDone, onClose }: RevokeDialogProps) {
  const { bridge } = useClient()
  return (
    <ConfirmTaskDialog
      title={text.askRevoke(name)}
      body={text.revokeBody}
      keep={relayText.keep}
      submit={text.submit}
      meaning={id}
      working={text.revoking}
      done={text.revoked(name)}
      texts={relayErrors}
      run={() => bridge.call('relay.revoke', { id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
