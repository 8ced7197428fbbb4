import { TriangleAlert } from 'lucide-react'
import type { Trouble } from '#shared/bridge/health.ts'
import { TROUBLE_STATES, type TroubleState } from '#shared/domain/health.ts'
import { healthText as text, healthWords } from '#shared/text/app-health.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Banner } from '../../design/notice.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

/** Past troubles, which the user dismisses. */
const OVER: ReadonlySet<TroubleState> = new Set(['restarted', 'emptied', 'unexpected'])

/** Internal failures, one banner for each kind. */
export function HealthBanners() {
  const troubles = useSlice('health')?.troubles ?? []
  return TROUBLE_STATES.map((state) => {
    const same = troubles.filter((trouble) => trouble.state === state)
    return same.length > 0 && <HealthBanner key={state} state={state} troubles={same} />
  })
}

function HealthBanner({ state, troubles }: { state: TroubleState; troubles: readonly Trouble[] }) {
  const { bridge } = useClient()
  const { title, advice } = healthWords(state, troubles)
  const each = (command: 'health.dismiss' | 'health.restart') => {
    for (const { part } of troubles) void bridge.call(command, { part })
  }
  return (
    <Banner
      tone={state === 'stopped' ? 'stop' : 'warn'}
      icon={<Icon of={TriangleAlert} />}
      actions={
        OVER.has(state) ? (
          <Button size="low" onClick={() => each('health.dismiss')}>
            {text.understood}
          </Button>
        ) : (
          state === 'stopped' && (
            <Button size="low" onClick={() => each('health.restart')}>
              {text.startAgain}
            </Button>
          )
        )
      }
    >
      <b role="alert">{title}</b> {advice}
    </Banner>
  )
}
