import { CloudAlert, CloudOff, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { bannerText, outageText as text } from '#shared/text/frame.ts'
import { moment } from '#shared/text/dates.ts'
import { Button, type ButtonProps } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useNow, useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { useSaveFile } from '../../app/transfers.ts'
import { serviceTrouble, type ServiceTrouble, hasEnded, type OutageSeen } from './service-trouble.ts'

type Of<K extends ServiceTrouble['kind']> = Extract<ServiceTrouble, { kind: K }>

/** Banner about trouble of the service. At most one is shown. */
export function ServiceBanner() {
  const trouble = serviceTrouble(useSlice('connection'), useSlice('outage'))
  if (trouble === null) return null
  return trouble.kind === 'down' ? <DownBanner {...trouble} /> : <FailingBanner {...trouble} />
}

/** Banner while the service is down. The user cannot dismiss it. */
function DownBanner({ since, attempts, nextAttemptAt, recorded, limited }: Of<'down'>) {
  const { bridge } = useClient()
  const now = useNow(1000)
  const seconds = nextAttemptAt === undefined ? 0 : Math.ceil((nextAttemptAt - now) / 1000)
  return (
    <Banner
      tone="stop"
      icon={<Icon of={CloudOff} />}
      actions={
        <>
          <Button size="low" onClick={() => void bridge.call('connection.retry', {})}>
            {bannerText.tryNow}
          </Button>
          {recorded && <SaveAttemptsButton tone="plain" />}
        </>
      }
    >
      {/* Only the state interrupts the screen reader: a countdown announced every second would be unbearable. */}
      <b role="alert">{limited ? bannerText.limited : bannerText.downSince(moment(since, now))}</b>{' '}
      {attempts > 0 && bannerText.attempts(attempts)}{' '}
      {seconds > 0 ? bannerText.nextIn(seconds) : bannerText.nextNow}
    </Banner>
  )
}

function FailingBanner({ since, failures }: Of<'failing'>) {
  const { bridge } = useClient()
  const now = useNow(60_000)
  return (
    <Banner
      tone="warn"
      icon={<Icon of={CloudAlert} />}
      actions={
        <>
          <SaveAttemptsButton />
          <Button size="low" tone="plain" onClick={() => void bridge.call('outage.dismiss', {})}>
            {text.understood}
          </Button>
        </>
      }
    >
      <b role="alert">{text.since(moment(since, now))}</b> {text.failures(failures)} {text.some}
    </Banner>
  )
}

/** Announces once that the service answers again. */
export function useOutageEnd(): void {
  const account = useSlice('profile')?.id
  const state = useSlice('outage')?.state ?? 'none'
  const connection = useSlice('connection')?.state ?? 'idle'
  const before = useRef<OutageSeen>({ account, state })
  useEffect(() => {
    const now = { account, state }
    if (hasEnded(before.current, now, connection)) showToast(text.over)
    before.current = now
  }, [account, state, connection])
}

/** Saves the record of attempts to a file. */
export function SaveAttemptsButton({ tone = 'default' }: Pick<ButtonProps, 'tone'>) {
  const { saving, save } = useSaveFile('outage.record', text.saved, 'goes-on')
  return (
    <Button size="low" tone={tone} icon={Download} disabled={saving !== null} onClick={() => save({})}>
      {saving ? text.saving : text.save}
    </Button>
  )
}
