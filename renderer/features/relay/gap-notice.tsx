import type { RelaySlice } from '#shared/bridge/relay.ts'
import { gapText as text } from '#shared/text/app-relay-banners.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'

/** Numbers that the relay could not give, in the relay's own section; elsewhere it is a banner (`gap-banner.tsx`). */
export function GapNotice({ gap }: { gap: NonNullable<RelaySlice['gap']> }) {
  const { bridge } = useClient()
  return (
    <div className="relay-notice">
      <Notice
        tone="warn"
        icon={<Sign kind="warn" />}
        actions={
          <Button size="low" onClick={() => void bridge.call('relay.dismiss-gap', {})}>
            {text.understood}
          </Button>
        }
      >
        <NoticeWords title={text.title(gap)} body={text.looked(gap.looked)} />
      </Notice>
    </div>
  )
}
