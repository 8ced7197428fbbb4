import { FileWarning } from 'lucide-react'
import type { UnreadableAccount } from '#shared/bridge/accounts.ts'
import { unreadableText as text } from '#shared/text/app-accounts.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'

/** Account data of this PC that could not be read, each with its remedy. */
export function UnreadableAccounts() {
  const accounts = useSlice('unreadableAccounts')
  return accounts?.map((account) => <UnreadableNotice key={account.key} account={account} />)
}

function UnreadableNotice({ account }: { account: UnreadableAccount }) {
  const { bridge } = useClient()
  const { why, name, key } = account
  return (
    <Notice role="note" tone="warn" icon={<Icon of={FileWarning} />}>
      <NoticeWords title={text.title[why](name)} body={text.advice[why]} />
      {why === 'file' && (
        <>
          <p className="second">{name}</p>
          <Button size="low" onClick={() => void bridge.call('accounts.dismiss-unreadable', { key })}>
            {text.understood}
          </Button>
        </>
      )}
    </Notice>
  )
}
