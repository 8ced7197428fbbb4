import { browserNames } from '#shared/text/app-extension.ts'
import { extensionSettingsText as text } from '#shared/text/app-extension-settings.ts'
import { Button } from '../../design/button.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { type ApprovalRequest, openApproval, requestKey } from '../../ui-state/extension-state.ts'
import { SettingItem, SettingItems } from '../settings/setting-item.tsx'
import { SettingRow } from '../settings/settings-filter.tsx'

export const WAITING_WORDS = [text.waiting, text.waitingHelp, text.search]

/** Browsers that wait to be let in. */
export function WaitingRow({ pending }: { pending: readonly ApprovalRequest[] }) {
  if (pending.length === 0) return null
  return (
    <SettingRow words={WAITING_WORDS} title={text.waiting} help={text.waitingHelp}>
      <SettingItems>
        {pending.map((request) => (
          <WaitingItem key={requestKey(request)} request={request} />
        ))}
      </SettingItems>
    </SettingRow>
  )
}

function WaitingItem({ request }: { request: ApprovalRequest }) {
  const line = useAt((now) => text.asked(request.askedAt, now))
  return (
    <SettingItem topic="extension:permission" name={browserNames[request.browser]} line={line}>
      <Button
        size="low"
        aria-label={text.compareOf(request.browser)}
        onClick={() => openApproval(requestKey(request))}
      >
        {text.compare}
      </Button>
    </SettingItem>
  )
}
