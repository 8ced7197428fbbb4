import type { BackupContents } from '#shared/bridge/backup.ts'
import { copyText as text } from '#shared/text/backup.ts'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'

/** Names of the backup's unreadable records: the others are restored. */
export function UnreadableRecords({ unreadable }: { unreadable: NonNullable<BackupContents['unreadable']> }) {
  const { count, first } = unreadable
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords title={text.unreadable(count)} body={text.unreadableBody} />
      <ul className="second">
        {first.map((record, at) => (
          // eslint-disable-next-line react/no-array-index-key -- two of them may have the same name
          <li key={at}>{text.unreadableRecord(record)}</li>
        ))}
        {count > first.length && <li>{text.unreadableMore(count - first.length)}</li>}
      </ul>
    </Notice>
  )
}
