import { laneLine, laneText as text } from '#shared/text/relay.ts'
import { Button } from '../../design/button.tsx'
import { useAt, useSlice } from '../../replica/use-replica.ts'
import { openSettings } from '../../ui-state/settings-state.ts'

export const LANE_WORDS = [text.title, text.words]

/** Where changes come from now, in Diagnóstico: the relay, or asking the service. */
export function LaneRow() {
  const relay = useSlice('relay')
  const line = useAt((now) => (relay ? laneLine(relay, now) : ''))
  if (!relay) return null
  return (
    <ul className="setting-rows relay-lane">
      <li>
        <div>
          <b>{text.title}</b>
          <span className="small muted settings__path">{line}</span>
        </div>
        <Button size="low" onClick={() => openSettings('relay')}>
          {text.see}
        </Button>
      </li>
    </ul>
  )
}
